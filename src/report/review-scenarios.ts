import type { ScenarioResult } from '../model/review.ts';
import { HOURS_PER_MONTH } from './money.ts';
import type { ReviewReportCluster } from './review-contract.ts';
import type { Column } from './table.ts';
import { usdText } from './review-cost-text.ts';
import type { ReviewVoice } from './review-voice.ts';

export const SCENARIO_COLUMNS: readonly Column[] = [
  { title: 'scenario' },
  { title: 'no place', align: 'right' },
  { title: 'new nodes', align: 'right' },
  { title: '$/month', align: 'right' },
];

/** A row for each scenario whose result changes; the first cell is its name. */
export function scenarioRows({ scenarios }: ReviewReportCluster): string[][] {
  return scenarios
    .filter(({ change }) => change !== 'unchanged')
    .map(({ name, before, after }) => [
      name,
      figures((result) => String(result.unplaced), before, after),
      figures((result) => String(result.nodes), before, after),
      figures((result) => usdText(result.expectedPerHourUsd * HOURS_PER_MONTH), before, after),
    ]);
}

function figures(
  of: (result: ScenarioResult) => string,
  before: ScenarioResult | undefined,
  after: ScenarioResult | undefined,
): string {
  const [from, to] = [before, after].map((result) => (result === undefined ? '–' : of(result)));
  return from === to ? (to ?? '') : `${from ?? ''} → ${to ?? ''}`;
}

export interface WorsenedScenario {
  readonly name: string;
  /** Pods without a place in head, and how many more that are than in base. */
  readonly unplaced: number;
  readonly more: number;
  /** Base does not have it. */
  readonly isNew: boolean;
}

/** Scenarios in which more pods have no place. */
export function worsenedScenarios({ scenarios }: Pick<ReviewReportCluster, 'scenarios'>): WorsenedScenario[] {
  return scenarios.flatMap(({ name, before, after }) => {
    const unplaced = after?.unplaced ?? 0;
    const more = unplaced - (before?.unplaced ?? 0);
    return more > 0 ? [{ name, unplaced, more, isNew: before === undefined }] : [];
  });
}

/** A line for each of them: they must not be overlooked. */
export function worsenedLines(cluster: ReviewReportCluster, { code }: ReviewVoice): string[] {
  return worsenedScenarios(cluster).map(({ name, unplaced, more, isNew }) => {
    const figures = isNew ? String(unplaced) : `${unplaced - more} → ${unplaced}`;
    return `scenario ${code(name)}: ${figures} pods without a place`;
  });
}
