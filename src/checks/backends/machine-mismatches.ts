import type { Origin } from '../../diagnostics/origin.ts';
import { amountReader, type Resources } from '../../kubernetes/resources.ts';
import { ceilMilli, ceilUnits } from '../../kubernetes/quantity.ts';
import { type TemplateNode, templateNode } from '../../kubernetes/scale-from-zero/template-node.ts';
import { isPassingTaint } from '../../kubernetes/scale-from-zero/template-taints.ts';
import { formatTaint } from '../../kubernetes/taint.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { NodeGroup } from '../../model/node-group.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import type { JoinedNode } from './joined-node.ts';

/** One way in which the node of a group is not the node that Karpenter would make for the same pool, type and place. */
export interface Mismatch {
  /** Equal for the same thing on other groups. */
  readonly what: string;
  /** A sentence about one group, without a final full stop. */
  readonly message: string;
  /** The option or line responsible; absent: the pool as a whole. */
  readonly origin?: Origin;
}

export interface MismatchInput {
  readonly compiled: CompiledPool;
  readonly group: NodeGroup;
  /** What the objects make of a node of the group; undefined where they do not say, as with a topology. */
  readonly joined: JoinedNode | undefined;
  readonly labels: LabelVocabulary;
}

/** What differs between the two nodes; nothing where they are the same machine. */
export function machineMismatches(input: MismatchInput): readonly Mismatch[] {
  const { compiled, group, joined } = input;
  const startup = compiled.pool.startupTaints.map(({ key }) => key.value);
  const read = templateNode({ annotations: group.annotations, startupTaints: { keys: startup } });
  if (!read.ok) {
    return [{ what: 'template', message: 'annotations do not say what a new node has' }];
  }
  return [
    ...resourceMismatches(read, input),
    ...labelMismatches(read, joined, input),
    ...taintMismatches(read, joined, input),
    ...(joined === undefined ? [] : machineItself(joined, input)),
  ];
}

const MEBIBYTE = 2 ** 20;
const GIBIBYTE = 2 ** 30;

/** Annotations are rounded down to whole mebibytes and, for disks, gibibytes. */
const ROUNDING: ReadonlyMap<string, number> = new Map([
  ['memory', MEBIBYTE],
  ['ephemeral-storage', GIBIBYTE],
]);

/** Given out by add-ons of the cluster whatever made the machine; annotations have no word for them. */
const OF_ADD_ONS = 'vpc.amazonaws.com/';

function resourceMismatches(
  { capacity }: TemplateNode,
  { compiled, group }: MismatchInput,
): readonly Mismatch[] {
  const wanted = compiled.pool.clusterApi?.annotatedResources;
  const machine = compiled.table.resourcesOf(group.instanceType);
  // Annotating the whole capacity is a choice, of which another finding tells.
  const isWhole = wanted?.value === 'capacity';
  const expected = isWhole ? machine.capacity : machine.allocatable;
  const extended = Object.keys(expected.extended).filter((name) => !name.startsWith(OF_ADD_ONS));
  const names = new Set(['cpu', 'memory', 'ephemeral-storage', 'pods', ...extended, ...capacity.keys()]);
  return [...names].flatMap((name): Mismatch[] => {
    const said = amount(name, capacity.get(name) ?? 0n);
    const has = amountReader(name)(expected);
    if (said <= has && has - said < (ROUNDING.get(name) ?? 1)) return [];
    const message = `\`${name}\`: annotations say ${shown(name, said)}, it would have ${shown(name, has)}${isWhole || name === 'pods' ? '' : ' for pods'}`;
    return [{ what: name, message, ...(wanted === undefined ? {} : { origin: wanted.origin }) }];
  });
}

function amount(name: string, nano: bigint): number {
  const quantity = { nano, format: 'DecimalSI' as const };
  return Number(name === 'cpu' ? ceilMilli(quantity) : ceilUnits(quantity));
}

function shown(name: string, value: number): string {
  if (name === 'cpu') return `${value}m`;
  return name === 'memory' || name === 'ephemeral-storage' ? `${Math.floor(value / MEBIBYTE)}Mi` : `${value}`;
}

/** Labels that the cloud controller and the kubelet set whatever the objects say. */
const OF_THE_CLOUD = [
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/arch',
  'kubernetes.io/os',
] as const;
const CAPACITY_TYPE = 'karpenter.sh/capacity-type';

