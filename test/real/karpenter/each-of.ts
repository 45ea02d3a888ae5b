/** As many requests at a time as the API server is asked in any case. */
const PARALLEL = 8;

/** A few at a time, in order; the first failure ends it. */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}
