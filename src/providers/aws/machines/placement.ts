import type { CapacityType } from '../../../model/instance-type.ts';
import type { MachineDraft } from './machine-draft.ts';

const RESERVATIONS = '/spec/capacityReservationSelectorTerms';
const PLACEMENT_GROUP = '/spec/placementGroupSelector';

/** Sets how the capacity is bought. */
export function setMarket(draft: MachineDraft, capacityType: CapacityType): void {
  if (capacityType === 'spot') {
    draft.set('marketType', 'Spot', '');
    draft.set('spotMarketOptions', {}, '');
  }
  if (capacityType !== 'reserved') return;
  const [term, ...more] = draft.nodeClass.capacityReservationSelectorTerms ?? [];
  if (term?.id !== undefined && more.length === 0) {
    draft.set('capacityReservationId', term.id, `${RESERVATIONS}/0/id`);
    return;
  }
  draft.report('PW9507', RESERVATIONS, 'Cluster API takes one capacity reservation, by its id', {
    help: 'Select it by `id`, and make a pool for each reservation.',
  });
}

export function setPlacementGroup(draft: MachineDraft): void {
  const { placementGroupSelector: group } = draft.nodeClass;
  if (group?.name !== undefined) draft.set('placementGroupName', group.name, `${PLACEMENT_GROUP}/name`);
  else if (group !== undefined) {
    draft.report('PW9507', PLACEMENT_GROUP, 'Cluster API takes a placement group by its name', {
      help: 'Write `placement_group_selector: {name: …}`.',
    });
  }
}