function labelMismatches(
  { labels }: TemplateNode,
  joined: JoinedNode | undefined,
  { compiled: { pool, machines }, group, labels: vocabulary }: MismatchInput,
): readonly Mismatch[] {
  const type = (key: string) => group.instanceType.labels.get(key)?.[0];
  const expected = new Map<string, string | undefined>([
    ...OF_THE_CLOUD.map((key) => [key, type(key)] as const),
    ['topology.kubernetes.io/zone', group.offering.zone],
    ['node.kubernetes.io/instance-type', group.instanceType.name],
    [CAPACITY_TYPE, group.offering.capacityType],
  ]);
  // A pool's label on a key that is known narrows its types; the node has the value of its own.
  for (const [key, { value }] of pool.labels) if (!vocabulary.specs.has(key)) expected.set(key, value);
  const cloud: ReadonlySet<string> = new Set(OF_THE_CLOUD);
  return [...expected].flatMap(([key, value]): Mismatch[] => {
    if (value === undefined || machines?.refusedLabels?.has(key) === true) return [];
    const origin = pool.labels.get(key)?.origin;
    const of = { what: `label ${key}`, ...(origin === undefined ? {} : { origin }) };
    const said = labels.get(key);
    if (said !== value) {
      return [
        {
          ...of,
          message: `label \`${key}\`: annotations say ${quoted(said)}, Karpenter sets ${quoted(value)}`,
        },
      ];
    }
    if (joined === undefined || cloud.has(key) || joined.labels.get(key) === value) return [];
    return [
      {
        ...of,
        message: `label \`${key}\`: the node gets ${quoted(joined.labels.get(key))}, Karpenter sets ${quoted(value)}`,
      },
    ];
  });
}

function quoted(value: string | undefined): string {
  if (value === undefined) return 'nothing';
  return value === '' ? 'an empty value' : `\`${value}\``;
}

function taintMismatches(
  template: TemplateNode,
  joined: JoinedNode | undefined,
  { compiled }: MismatchInput,
): readonly Mismatch[] {
  const { pool, backend } = compiled;
  const passing = new Set(pool.startupTaints.map(({ key }) => key.value));
  // What goes away by itself is nothing more that pods have to tolerate.
  const lasting = ({ key }: { readonly key: string }) =>
    !passing.has(key) && !isPassingTaint(key) && key !== 'karpenter.sh/unregistered';
  const expected = new Map(
    pool.taints.map(({ key, value, effect, origin }) => {
      const taint = { key: key.value, value: value?.value ?? '', effect: effect.value };
      return [formatTaint(taint), origin] as const;
    }),
  );
  const sides = [
    // Karpenter's provider does not read them: its NodePool says them.
    ...(backend === 'cluster-autoscaler' ? [{ whose: 'annotations', taints: template.taints }] : []),
    ...(joined === undefined ? [] : [{ whose: 'kubelets', taints: joined.taints }]),
  ];
  return sides.flatMap(({ whose, taints }) => [
    ...[...expected].flatMap(([taint, origin]): Mismatch[] =>
      taints.map(formatTaint).includes(taint)
        ? []
        : [{ what: `taint ${taint}`, message: `taint \`${taint}\` is not among those of ${whose}`, origin }],
    ),
    ...taints
      .filter(lasting)
      .map(formatTaint)
      .flatMap((taint): Mismatch[] =>
        expected.has(taint)
          ? []
          : [{ what: `taint ${taint}`, message: `taint \`${taint}\` of ${whose} is not the pool's` }],
      ),
  ]);
}

/** What the templates ask for. */
function machineItself(joined: JoinedNode, { compiled, group }: MismatchInput): readonly Mismatch[] {
  const { pods }: Resources = compiled.table.resourcesOf(group.instanceType).allocatable;
  const found: Mismatch[] = [];
  const differ = (what: string, has: string | number | undefined, wanted: string | number) => {
    if (has === undefined || has === wanted) return;
    const message = `${what}: the template says \`${has}\`, Karpenter's node would have \`${wanted}\``;
    found.push({ what, message });
  };
  differ('zone', joined.failureDomain, group.offering.zone);
  differ('instance type', joined.instanceType, group.instanceType.name);
  differ('pods', joined.maxPods, pods);
  return found;
}
