import type { ScenarioResult } from '../model/review.ts';
import { HOURS_PER_MONTH } from './money.ts';
import type { ReviewReportCluster } from './review-contract.ts';
import type { Column } from './table.ts';
import { usdText } from './review-view.ts';

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
