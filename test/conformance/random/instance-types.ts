import type { ResourceList } from '../../../src/kubernetes/api/pod.ts';
import type { RequirementInput } from '../../../src/kubernetes/requirement.ts';
import type { PackerInstanceType, PackerOffering } from '../../../src/packer/karpenter/problem.ts';
import { LABEL, zoneId, type Mutable } from './context.ts';
import type { Feature } from './features.ts';
import type { Rng } from './rng.ts';

interface Kind {
  readonly category: string;
  readonly family: string;
  readonly arch: string;
  readonly memoryMibPerCpu: number;
  readonly priceOfCpu: number;
  readonly gpu?: string;
}

const KINDS: readonly Kind[] = [
  { category: 'm', family: 'm5', arch: 'amd64', memoryMibPerCpu: 4096, priceOfCpu: 0.048 },
  { category: 'm', family: 'm6g', arch: 'arm64', memoryMibPerCpu: 4096, priceOfCpu: 0.0385 },
  { category: 'm', family: 'm7i', arch: 'amd64', memoryMibPerCpu: 4096, priceOfCpu: 0.0504 },
  { category: 'c', family: 'c5', arch: 'amd64', memoryMibPerCpu: 2048, priceOfCpu: 0.0425 },
  { category: 'c', family: 'c7g', arch: 'arm64', memoryMibPerCpu: 2048, priceOfCpu: 0.03625 },
  { category: 'r', family: 'r5', arch: 'amd64', memoryMibPerCpu: 8192, priceOfCpu: 0.063 },
  { category: 'r', family: 'r6g', arch: 'arm64', memoryMibPerCpu: 8192, priceOfCpu: 0.0504 },
  { category: 't', family: 't3', arch: 'amd64', memoryMibPerCpu: 4096, priceOfCpu: 0.0416 },
  { category: 'g', family: 'g4dn', arch: 'amd64', memoryMibPerCpu: 4096, priceOfCpu: 0.1315, gpu: 't4' },
  { category: 'p', family: 'p3', arch: 'amd64', memoryMibPerCpu: 7808, priceOfCpu: 0.3825, gpu: 'v100' },
];

const SIZES = new Map([
  ['medium', 1],
  ['large', 2],
  ['xlarge', 4],
  ['2xlarge', 8],
  ['4xlarge', 16],
  ['8xlarge', 32],
  ['12xlarge', 48],
  ['16xlarge', 64],
]);

interface Wish {
  readonly rng: Rng;
  readonly features: ReadonlySet<Feature>;
  readonly zones: readonly string[];
  readonly count: number;
}

/** Instance types with offerings, in random order: the order of a catalogue decides ties. */
export function instanceTypes(wish: Wish): PackerInstanceType[] {
  const { rng, count } = wish;
  const names = KINDS.flatMap((kind) => [...SIZES].map(([size, cpus]) => ({ kind, size, cpus })));
  const plain = names.filter(({ kind }) => kind.gpu === undefined || wish.features.has('extended-resources'));
  return rng.sample(plain, count).map((one) => instanceType(wish, one));
}

interface Model {
  readonly kind: Kind;
  readonly size: string;
  readonly cpus: number;
}

function instanceType(wish: Wish, model: Model): PackerInstanceType {
  const { rng } = wish;
  const name = `${model.kind.family}.${model.size}`;
  const offerings = offeringsOf(wish, name, model);
  const reservations = offerings.flatMap((offering) => valuesOf(offering, LABEL.reservationId));
  return {
    name,
    requirements: requirementsOf(name, model, offerings, reservations, rng).filter(
      // A type may leave open what others state: then everything about that key passes.
      ({ key }) => key !== LABEL.gpuName || !rng.chance(0.05),
    ),
    offerings,
    capacity: capacityOf(wish, model),
    overhead: overheadOf(wish, model),
  };
}

function requirementsOf(
  name: string,
  { kind, size, cpus }: Model,
  offerings: readonly PackerOffering[],
  reservations: readonly string[],
  rng: Rng,
): RequirementInput[] {
  const gpus = kind.gpu === undefined ? undefined : Math.max(1, cpus / 8);
  const os = rng.chance(0.2) ? ['linux', 'windows'] : ['linux'];
  return [
    within(LABEL.instanceType, [name]),
    within(LABEL.arch, [kind.arch]),
    within(LABEL.os, os),
    within(LABEL.region, ['test-region']),
    within(
      LABEL.zone,
      offerings.flatMap((offering) => valuesOf(offering, LABEL.zone)),
    ),
    within(
      LABEL.capacityType,
      offerings.flatMap((offering) => valuesOf(offering, LABEL.capacityType)),
    ),
    ...zoneIds(offerings),
    within(LABEL.category, [kind.category]),
    within(LABEL.family, [kind.family]),
    within(LABEL.generation, [/\d/.exec(kind.family)?.[0] ?? '1']),
    within(LABEL.size, [size]),
    within(LABEL.cpu, [`${cpus}`]),
    within(LABEL.memory, [`${cpus * kind.memoryMibPerCpu}`]),
    within(LABEL.windowsBuild, os.length > 1 && rng.chance(0.3) ? ['10.0.17763'] : []),
    within(LABEL.reservationId, reservations),
    within(LABEL.gpuCount, gpus === undefined ? [] : [`${gpus}`]),
    within(LABEL.gpuName, kind.gpu === undefined ? [] : [kind.gpu]),
  ];
}

