import type { NodeSelectorRequirement } from '../../../src/kubernetes/api/pod.ts';
import { LABEL, maybe, SHARDS, TEAMS, zoneId, type Context } from './context.ts';

/** What a node may be asked for: a label and the values it has somewhere. */
interface Vocabulary {
  readonly key: string;
  readonly values: readonly string[];
  readonly weight: number;
}

/** One condition on a node's labels, mostly one that some node can meet. */
export function expression(context: Context): NodeSelectorRequirement {
  const { rng } = context;
  const word = rng.weighted(vocabulary(context).map((entry) => [entry.weight, entry] as const));
  return condition(context, aliased(context, word));
}

function condition({ rng }: Context, { key, values }: Vocabulary): NodeSelectorRequirement {
  if (values.every((value) => /^\d+$/.test(value)) && rng.chance(0.7)) {
    return { key, operator: rng.pick(['Gt', 'Lt', 'Gte', 'Lte'] as const), values: [rng.pick(values)] };
  }
  return rng.weighted<NodeSelectorRequirement>([
    [6, { key, operator: 'In', values: rng.sample(values, rng.between(1, 3)) }],
    [2, { key, operator: 'NotIn', values: rng.sample(values, rng.between(1, 2)) }],
    [0.4, { key, operator: 'Exists' }],
    [0.2, { key, operator: 'DoesNotExist' }],
    [0.2, { key, operator: 'In', values: ['nowhere'] }],
  ]);
}

/** A label and one of its values, for a node selector. */
export function label(context: Context): readonly [key: string, value: string] {
  const { rng } = context;
  const known = vocabulary(context).filter(({ key }) => key !== LABEL.memory);
  const { key, values } = aliased(
    context,
    rng.weighted(known.map((entry) => [entry.weight, entry] as const)),
  );
  return [key, rng.pick(values)];
}

function vocabulary(context: Context): readonly Vocabulary[] {
  const { types, zones, poolNames, features } = context;
  const values = (key: string): readonly string[] => [
    ...new Set(types.flatMap((type) => type.requirements.find((one) => one.key === key)?.values ?? [])),
  ];
  const words: Vocabulary[] = [
    { key: LABEL.zone, values: zones, weight: 5 },
    { key: LABEL.capacityType, values: ['spot', 'on-demand'], weight: 4 },
    { key: LABEL.arch, values: ['amd64', 'arm64'], weight: 4 },
    { key: LABEL.os, values: ['linux', 'windows'], weight: 1 },
    { key: LABEL.instanceType, values: values(LABEL.instanceType), weight: 2 },
    { key: LABEL.category, values: values(LABEL.category), weight: 2 },
    { key: LABEL.family, values: values(LABEL.family), weight: 2 },
    { key: LABEL.generation, values: values(LABEL.generation), weight: 1 },
    { key: LABEL.size, values: values(LABEL.size), weight: 1 },
    { key: LABEL.cpu, values: values(LABEL.cpu), weight: 3 },
    { key: LABEL.memory, values: values(LABEL.memory), weight: 1 },
    { key: LABEL.nodePool, values: poolNames, weight: 1 },
  ];
  if (features.has('extended-resources')) {
    words.push({ key: LABEL.gpuName, values: [...values(LABEL.gpuName), 'none'], weight: 0.5 });
  }
  if (features.has('reserved')) {
    words.push({ key: LABEL.capacityType, values: ['reserved', 'on-demand'], weight: 2 });
    words.push({ key: LABEL.reservationId, values: [...values(LABEL.reservationId), 'cr-x'], weight: 0.5 });
  }
  if (features.has('zone-ids')) words.push({ key: LABEL.zoneId, values: zones.map(zoneId), weight: 4 });
  if (features.has('custom-labels')) {
    words.push(
      { key: LABEL.team, values: TEAMS, weight: 4 },
      { key: LABEL.shard, values: SHARDS, weight: 1 },
    );
  }
  return words;
}

const ALIAS = new Map<string, string>([
  [LABEL.zone, 'failure-domain.beta.kubernetes.io/zone'],
  [LABEL.arch, 'beta.kubernetes.io/arch'],
  [LABEL.os, 'beta.kubernetes.io/os'],
  [LABEL.instanceType, 'beta.kubernetes.io/instance-type'],
]);

function aliased(context: Context, word: Vocabulary): Vocabulary {
  const alias = ALIAS.get(word.key);
  return alias !== undefined && maybe(context, 'aliases', 0.5) ? { ...word, key: alias } : word;
}
