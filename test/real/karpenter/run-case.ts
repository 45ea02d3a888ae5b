import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiServer, type Manifest } from '../rig/api.ts';
import type { Rig } from '../rig/start-rig.ts';
import { Controller, type LogLine } from './controller.ts';
import { eachOf } from './each-of.ts';
import type { ManifestObjects } from './manifest-objects.ts';

export interface CaseInput extends ManifestObjects {
  /** NodePools and node classes. */
  readonly objects: readonly Manifest[];
  /** JSON. */
  readonly instanceTypes: string;
  readonly featureGates?: string | undefined;
  /** Nodes that static pools keep: they are there before the pods. */
  readonly staticNodes: number;
}

/** What Karpenter made of one batch of pods. */
export interface Observed {
  /** As stored. */
  readonly pods: readonly Manifest[];
  /** Made for the pods. */
  readonly nodeClaims: readonly Manifest[];
  /** Of static pools. */
  readonly staticClaims: readonly Manifest[];
  /** `namespace/name` to what was said. */
  readonly unplaced: ReadonlyMap<string, string>;
  /** `namespace/name` to the name of a NodeClaim. Karpenter tells of the first ten pods or so only. */
  readonly nominated: ReadonlyMap<string, string>;
}

type Kind = Pick<Manifest, 'apiVersion' | 'kind'>;

