import type { Origin } from '../diagnostics/origin.ts';
import type { ExplainedRelaxation, ExplainedRelaxations } from '../model/explanation.ts';
import { type Change, referencesOf } from '../packer/explain/relax/change.ts';
import type { ProvenPlace, ProvenRelaxation, Relaxations } from '../packer/explain/relax/search.ts';
import { largestRequestPointer } from '../packer/explain/request-places.ts';
import { changeText } from './explain-change.ts';
import { changeDetail } from './explain-detail.ts';
import { explainedOffering } from './explain-funnel.ts';
import { placesOf } from './explain-places.ts';
import type { PlanTemplate } from './plan-pod.ts';
import type { PoolView } from './pool-view.ts';

interface Context {
  readonly views: ReadonlyMap<string, PoolView>;
  readonly template: PlanTemplate;
}

/** Changes that were proven to help, in words and with their lines. */
export function describeRelaxations(relaxations: Relaxations, context: Context): ExplainedRelaxations {
  const { proven, tried, untried } = relaxations;
  return { proven: proven.map((one) => describe(one, context)), tried, untried };
}

function describe({ change, place, displaced }: ProvenRelaxation, context: Context): ExplainedRelaxation {
  return {
    change: change.kind,
    message: changeText(change),
    result: resultText(place),
    place: placeJson(place),
    displaced,
    places: changePlaces(change, context),
    detail: changeDetail(change),
  };
}

function changePlaces(change: Change, { views, template }: Context): readonly Origin[] {
  if (change.kind !== 'request-less') return placesOf(referencesOf(change), views, template);
  const pointer = largestRequestPointer(template.spec, change.resource);
  return pointer === undefined ? [] : placesOf([{ in: 'pod', pointer }], views, template);
}

function resultText(place: ProvenPlace): string {
  if (place.on === 'existing node') return `fits on the existing node ${place.node}`;
  const { instanceType, zone, capacityType } = place.cheapest;
  const node = place.on === 'new node' ? 'as a new node' : 'together with other pods';
  return `fits in pool \`${place.nodePool}\` ${node}, at the cheapest ${instanceType} (${capacityType}, ${zone})`;
}

function placeJson(place: ProvenPlace): ExplainedRelaxation['place'] {
  if (place.on === 'existing node') return { on: place.on, node: place.node };
  return { on: place.on, nodePool: place.nodePool, cheapest: explainedOffering(place.cheapest) };
}
