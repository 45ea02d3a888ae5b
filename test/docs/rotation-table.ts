import { EDITS, editedCase } from '../drift/forecast-cases.ts';
import { forecast } from '../drift/harness.ts';
import { MACHINE_EDITS } from '../drift/machine-cases.ts';
import type { Rotation } from '../../src/model/review.ts';

/** What is edited, and what the forecast says of it: `docs/rotation.md` claims nothing that does not come out. */
const KARPENTER: readonly (readonly [edit: string, name: string])[] = [
  ['limits', 'limit-cut'],
  ['weight, disruption settings', 'weight-and-budget-changed'],
  ['label of the nodes', 'template-label-added'],
  ['annotation of the nodes', 'template-annotation-added'],
  ['taint', 'taint-changed'],
  ['taint made a startup taint', 'taint-becomes-startup-taint'],
  ['`expire_after`', 'expiry-changed'],
  ['`expire_after: 43200m` for `720h`', 'expiry-in-other-words'],
  ['`termination_grace_period`', 'grace-period-added'],
  ['another node class', 'node-class-renamed'],
  ['requirement widened', 'types-added'],
  ['families `m5`, `m6i`, `i4i` narrowed to `m5`, `m6i`', 'types-dropped'],
  ['one of three zones dropped', 'zone-dropped'],
  ['`spot` dropped', 'spot-dropped'],
  ['`NotIn` two sizes added', 'not-in-added'],
  ['`minValues`', 'min-values-added'],
  ['requirement on a key of your own narrowed', 'custom-key-narrowed'],
  ['requirement `Exists` on a new key of your own', 'custom-key-added'],
  ['the same with `NotIn`', 'custom-key-not-in-added'],
  ['requirement on a key of your own taken away', 'custom-key-taken-away'],
  ['pool renamed or removed', 'pool-removed-and-added'],
  ['cost tag', 'tag-edited'],
  ['disk size', 'disk-grown'],
  ['`volumeSize: 51200Mi` for `50Gi`', 'disk-in-other-words'],
  ['role', 'role-changed'],
  ['`detailed_monitoring: false`, which is the default', 'detailed-monitoring-said'],
  ['placement group', 'placement-group-added'],
  ['`ip_prefix_count`', 'prefix-count-added'],
  ['image pinned anew', 'ami-pinned-anew'],
  ['image pinned, now `@latest`', 'ami-latest'],
  ['subnet added', 'subnet-added'],
  ['subnet taken away', 'subnet-taken-away'],
  ['subnets by tag, no more by id', 'subnets-by-tag'],
  ['security group added', 'security-group-added'],
  ['security groups of one more tag', 'security-groups-by-tag'],
];

const MACHINES: readonly (readonly [edit: string, name: string])[] = [
  ['cost tag', 'machines-tag-edited'],
  ['disk size', 'machines-disk-grown'],
  ['`kubernetes_version`', 'machines-version-raised'],
  ['label that Cluster API passes on', 'machines-label-changed'],
  ['limits', 'machines-limit-cut'],
  ['`max_surge`', 'machines-surge-changed'],
  ['one of two zones dropped', 'machines-zone-dropped'],
  ['type added', 'machines-type-added'],
];

const HEAD = ['| edit | replaced | reason |', '|---|---|---|'];

export function rotationTable(): readonly string[] {
  return [...HEAD, ...KARPENTER.map(([edit, name]) => row(edit, forecast(editedCase(EDITS[name] ?? []))))];
}

export function machineRotationTable(): readonly string[] {
  return [
    ...HEAD,
    ...MACHINES.map(([edit, name]) => {
      const [base = '', head = ''] = MACHINE_EDITS[name] ?? [];
      return row(edit, forecast({ base, head }));
    }),
  ];
}

function row(edit: string, { scope, predicate, causes, undecided }: Rotation): string {
  const which = {
    all: 'all nodes',
    partial: predicate ?? '',
    none: undecided.length > 0 ? 'undecided' : 'no node',
  };
  const reasons = [...new Set(causes.map(({ reason }) => `\`${reason}\``))];
  const told = undecided.map((sentence) => /\((\w+)\)/.exec(sentence)?.[1] ?? '').map((one) => `\`${one}\``);
  return `| ${edit} | ${which[scope]} | ${[...reasons, ...told].join(', ')} |`;
}
