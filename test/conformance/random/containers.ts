import type { Container, PodSpec, ResourceList } from '../../../src/kubernetes/api/pod.ts';
import { maybe, type Context, type Mutable } from './context.ts';

const CPU = [
  '0',
  '10m',
  '50m',
  '100m',
  '250m',
  '333m',
  '500m',
  '700m',
  '1',
  '1200m',
  '2',
  '2500m',
  '4',
  '7500m',
  '15',
];
const MEMORY = [
  '0',
  '64Mi',
  '128Mi',
  '256Mi',
  '300Mi',
  '512Mi',
  '1Gi',
  '1000Mi',
  '2Gi',
  '4Gi',
  '6Gi',
  '16Gi',
  '30Gi',
];

/** The same amounts as people also write them, and some between the usual steps. */
const ODD_CPU = ['0.1', '1.5', '1e0', '100100u', '0.25', '1500m', '.5', '1234567n'];
const ODD_MEMORY = ['1.5Gi', '500M', '1e9', '0.5Gi', '123456789', '1G', '128974848', '1000k', '0.1Gi', '2e3'];

const PORTS = [80, 443, 8080];

/** Requests of pods mostly of a size that several fit on a node. */
export function containers(context: Context): Container[] {
  const { rng } = context;
  const count = rng.weighted([
    [5, 1],
    [1, 2],
  ]);
  return Array.from({ length: count }, (_, i) => {
    const container: Mutable<Container> = {
      name: i === 0 ? 'c' : `c${i}`,
      resources: { requests: requests(context) },
    };
    if (rng.chance(0.05))
      container.resources = { ...container.resources, limits: { cpu: '3', memory: '8Gi' } };
    if (i === 0 && maybe(context, 'host-ports', 0.35)) container.ports = ports(context);
    return container;
  });
}

export function requests(context: Context): ResourceList {
  const { rng } = context;
  const small = context.features.has('many-pods') || rng.chance(0.4);
  const amounts: Record<string, string> = {};
  if (rng.chance(0.95)) amounts['cpu'] = odd(context, ODD_CPU) ?? rng.pick(small ? CPU.slice(0, 8) : CPU);
  if (rng.chance(0.9))
    amounts['memory'] = odd(context, ODD_MEMORY) ?? rng.pick(small ? MEMORY.slice(0, 7) : MEMORY);
  if (maybe(context, 'extended-resources', 0.25)) amounts['nvidia.com/gpu'] = rng.pick(['1', '1', '2']);
  if (maybe(context, 'extended-resources', 0.15)) amounts['example.com/dongle'] = rng.pick(['0', '1', '2']);
  if (maybe(context, 'extended-resources', 0.2))
    amounts['ephemeral-storage'] = rng.pick(['1Gi', '15G', '90Gi']);
  if (maybe(context, 'hugepages', 0.25)) amounts['hugepages-2Mi'] = rng.pick(['64Mi', '256Mi', '2Gi']);
  if (maybe(context, 'overrides', 0.3)) amounts['example.com/slots'] = rng.pick(['1', '2', '4']);
  if (maybe(context, 'overrides', 0.2)) amounts['example.com/base'] = '1';
  return amounts;
}

function odd(context: Context, choices: readonly string[]): string | undefined {
  return maybe(context, 'odd-quantities', 0.25) ? context.rng.pick(choices) : undefined;
}

function ports({ rng }: Context): NonNullable<Container['ports']> {
  return rng
    .sample(
      PORTS,
      rng.weighted([
        [4, 1],
        [1, 2],
      ]),
    )
    .map((port) => ({
      containerPort: port,
      hostPort: port,
      ...(rng.chance(0.8) ? { protocol: rng.pick(['TCP', 'TCP', 'UDP']) } : { protocol: 'TCP' }),
      ...(rng.chance(0.2) ? { hostIP: rng.pick(['10.0.0.1', '10.0.0.2', '0.0.0.0']) } : {}),
    }));
}

export function initContainers(context: Context): Container[] {
  const { rng } = context;
  if (!maybe(context, 'init-containers', 0.5)) return [];
  return Array.from({ length: rng.between(1, 3) }, (_, i) => ({
    name: `i${i}`,
    resources: { requests: requests(context) },
    ...(rng.chance(0.4) ? { restartPolicy: 'Always' } : {}),
  }));
}

/** Requests of the pod as a whole, and what its runtime costs. */
export function podResources(context: Context): Pick<PodSpec, 'resources' | 'overhead'> {
  const { rng } = context;
  const spec: Mutable<Pick<PodSpec, 'resources' | 'overhead'>> = {};
  if (maybe(context, 'pod-overhead', 0.4)) {
    spec.overhead = { cpu: rng.pick(['50m', '250m']), memory: rng.pick(['64Mi', '120Mi']) };
  }
  if (maybe(context, 'pod-overhead', 0.3)) {
    spec.resources = {
      requests: rng.pick<ResourceList>([{ cpu: '1', memory: '2Gi' }, { cpu: '3' }, { memory: '5Gi' }]),
    };
  }
  return spec;
}
