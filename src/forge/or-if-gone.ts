import { ForgeError } from './forge-error.ts';

/** What `doing` gives, or something else if what it is about does not exist (any more). */
export async function orIfGone<T>(doing: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await doing();
  } catch (error) {
    if (error instanceof ForgeError && error.kind === 'not-found') return otherwise;
    throw error;
  }
}
