import { solve } from '../../src/packer/karpenter/solve.ts';
import { compare, sameReasons } from './compare.ts';
import type { RecordedCase } from './format.ts';
import { recordedForm } from './recorded-form.ts';
import { problemOf, type CatalogueByName } from './scenario-to-problem.ts';

export interface CaseResult {
  readonly name: string;
  readonly kind: CaseKind;
  /** What keeps the decision from being a recorded one; empty where it is. */
  readonly differences: readonly string[];
  readonly reasons: ReturnType<typeof sameReasons>;
}

/** `closed`: every outcome is recorded. `open`: only bounds are. */
export type CaseKind = 'exact' | 'envelope, closed' | 'envelope, open';

/** Lets the packer decide a recorded case. A packer that throws is different, and so is a recording that cannot be compared. */
export function checkCase(recorded: RecordedCase, catalogue: CatalogueByName): CaseResult {
  const { name } = recorded;
  const kind = kindOf(recorded);
  const problem = problemOf(recorded.scenario, catalogue);
  let stage = 'the packer threw';
  try {
    const actual = recordedForm(solve(problem));
    stage = 'the recording is not what one looks like';
    return { name, kind, differences: compare(recorded, actual), reasons: sameReasons(recorded, actual) };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { name, kind, differences: [`${stage}: ${text}`], reasons: { same: 0, of: 0 } };
  }
}

function kindOf({ kind, expected }: RecordedCase): CaseKind {
  if (kind === 'exact') return 'exact';
  return expected.complete ? 'envelope, closed' : 'envelope, open';
}
