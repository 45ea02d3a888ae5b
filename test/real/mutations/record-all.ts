import type { RecordedCase, Verdict } from '../../checks/admission/corpus/case.ts';
import type { CorpusCase } from '../../checks/admission/corpus/corpus.ts';

/** Eight at a time; those that need an object before, one after the other at the end. */
export async function recordAll(
  cases: readonly CorpusCase[],
  judge: (one: CorpusCase) => Promise<Verdict>,
): Promise<RecordedCase[]> {
  const verdicts = new Map<CorpusCase, Verdict>();
  const waiting = cases.filter((one) => one.before === undefined);
  const work = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) verdicts.set(one, await judge(one));
  };
  await Promise.all(Array.from({ length: 8 }, work));
  for (const one of cases) if (one.before !== undefined) verdicts.set(one, await judge(one));
  return cases.map((one) => {
    const { object: _object, ...told } = one;
    return { ...told, verdict: verdicts.get(one) as Verdict };
  });
}