const NODE_POOL: Kind = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool' };
const NODE_CLAIM: Kind = { apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim' };
const EVENT: Kind = { apiVersion: 'v1', kind: 'Event' };

/** What a case may leave behind, besides its namespaces. */
const LEFT_BEHIND: readonly Kind[] = [
  NODE_POOL,
  NODE_CLAIM,
  { apiVersion: 'v1', kind: 'Pod' },
  { apiVersion: 'v1', kind: 'Node' },
  { apiVersion: 'karpenter.kwok.sh/v1alpha1', kind: 'KWOKNodeClass' },
  { apiVersion: 'apps/v1', kind: 'DaemonSet' },
  { apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
  { apiVersion: 'v1', kind: 'PersistentVolume' },
  { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' },
  { apiVersion: 'v1', kind: 'LimitRange' },
  EVENT,
];

const UNSCHEDULABLE = {
  status: {
    conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'no node' }],
  },
};

/** Lets the real controller act on one batch of pods in an empty cluster. */
export async function runCase(rig: Rig, program: string, input: CaseInput): Promise<Observed> {
  const folder = mkdtempSync(join(rig.folder, 'karpenter-'));
  const instanceTypesFile = join(folder, 'instance-types.json');
  writeFileSync(instanceTypesFile, input.instanceTypes);
  const api = new ApiServer(rig);
  try {
    await clear(api);
    for (const object of [...input.objects, ...input.surroundings]) await store(api, object);
    // Nobody has looked for nodes for them yet, so Karpenter does not see them.
    const pods = await created(api, input.pods);
    const { kubeconfig } = rig;
    const { featureGates } = input;
    const controller = await Controller.start({
      program,
      kubeconfig,
      instanceTypesFile,
      folder,
      featureGates,
    });
    try {
      return await new Run(api, controller).observe(pods, input.staticNodes);
    } finally {
      await controller.stop();
    }
  } finally {
    api.close();
  }
}

async function clear(api: ApiServer): Promise<void> {
  for (const kind of LEFT_BEHIND) {
    await eachOf(await api.list(kind), async (object) => {
      // Nobody is there any more who would do what they wait for.
      if (object.metadata['finalizers'] !== undefined)
        await api.patch(object, { metadata: { finalizers: null } });
      await api.remove(object);
    });
  }
}

async function store(api: ApiServer, object: Manifest): Promise<Manifest> {
  const verdict = await api.apply(object, { force: true });
  if (verdict.object === undefined) {
    throw new Error(`${object.kind} ${object.metadata.name} is refused: ${verdict.message}`);
  }
  return verdict.object;
}

async function created(api: ApiServer, pods: readonly Manifest[]): Promise<readonly Manifest[]> {
  const stored: Manifest[] = [];
  await eachOf(pods, async (pod) => {
    const { object, message } = await api.create(pod);
    if (object === undefined) throw new Error(`Pod ${pod.metadata.name} is refused: ${message}`);
    stored.push(object);
  });
  return stored;
}

const SCHEDULING = 'computing scheduling decision';
const COMPUTED = 'computed new nodeclaim(s)';
const REFUSED = ['could not schedule pod', 'ignoring pod'];

/** One controller's run, from its first breath to its first decision. */
class Run {
  readonly #api: ApiServer;
  readonly #controller: Controller;

  constructor(api: ApiServer, controller: Controller) {
    this.#api = api;
    this.#controller = controller;
  }

  async observe(pods: readonly Manifest[], staticNodes: number): Promise<Observed> {
    await this.#poolsReady();
    await this.#launched(staticNodes);
    const before = await this.#api.list(NODE_CLAIM);
    await eachOf(pods, (pod) => this.#api.patch(pod, UNSCHEDULABLE, { subresource: 'status' }));
    await this.#decided(pods.length);
    const made = Number(this.#said(COMPUTED)[0]?.['nodeclaims'] ?? 0);
    await this.#launched(staticNodes + made);
    return this.#outcome(pods, new Set(before.map(({ metadata }) => metadata.name)));
  }

  async #outcome(pods: readonly Manifest[], before: ReadonlySet<string>): Promise<Observed> {
    const claims = await this.#api.list(NODE_CLAIM);
    const events = await this.#api.list(EVENT);
    const batches = this.#said(SCHEDULING).filter((line) => Number(line['pending-pods']) > 0);
    if (batches.length > 1) throw new Error(`one batch of pods was to be decided, not ${batches.length}`);
    return {
      pods,
      nodeClaims: claims.filter(({ metadata }) => !before.has(metadata.name)),
      staticClaims: claims.filter(({ metadata }) => before.has(metadata.name)),
      unplaced: new Map(this.#said(...REFUSED).map((line) => [nameIn(line, 'Pod'), String(line['error'])])),
      nominated: new Map(events.flatMap(nomination)),
    };
  }

  async #poolsReady(): Promise<void> {
    await this.#controller.until('all NodePools are ready', 30, async () => {
      const pools = await this.#api.list(NODE_POOL);
      for (const pool of pools) assertValid(pool);
      return pools.every((pool) => conditionOf(pool, 'Ready')?.status === 'True');
    });
  }

  /** Every pod has got a place or been refused. */
  async #decided(pods: number): Promise<void> {
    await this.#controller.until(`${pods} pods are decided about`, 90, () => {
      // Refusals are told first.
      return this.#said(COMPUTED).length > 0 || this.#said(...REFUSED).length >= pods;
    });
  }

  async #launched(count: number): Promise<void> {
    await this.#controller.until(`${count} NodeClaims are launched`, 60, async () => {
      const claims = await this.#api.list(NODE_CLAIM);
      const launched = claims.filter((claim) => conditionOf(claim, 'Launched')?.status === 'True');
      return launched.length >= count;
    });
  }

  #said(...messages: readonly string[]): readonly LogLine[] {
    return this.#controller.lines().filter(({ message }) => messages.some((one) => message.startsWith(one)));
  }
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
}

function conditionOf(object: Manifest, type: string): Condition | undefined {
  const { conditions = [] } = (object['status'] ?? {}) as { readonly conditions?: readonly Condition[] };
  return conditions.find((condition) => condition.type === type);
}

/** The API server admits pools that Karpenter then refuses. */
function assertValid(pool: Manifest): void {
  const condition = conditionOf(pool, 'ValidationSucceeded');
  if (condition?.status !== 'False') return;
  throw new Error(`Karpenter refuses NodePool ${pool.metadata.name}: ${condition.message ?? ''}`);
}

function nameIn(line: LogLine, field: string): string {
  const { name, namespace } = line[field] as { readonly name: string; readonly namespace?: string };
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

function nomination(event: Manifest): readonly (readonly [pod: string, claim: string])[] {
  if (event['reason'] !== 'Nominated') return [];
  const { name, namespace } = event['involvedObject'] as {
    readonly name: string;
    readonly namespace: string;
  };
  const claim = /nodeclaim\/([^\s,]+)/.exec(String(event['message']))?.[1];
  return claim === undefined ? [] : [[`${namespace}/${name}`, claim]];
}
