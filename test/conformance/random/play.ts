import { checkCase, type CaseResult } from '../check-case.ts';
import type { RecordedCase, RecordedOutcomes } from '../format.ts';
import { Oracle, type Sampling } from '../oracle/ask.ts';
import type { RandomScenario } from './scenario.ts';

/** A scenario with Karpenter's decision, and how the packer's compares. */
export interface Played {
  readonly recorded: RecordedCase;
  readonly result: CaseResult;
}

interface Game {
  readonly programs: Programs;
  readonly processes: number;
  readonly onResult: (played: Played) => void;
}

export interface Programs {
  readonly unmodified: string;
  /** The same with ties decided by name. */
  readonly tiesByName: string;
}

/** Enough to tell most scenarios that have several outcomes. */
const QUICK: Sampling = { runs: 10, envelopeRuns: 60, workers: 1 };
/** What differs may only have been seen too seldom. */
const THOROUGH: Sampling = { runs: 300, envelopeRuns: 300, workers: 1 };

/** Lets both decide every scenario. The order of results is that of finishing. */
export async function play(scenarios: Iterable<RandomScenario>, game: Game): Promise<void> {
  const queue = scenarios[Symbol.iterator]();
  await Promise.all(Array.from({ length: game.processes }, () => playInTurn(queue, game)));
}

/** One table: oracles of its own, that take scenarios until there are none. */
async function playInTurn(queue: Iterator<RandomScenario>, { programs, onResult }: Game): Promise<void> {
  const table: Table = {
    quick: new Oracle(programs.unmodified, QUICK),
    thorough: new Oracle(programs.unmodified, THOROUGH),
    tiesByName: new Oracle(programs.tiesByName, QUICK),
  };
  try {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      onResult(await playOne(next.value, table));
    }
  } catch (error) {
    // The other tables must not go on for minutes before anybody hears of it.
    queue.return?.();
    throw error;
  } finally {
    for (const oracle of Object.values(table)) oracle.close();
  }
}

type Table = Readonly<Record<'quick' | 'thorough' | 'tiesByName', Oracle>>;

/**
 * A difference counts only if it is there after many runs too. Where Karpenter has more outcomes than runs show, the
 * decision is also right if it is Karpenter's when it takes the first by name instead of any.
 */
async function playOne(scenario: RandomScenario, { quick, thorough, tiesByName }: Table): Promise<Played> {
  const first = await judge(scenario, quick);
  if (isRight(first)) return first;
  const second = await judge(scenario, thorough);
  if (isRight(second) || second.recorded.kind === 'exact') return second;
  const third = await judge(scenario, tiesByName);
  return meetsOne(third) ? { ...second, result: { ...second.result, differences: [] } } : second;
}

async function judge(scenario: RandomScenario, oracle: Oracle): Promise<Played> {
  const { kind, expected } = await oracle.ask(scenario);
  const recorded = { name: scenario.name, family: scenario.family, kind, scenario, expected } as RecordedCase;
  return { recorded, result: checkCase(recorded, noCatalogue) };
}

function isRight({ result }: Played): boolean {
  return result.differences.length === 0;
}

/** Whether the decision is one of those seen, not only within their bounds. */
function meetsOne({ recorded, result }: Played): boolean {
  if (recorded.kind === 'exact') return result.differences.length === 0;
  const expected: RecordedOutcomes = { ...recorded.expected, complete: true };
  return isRight({ recorded, result: checkCase({ ...recorded, expected }, noCatalogue) });
}

/** Random scenarios carry their instance types with them. */
function noCatalogue(name: string): never {
  throw new Error(`there is no catalogue ${name}`);
}
