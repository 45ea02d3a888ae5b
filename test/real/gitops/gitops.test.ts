import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runIn } from '../../cli/harness.ts';
import { committedObjects } from '../objects/written-objects.ts';
import { ApiServer, type Manifest } from '../rig/api.ts';
import { prepareParts } from '../rig/parts.ts';
import { type RunningRig, startRig } from '../rig/start-rig.ts';
import { Kubectl } from './kubectl.ts';
import { liveVersions, namesOf, prune } from './live.ts';

/** A folder with a kustomization, as Argo CD and Flux are pointed at. */
const TREES = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'kustomization.yml')
  .map((file) => path.dirname(path.join('dist', file)))
  .sort();

/** Kinds whose CRD is in no Go module get one that admits anything, so that their trees can be applied whole. */
const STAND_INS = [
  ['autoscaling.x-k8s.io', 'v1alpha1', 'CapacityQuota', 'capacityquotas'],
  ['karpenter.cluster.x-k8s.io', 'v1alpha1', 'ClusterAPINodeClass', 'clusterapinodeclasses'],
] as const;

let rigs: Readonly<Record<'aws' | 'core', RunningRig>>;
let folder: string;
const apis: ApiServer[] = [];

beforeAll(async () => {
  const parts = prepareParts(() => {});
  const [aws, core] = await Promise.all([
    startRig({ parts, crds: 'aws' }),
    startRig({ parts, crds: 'core' }),
  ]);
  rigs = { aws, core };
  folder = path.join(aws.folder, 'repository');
  for (const rig of [aws, core]) {
    const api = new ApiServer(rig);
    for (const stand of STAND_INS) await api.apply(crdThatAdmitsAll(stand));
    await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'clusters' } });
    apis.push(api);
  }
});

afterAll(async () => {
  for (const api of apis) api.close();
  for (const rig of Object.values(rigs ?? {})) await rig.stop();
});

/** Pools of another provider than AWS are in the cluster that its machines form. */
function consumer(tree: string) {
  const rig = tree.endsWith('workload') ? rigs.core : rigs.aws;
  const api = new ApiServer(rig);
  apis.push(api);
  return { api, kubectl: new Kubectl(inject('binaries').kubectl, rig) };
}

describe('what syncs a folder of dist/', () => {
  it.each(TREES)('%s: kustomize lists every object of it, unchanged', (tree) => {
    const listed = consumer(tree).kubectl.kustomize(tree);
    const written = committedObjects().filter(({ where }) => path.dirname(where) === tree);
    expect(sorted(listed)).toEqual(sorted(written.map(({ object }) => object)));
  });

  it.each(TREES)(
    '%s: a server-side dry run passes, and an apply after another changes nothing',
    async (tree) => {
      const { api, kubectl } = consumer(tree);
      const objects = kubectl.kustomize(tree);
      expect(kubectl.dryRun(tree).split('\n').filter(Boolean)).toHaveLength(objects.length);
      kubectl.apply(tree);
      const first = await liveVersions(api, objects);
      expect([...first.keys()].sort()).toEqual(namesOf(objects));
      kubectl.apply(tree);
      expect(await liveVersions(api, objects)).toEqual(first);
      expect(kubectl.diff(tree)).toBe('');
      for (const object of objects) await api.remove(object);
    },
  );
});

