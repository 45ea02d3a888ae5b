import type { Offering } from '../model/instance-type.ts';
import { allConstraints, combine, type PoolConstraints } from '../selection/pool-constraints.ts';
import { ARCH, CAPACITY_TYPE, INSTANCE_TYPE, OS, REGION, ZONE } from './keys.ts';
import type { MachineOption } from './machine-option.ts';
import type { Labels } from './route-labels.ts';

/** What a node has from its instance type, whoever makes it and wherever it stands. */
export function typeLabels(option: MachineOption, constraints: PoolConstraints): Labels {
  const value = valueReader(option, constraints);
  const region = value(REGION);
  return {
    [INSTANCE_TYPE]: option.type.name,
    [ARCH]: value(ARCH) ?? 'amd64',
    [OS]: value(OS) ?? 'linux',
    ...(region === undefined ? {} : { [REGION]: region }),
  };
}

/** The value of a label that the type may have several of: the first that the pool leaves. */
function valueReader({ type }: MachineOption, constraints: PoolConstraints) {
  const requirements = combine(allConstraints(constraints));
  return (key: string): string | undefined => {
    const requirement = requirements.get(key);
    return (type.labels.get(key) ?? []).find((value) => requirement.has(value));
  };
}

/** What differs between the zones of one machine. */
export function placeLabels(offering: Offering, csiZoneLabel: string | undefined): Labels {
  return {
    [ZONE]: offering.zone,
    [CAPACITY_TYPE]: offering.capacityType,
    ...(csiZoneLabel === undefined ? {} : { [csiZoneLabel]: offering.zone }),
  };
}
