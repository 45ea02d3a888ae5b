import type { Offering } from '../model/instance-type.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Step } from '../packer/explain/step.ts';
import type { Requirement } from '../kubernetes/requirement.ts';
import { isOfferingKey, offeringMeets } from '../selection/offering-labels.ts';
import type { PoolView } from './pool-view.ts';

/** How many of the types that a step cost are gone because of a scenario: they could be had without it. */
export function typesLostToScenario(
  { obstacle, lost, after, alone, before }: Step,
  view: PoolView,
  scenario: Scenario | undefined,
): number {
  if (scenario === undefined || (obstacle.kind !== 'offering' && obstacle.kind !== 'pool-offering')) return 0;
  const asked =
    obstacle.kind === 'offering'
      ? [obstacle.zone, obstacle.capacityType].filter((one) => one !== undefined)
      : [...view.requirements.entries()].filter(({ key }) => isOfferingKey(key));
  const isBlocked = before === 0 && after === 0 && alone === 0;
  const chosen = new Set(view.compiled.selection.types.map(({ name }) => name));
  const types = isBlocked
    ? view.table.types.filter(({ name }) => chosen.has(name))
    : (lost ?? []).flatMap((at) => view.table.types[at] ?? []);
  const written = new Map(view.compiled.table.types.map((type) => [type.name, type]));
  return types.filter(
    ({ name, offerings }) =>
      isToBeHad(written.get(name)?.offerings ?? [], asked) && !isToBeHad(offerings, asked),
  ).length;
}

function isToBeHad(offerings: readonly Offering[], asked: readonly Requirement[]): boolean {
  return offerings.some((offering) => offering.available && offeringMeets(offering, asked));
}
