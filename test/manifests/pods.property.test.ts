import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Source } from '../../src/diagnostics/source.ts';
import { readWorkloads } from '../../src/manifests/read-workloads.ts';
import { ownerKey } from '../../src/manifests/owners.ts';
import { printed } from './harness.ts';

/** Set FUZZ_SEED to reproduce. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121);
const RUNS = 100;

const CONTAINERS = [{ name: 'c', resources: { requests: { cpu: '100m' } } }];
const GONE = '2026-05-02T00:00:00Z';

type Kind = 'Deployment' | 'StatefulSet' | 'ReplicaSet';
type State = 'pending' | 'running' | 'ending' | 'done';

/** A controller, whether manifest or dump tell of it, and the pods of it that are there. */
interface Owned {
  readonly name: string;
  readonly kind: Kind;
  readonly replicas: number;
  readonly given: 'manifest' | 'dump' | 'both';
  /** Whether the dump has the ReplicaSet between a Deployment and its pods. */
  readonly hasReplicaSet: boolean;
  readonly pods: readonly State[];
}

const owned: fc.Arbitrary<Owned> = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd', 'web-0', 'x-5d'),
  kind: fc.constantFrom('Deployment', 'StatefulSet', 'ReplicaSet'),
  replicas: fc.integer({ min: 0, max: 6 }),
  given: fc.constantFrom('manifest', 'dump', 'both'),
  hasReplicaSet: fc.boolean(),
  pods: fc.array(fc.constantFrom('pending', 'running', 'ending', 'done'), { maxLength: 8 }),
});

const cluster = fc.uniqueArray(owned, { maxLength: 6, selector: ({ kind, name }) => `${kind}/${name}` });

function objects(all: readonly Owned[]): object[] {
  return all.flatMap((one) => {
    const { kind, name, replicas, given } = one;
    const written = {
      apiVersion: 'apps/v1',
      kind,
      metadata: { name },
      spec: { replicas, template: { spec: { containers: CONTAINERS } } },
    };
    const live = { ...written, metadata: { name, uid: `${kind}-${name}` } };
    return [
      ...(given === 'dump' ? [] : [written]),
      ...(given === 'manifest' ? [] : [live]),
      ...(kind === 'Deployment' && one.hasReplicaSet ? replicaSets(one) : []),
      ...one.pods.map((state, i) => pod(one, state, i)),
    ];
  });
}

/** The present one, and one of the past. */
function replicaSets({ name, replicas }: Owned): object[] {
  return [
    { suffix: '5d', replicas },
    { suffix: '4c', replicas: 0 },
  ].map(({ suffix, replicas: count }) => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${name}-${suffix}`,
      uid: `rs-${name}-${suffix}`,
      ownerReferences: [reference('Deployment', name)],
    },
    spec: { replicas: count, template: { spec: { containers: CONTAINERS } } },
  }));
}

function reference(kind: string, name: string) {
  return { apiVersion: 'apps/v1', kind, name, uid: `${kind}-${name}`, controller: true };
}

function pod({ kind, name }: Owned, state: State, i: number): object {
  const owner = kind === 'Deployment' ? reference('ReplicaSet', `${name}-5d`) : reference(kind, name);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: kind === 'StatefulSet' ? `${name}-${i}` : `${name}-5d-${kind}-${i}`,
      uid: `pod-${kind}-${name}-${i}`,
      labels: kind === 'Deployment' ? { 'pod-template-hash': '5d' } : {},
      ownerReferences: [owner],
      ...(state === 'ending' ? { deletionTimestamp: GONE } : {}),
    },
    spec: { containers: CONTAINERS, ...(state === 'pending' ? {} : { nodeName: 'n1' }) },
    status: { phase: state === 'done' ? 'Succeeded' : state === 'pending' ? 'Pending' : 'Running' },
  };
}

const NODE = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'n1' } };

function read(all: readonly object[], ...more: readonly object[]) {
  const items = [NODE, ...all];
  return readWorkloads({
    sources: [
      new Source('dump.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items })),
      ...more.map((one) => new Source('more.json', JSON.stringify(one))),
    ],
  });
}

/** How many pods of a controller there are to be, beside those that end. */
function expected({ kind, replicas, pods }: Owned): number {
  const present = pods.filter((state) => state === 'pending' || state === 'running').length;
  if (kind !== 'StatefulSet') return Math.max(replicas, present);
  // Of a StatefulSet only those count whose number is one of the wanted ones.
  const fitting = pods
    .slice(0, replicas)
    .filter((state) => state === 'pending' || state === 'running').length;
  return present + replicas - fitting;
}

/** Controllers of one name: their replicas share numbers. */
const NAME_CODES = new Set<string>(['PW7025', 'PW7038']);

function withoutPlaces(result: ReturnType<typeof read>): string {
  return printed(result).replaceAll(/@\d+:\d+-\d+/g, '@');
}

describe(`no pod is lost or doubled, seed ${SEED}`, () => {
  const options = { seed: SEED, numRuns: RUNS };

  it('each controller has the pods it wants, those that are there among them', () => {
    fc.assert(
      fc.property(cluster, (all) => {
        const { workloads, diagnostics } = read(objects(all));
        expect(diagnostics.filter(({ code }) => !NAME_CODES.has(code))).toEqual([]);
        for (const one of all) {
          const key = `default/${one.kind}/${one.name}`;
          const placed = workloads.pods.filter(
            ({ template: { owner } }) => owner !== undefined && ownerKey(owner) === key,
          );
          const stays = workloads.boundPods.filter(
            ({ metadata }) =>
              metadata.uid?.startsWith(`pod-${one.kind}-${one.name}-`) === true &&
              metadata.deletionTimestamp === undefined,
          );
          expect(placed.length + stays.length, key).toBe(expected(one));
        }
      }),
      options,
    );
  });

  it('each pod of the dump is in one place, and each uid is one pod', () => {
    fc.assert(
      fc.property(cluster, (all) => {
        const { workloads } = read(objects(all));
        const uids = [
          ...workloads.pods.map(({ uid }) => uid),
          ...workloads.boundPods.map(({ metadata }) => metadata.uid),
        ];
        expect(new Set(uids).size).toBe(uids.length);
        const names = workloads.pods.map(({ namespace, name }) => `${namespace}/${name}`);
        expect(new Set(names).size).toBe(names.length);
        for (const one of all) {
          for (const [i, state] of one.pods.entries()) {
            const uid = `pod-${one.kind}-${one.name}-${i}`;
            expect(uids.includes(uid), `${uid} ${state}`).toBe(state !== 'done');
            expect(workloads.pods.some((each) => each.uid === uid)).toBe(state === 'pending');
          }
        }
      }),
      options,
    );
  });

  it('the order of objects and their repetition mean nothing', () => {
    const shuffled = cluster.chain((all) => {
      const items = objects(all);
      return fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length }));
    });
    fc.assert(
      fc.property(shuffled, ([items, others]) => {
        const result = read(items);
        expect(withoutPlaces(read(others))).toBe(withoutPlaces(result));
        expect(withoutPlaces(read(items, ...others))).toBe(withoutPlaces(result));
        expect(JSON.stringify(read(others).workloads)).toBe(JSON.stringify(result.workloads));
      }),
      options,
    );
  });
});
