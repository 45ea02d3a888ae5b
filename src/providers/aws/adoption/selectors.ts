import { parseAmiAlias } from '../../../kubernetes/api/ami-alias.ts';
import type { SelectorRules } from '../../../model/provider.ts';
import { CAPACITY_RESERVATION_ID } from '../label-keys.ts';

/** How karpenter-provider-aws v1.14.1 looks at nodes whose class finds something else than it did (`pkg/cloudprovider/drift.go`). */
export const SELECTORS: readonly SelectorRules[] = [
  {
    field: 'amiSelectorTerms',
    reason: 'AMIDrift',
    noun: ['image', 'images'],
    replaces: 'not picked',
    naming: new Set(['id']),
    release: ({ alias }) => {
      const parsed = typeof alias === 'string' ? parseAmiAlias(alias) : undefined;
      if (typeof alias !== 'string' || parsed === undefined) return undefined;
      return { name: alias, isFixed: parsed.version !== 'latest' };
    },
  },
  {
    field: 'subnetSelectorTerms',
    reason: 'SubnetDrift',
    noun: ['subnet', 'subnets'],
    replaces: 'not found',
    naming: new Set(['id']),
  },
  {
    field: 'securityGroupSelectorTerms',
    reason: 'SecurityGroupDrift',
    noun: ['security group', 'security groups'],
    replaces: 'another set',
    naming: new Set(['id', 'name']),
  },
  {
    field: 'capacityReservationSelectorTerms',
    reason: 'CapacityReservationDrift',
    noun: ['capacity reservation', 'capacity reservations'],
    replaces: 'not found',
    naming: new Set(['id']),
    nodeLabel: CAPACITY_RESERVATION_ID,
    capacityType: 'reserved',
  },
];
