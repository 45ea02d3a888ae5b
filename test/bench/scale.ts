import type { Scenario } from '../conformance/format.ts';
import { cataloguesBeside, parse, readText } from '../conformance/read-documents.ts';
import { problemOf } from '../conformance/scenario-to-problem.ts';
import { generateDeployments } from './generate-problem.ts';
import { measure, type Measurement } from './measure.ts';

export const SCALE_SEED = 20261121;
const DEPLOYMENTS = 200;
/** Pools, daemons and catalogue are those of this one: the whole of AWS. */
const BASE = 'test/conformance/bench/bench-aws-10000.json.gz';

export interface ScaleMeasurement extends Measurement {
  /** Of the whole process so far, so measure small problems first. */
  readonly peakMemoryMb: number;
}

/** 200 deployments with so many pods altogether. */
export function measureScale(pods: number, runs: number): ScaleMeasurement {
  const name = `scale/${pods}`;
  const base = readText(BASE);
  const groups = JSON.stringify(generateDeployments({ deployments: DEPLOYMENTS, pods, seed: SCALE_SEED }));
  const fresh = () => {
    const podGroups = JSON.parse(groups) as NonNullable<Scenario['podGroups']>;
    return problemOf({ ...(parse(base, BASE) as Scenario), name, podGroups }, cataloguesBeside(BASE));
  };
  const { line } = measure({ name, runs, fresh });
  return { ...line, peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024) };
}

/** The power of the number of pods that the time grows with: 1 is linear. */
export function growthExponent(lines: readonly Measurement[]): number {
  const [small, large] = [lines[0], lines.at(-1)];
  if (small === undefined || large === undefined) throw new Error('there must be two sizes');
  const exponent = Math.log(large.medianMs / small.medianMs) / Math.log(large.pods / small.pods);
  return Number(exponent.toFixed(2));
}