function zoneIds(offerings: readonly PackerOffering[]): RequirementInput[] {
  const ids = offerings.flatMap((offering) => valuesOf(offering, LABEL.zoneId));
  return ids.length === 0 ? [] : [within(LABEL.zoneId, ids)];
}

function within(key: string, values: readonly string[]): RequirementInput {
  const different = [...new Set(values)].sort();
  return different.length === 0
    ? { key, operator: 'DoesNotExist' }
    : { key, operator: 'In', values: different };
}

function valuesOf({ requirements }: PackerOffering, key: string): readonly string[] {
  return requirements.find((requirement) => requirement.key === key)?.values ?? [];
}

function offeringsOf(wish: Wish, name: string, { kind, cpus }: Model): PackerOffering[] {
  const { rng, features, zones } = wish;
  const offered = rng.chance(0.15) ? rng.sample(zones, rng.between(1, zones.length)).sort() : zones;
  const types = rng.weighted([
    [6, ['spot', 'on-demand']],
    [1, ['on-demand']],
    [1, ['spot']],
  ]);
  const onDemand = features.has('equal-prices') ? 0.1 : rounded(cpus * kind.priceOfCpu);
  const spot = features.has('equal-prices') ? 0.04 : rounded(onDemand * (0.3 + rng.below(30) / 100));
  const offerings = offered.flatMap((zone, i) =>
    types.map((capacityType): PackerOffering => {
      const offering: Mutable<PackerOffering> = {
        requirements: [...place(wish, zone), within(LABEL.capacityType, [capacityType])],
        price: capacityType === 'spot' && rng.chance(0.7) ? rounded(spot * (1 + i / 20)) : onDemand,
        available: !(features.has('unavailable') && rng.chance(0.15)),
      };
      override(wish, offering);
      return offering;
    }),
  );
  return [...offerings, ...reservedOfferings(wish, name, offered)];
}

function place({ features }: Wish, zone: string): RequirementInput[] {
  return [
    within(LABEL.zone, [zone]),
    ...(features.has('zone-ids') ? [within(LABEL.zoneId, [zoneId(zone)])] : []),
  ];
}

function rounded(price: number): number {
  return Math.round(price * 1e6) / 1e6;
}

function override({ rng, features }: Wish, offering: Mutable<PackerOffering>): void {
  if (!features.has('overrides') || !rng.chance(0.3)) return;
  // Keys that the type itself lacks: Karpenter's versions differ in what they do with others.
  if (rng.chance(0.6)) offering.capacityOverride = { 'example.com/slots': rng.pick(['1', '2', '8']) };
  else offering.overheadOverride = { kubeReserved: { 'example.com/base': rng.pick(['0', '1']) } };
}

function reservedOfferings(wish: Wish, name: string, zones: readonly string[]): PackerOffering[] {
  const { rng, features } = wish;
  if (!features.has('reserved') || !rng.chance(0.4)) return [];
  return Array.from({ length: rng.between(1, 2) }, (_, i) => {
    // Now and then several types draw on one reservation.
    const id = rng.chance(0.2) ? 'cr-shared' : `cr-${name.replace('.', '-')}-${i}`;
    return {
      requirements: [
        ...place(wish, rng.pick(zones)),
        within(LABEL.capacityType, ['reserved']),
        within(LABEL.reservationId, [id]),
      ],
      price: 0.000001,
      available: rng.chance(0.9),
      reservationCapacity: rng.pick([0, 1, 1, 2, 3, 5]),
    };
  });
}

function capacityOf({ rng, features }: Wish, { kind, cpus }: Model): ResourceList {
  const capacity: Record<string, string> = {
    cpu: `${cpus}`,
    memory: `${cpus * kind.memoryMibPerCpu}Mi`,
    pods: rng.chance(0.1) ? `${rng.between(3, 8)}` : `${Math.min(8 + cpus * 14, 234)}`,
  };
  if (kind.gpu !== undefined) capacity['nvidia.com/gpu'] = `${Math.max(1, cpus / 8)}`;
  if (features.has('extended-resources')) {
    capacity['ephemeral-storage'] = rng.pick(['20Gi', '100G', '1Ti']);
    if (rng.chance(0.3)) capacity['example.com/dongle'] = rng.pick(['1', '3']);
  }
  if (features.has('hugepages') && rng.chance(0.6)) {
    capacity['hugepages-2Mi'] = rng.pick(['0', '256Mi', `${cpus * 512}Mi`]);
  }
  if (features.has('overrides')) capacity['example.com/base'] = rng.pick(['0', '2']);
  return capacity;
}

function overheadOf({ rng }: Wish, { cpus }: Model): NonNullable<PackerInstanceType['overhead']> {
  return rng.weighted([
    [4, { kubeReserved: { cpu: `${50 + cpus * 10}m`, memory: `${200 + cpus * 20}Mi` } }],
    [2, { kubeReserved: { cpu: '80m', memory: '350Mi' }, evictionThreshold: { memory: '100Mi' } }],
    [2, { systemReserved: { cpu: '100m', memory: '100Mi', 'ephemeral-storage': '1Gi' } }],
    [3, {}],
    // More than the smallest types have: those can host nothing at all.
    [0.3, { kubeReserved: { cpu: '1500m', memory: '1Gi' } }],
  ]);
}
