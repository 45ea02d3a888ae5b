import { afterAll, describe, expect, inject, it } from 'vitest';
import { ApiServer } from '../rig/api.ts';
import { type Judgement, judge } from './judge.ts';
import { LEAST_ADMITTED } from './least-admitted.ts';
import { committedObjects, definedObjects, goldenObjects, rehearsedObjects } from './written-objects.ts';

const servers = { aws: new ApiServer(inject('aws')), core: new ApiServer(inject('core')) };

afterAll(() => {
  servers.aws.close();
  servers.core.close();
});

/** CRDs that are in no Go module; their objects are not judged. */
const NOT_TO_BE_HAD = [
  'CapacityQuota of autoscaling.x-k8s.io/v1alpha1',
  'ClusterAPINodeClass of karpenter.cluster.x-k8s.io/v1alpha1',
];

describe('a real API server admits', () => {
  it('every object of dist/', async () => {
    const { judgement, count } = await judged('dist/', committedObjects());
    expect(judgement.refused).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(LEAST_ADMITTED.committed);
  });

  it('every object of the golden files', async () => {
    const { judgement, count } = await judged('golden files', goldenObjects());
    expect(judgement.refused).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(LEAST_ADMITTED.golden);
  });

  it('every object of every definition in the repository', async () => {
    const { objects, definitions } = definedObjects();
    const { judgement, count } = await judged(`${definitions} definitions`, objects);
    expect(judgement.refused).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(LEAST_ADMITTED.defined);
  });

  it('every object that examples and inputs of tests come to for KWOK', async () => {
    const { objects, definitions } = rehearsedObjects();
    const { judgement, count } = await judged(`${definitions} definitions for KWOK`, objects);
    expect(judgement.refused).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(LEAST_ADMITTED.rehearsed);
  });

  it('none that is wrong: this test can fail', async () => {
    const pool = committedObjects().find(({ object }) => object.kind === 'NodePool')?.object;
    if (pool === undefined) throw new Error('no NodePool in dist/');
    const spec = pool['spec'] as object;
    const wrong = [
      { where: 'unknown field', object: { ...pool, spec: { ...spec, wait: '1m' } } },
      { where: 'rule', object: { ...pool, spec: { ...spec, replicas: 1, weight: 10 } } },
      { where: 'name', object: { ...pool, metadata: { name: 'Default' } } },
    ];
    expect((await judge(wrong, servers)).refused.map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringContaining('.spec.wait: field not declared in schema'),
      expect.stringContaining("'weight' is not supported"),
      expect.stringContaining('a lowercase RFC 1123 subdomain'),
    ]);
  });
});

async function judged(title: string, objects: Parameters<typeof judge>[0]) {
  const judgement = await judge(objects, servers);
  print(title, judgement);
  const kinds = judgement.unknown.map((line) => line.slice(line.indexOf(' ') + 1));
  expect(kinds.filter((kind) => !NOT_TO_BE_HAD.includes(kind))).toEqual([]);
  const count = judgement.admitted.reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
  return { judgement, count };
}

function print(title: string, { admitted, unknown, refused }: Judgement): void {
  const lines = [
    ...admitted.map((line) => `  admitted    ${line}`),
    ...unknown.map((line) => `  not judged  ${line}: its CRD is in no Go module`),
    ...refused.map((line) => `  REFUSED     ${line}`),
  ];
  console.log([`${title}:`, ...lines].join('\n'));
}
