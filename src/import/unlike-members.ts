import { isSameJson } from '../diagnostics/is-same-json.ts';
import type { JsonMap, JsonValue } from '../diagnostics/json-value.ts';
import type { DescribedMachine } from './describe-machines.ts';
import { type Finding, finding } from './finding.ts';
import type { MachineGroup } from './group-machines.ts';
import { deploymentsText } from './lost-machine-fields.ts';

/** A pool says it once for all its MachineDeployments. Where they differ, one of them decides for the others. */
export function unlikeMembers(groups: readonly MachineGroup[]): Finding[] {
  return groups.flatMap(({ name, machines }) => {
    const all = machines.map((machine) => ({ live: machine.live, ...keysOf(machine) }));
    const keys = [...new Set(all.flatMap(({ own, shared }) => Object.keys({ ...own, ...shared })))];
    return keys.flatMap((key) => {
      const decides = all.find(({ shared }) => shared[key] !== undefined) ?? all[0];
      const value = (one: (typeof all)[number]) => one.shared[key] ?? one.own[key];
      const others = all.filter((one) => decides !== undefined && !isSameJson(value(one), value(decides)));
      const [other] = others;
      if (decides === undefined || other === undefined) return [];
      const which = deploymentsText(others.map(({ live }) => live.name));
      return finding(
        'PW9303',
        other.live.span(['metadata', 'name']),
        `${which}: other \`${key}\` than \`${decides.live.name}\`, whose ${key} the pool takes`,
        { pools: [name], help: 'Give them pools of their own if the difference is meant.' },
      );
    });
  });
}

interface Keys {
  /** Taken from the first MachineDeployment. */
  readonly own: JsonMap;
  /** Of `node_class`: taken from the first that has them. */
  readonly shared: JsonMap;
}

function keysOf({ labels, taints, nodeClass, options, terminationGracePeriod }: DescribedMachine): Keys {
  const {
    capacity_reservation_selector_terms: _own,
    volumeSize,
    block_device_mappings,
    ...others
  } = nodeClass;
  // Two ways to say one thing.
  const disks = block_device_mappings ?? volumeSize;
  const shared = { ...others, ...(disks === undefined ? {} : { disks }) };
  return {
    own: {
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(taints.length === 0 ? {} : { taints: taints as unknown as JsonValue }),
      ...options,
      ...(terminationGracePeriod === undefined ? {} : { termination_grace_period: terminationGracePeriod }),
    },
    shared,
  };
}