describe('a pool that leaves the definition', () => {
  it('takes exactly its own objects with it: Karpenter, pruned by kubectl', async () => {
    const repository = await repositoryOf('production');
    const tree = path.join(repository, 'dist/production/karpenter');
    const { api, kubectl } = consumer(tree);
    const before = kubectl.kustomize(tree);
    kubectl.applySet(tree, 'pools');
    const first = await liveVersions(api, before);
    expect([...first.keys()].sort()).toEqual(namesOf(before));

    await edit(repository, 'production', (text) => text.replace(/\n {6}# One GPU[\s\S]*$/, '\n'));
    kubectl.applySet(tree, 'pools');
    const second = await liveVersions(api, before);
    expect([...first.keys()].filter((name) => !second.has(name))).toEqual([
      'EC2NodeClass/gpu',
      'NodePool/gpu',
    ]);
    for (const [name, version] of second) expect(first.get(name), name).toBe(version);
    for (const object of before) await api.remove(object);
  });

  it('takes its own objects but machine templates with it: Cluster API, pruned as Flux and Argo CD do', async () => {
    const repository = await repositoryOf('edge');
    const tree = path.join(repository, 'dist/edge/cluster-api/management');
    const { api, kubectl } = consumer(tree);
    const before = kubectl.kustomize(tree);
    kubectl.apply(tree);

    await edit(repository, 'edge', (text) => text.replace(/\n {4}# Batch work[\s\S]*$/, '\n'));
    const after = kubectl.kustomize(tree);
    kubectl.apply(tree);
    const pruned = await prune(api, before, after);
    expect(pruned.length).toBeGreaterThan(3);
    expect(pruned.filter((name) => !name.includes('/edge-batch'))).toEqual([]);

    const left = [...(await liveVersions(api, before)).keys()].sort();
    const kept = left.filter((name) => !namesOf(after).includes(name));
    expect(kept).toEqual(supersededIn(repository, 'edge'));
    expect(kept.length).toBeGreaterThan(0);
    for (const object of before) await api.remove(object);
  });
});

describe('an apply over an older state', () => {
  it('changes a node class in place, and nothing else', async () => {
    const repository = await repositoryOf('production');
    const tree = path.join(repository, 'dist/production/karpenter');
    const { api, kubectl } = consumer(tree);
    const objects = kubectl.kustomize(tree);
    kubectl.apply(tree);
    const first = await liveVersions(api, objects);
    await edit(repository, 'production', (text) => text.replace('"100Gi"', '"150Gi"'));
    expect(kubectl.diff(tree)).toContain('+      volumeSize: 150Gi');
    kubectl.apply(tree);
    const second = await liveVersions(api, objects);
    expect(
      [...second].filter(([name, version]) => first.get(name) !== version).map(([name]) => name),
    ).toEqual(['EC2NodeClass/default']);
    for (const object of objects) await api.remove(object);
  });

  it('gives machines new templates and points their deployments at them', async () => {
    const repository = await repositoryOf('edge');
    const tree = path.join(repository, 'dist/edge/cluster-api/management');
    const { api, kubectl } = consumer(tree);
    const before = kubectl.kustomize(tree);
    kubectl.apply(tree);
    const first = await liveVersions(api, before);
    await edit(repository, 'edge', (text) => text.replace('volumeSize: 100Gi', 'volumeSize: 150Gi'));
    const after = kubectl.kustomize(tree);
    kubectl.apply(tree);
    expect(await prune(api, before, after)).toEqual([]);
    const second = await liveVersions(api, after);
    const changed = [...second]
      .filter(([name, version]) => first.get(name) !== version)
      .map(([name]) => name);
    expect(
      changed.filter(
        (name) => !/^(AWSMachineTemplate|MachineDeployment)\/clusters\/edge-default-/.test(name),
      ),
    ).toEqual([]);
    expect(changed.filter((name) => first.has(name) && name.startsWith('AWSMachineTemplate'))).toEqual([]);
    for (const object of [...before, ...after]) await api.remove(object);
  });
});

/** A repository with one of the example clusters, compiled. */
async function repositoryOf(cluster: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, '.git'), { recursive: true });
  mkdirSync(path.join(folder, 'clusters'));
  for (const file of ['_defaults.yaml', `${cluster}.yaml`]) {
    cpSync(path.join('clusters', file), path.join(folder, 'clusters', file));
  }
  await synth(folder);
  return folder;
}

async function edit(repository: string, cluster: string, change: (text: string) => string): Promise<void> {
  const file = path.join(repository, 'clusters', `${cluster}.yaml`);
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${file} has no such place`);
  writeFileSync(file, changed);
  await synth(repository);
}

async function synth(repository: string): Promise<void> {
  const { code, stdout, stderr } = await runIn(repository, ['synth']);
  if (code !== 0) throw new Error(`synth: ${stdout}${stderr}`);
  if (!existsSync(path.join(repository, 'dist'))) throw new Error('synth wrote nothing');
}

function supersededIn(repository: string, cluster: string): readonly string[] {
  const record = path.join(repository, 'dist', cluster, '.poolwright.json');
  return (JSON.parse(readFileSync(record, 'utf8')) as { superseded: string[] }).superseded;
}

function sorted(objects: readonly Manifest[]): readonly Manifest[] {
  const key = ({ kind, metadata }: Manifest) => `${kind}/${metadata.name}`;
  return [...objects].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function crdThatAdmitsAll([group, version, kind, plural]: (typeof STAND_INS)[number]): Manifest {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // The API group is protected; this says that the breach is known.
      annotations: { 'api-approved.kubernetes.io': 'unapproved, a stand-in for tests' },
    },
    spec: {
      group,
      scope: 'Cluster',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}
