import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Range, RecordedDecision, Scenario } from '../conformance/format.ts';
import { cataloguesBeside, parse, readText, UnreadableFile } from '../conformance/read-documents.ts';
import { problemOf } from '../conformance/scenario-to-problem.ts';
import { totalPrice } from '../conformance/envelope.ts';
import { measure, type Measurement } from './measure.ts';

/** Over several runs of Karpenter, which decides between equals at random. */
interface RecordedRange {
  readonly claims: Range;
  readonly claimsPerPool: Readonly<Record<string, Range>>;
  readonly unschedulable: Range;
  readonly totalPrice: Range;
}

export interface FileMeasurement extends Measurement {
  /** How the outcome leaves what was recorded; absent where it does not. */
  readonly outsideRecorded?: readonly string[];
}

export function measureFile(
  file: string,
  runs: number,
): { readonly line: FileMeasurement; readonly decision: RecordedDecision } {
  const text = readText(file);
  const { name } = scenarioOf(file, text);
  const fresh = () => problemOf(scenarioOf(file, text), cataloguesBeside(file));
  const { line, decision } = measure({ name, runs, fresh });
  const recorded = recordedRange(file);
  const outsideRecorded = recorded === undefined ? [] : outside(recorded, decision);
  return { decision, line: outsideRecorded.length === 0 ? line : { ...line, outsideRecorded } };
}

function scenarioOf(file: string, text: string): Scenario {
  const value = parse(text, file) as Scenario | null;
  if (typeof value?.name !== 'string' || !Array.isArray(value.nodePools))
    throw new UnreadableFile(`${file}: this is no scenario`);
  return value;
}

function recordedRange(file: string): RecordedRange | undefined {
  const beside = join(dirname(file), 'expected.json');
  if (!existsSync(beside)) return undefined;
  const all = parse(readText(beside), beside) as Readonly<Record<string, RecordedRange>>;
  return all[basename(file)];
}

function outside(recorded: RecordedRange, decision: RecordedDecision): readonly string[] {
  const claimsOf = (pool: string) =>
    decision.newNodeClaims.filter(({ nodePool }) => nodePool === pool).length;
  const rows: readonly (readonly [string, Range, number])[] = [
    ['claims', recorded.claims, decision.newNodeClaims.length],
    ['unschedulable', recorded.unschedulable, Object.keys(decision.errors).length],
    ['totalPricePerHour', recorded.totalPrice, totalPrice(decision)],
    ...Object.entries(recorded.claimsPerPool).map(
      ([pool, range]) => [`claims of ${pool}`, range, claimsOf(pool)] as const,
    ),
  ];
  return rows
    .filter(([, { min, max }, actual]) => actual < min || actual > max)
    .map(([what, { min, max }, actual]) => `${what}: recorded ${min} to ${max}, got ${actual}`);
}
