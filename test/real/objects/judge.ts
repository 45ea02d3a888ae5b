import type { ApiServer, Manifest, Verdict } from '../rig/api.ts';
import type { WrittenObject } from './written-objects.ts';

/** What real API servers said of many objects. */
export interface Judgement {
  /** `12 NodePool of karpenter.sh/v1`, by kind. */
  readonly admitted: readonly string[];
  /** Kinds whose CRD cannot be had, with the number of objects that were not judged for it. */
  readonly unknown: readonly string[];
  /** `FILE: KIND/NAME: what the server says` */
  readonly refused: readonly string[];
}

export interface Servers {
  /** With the CRDs of AWS and of Cluster API. */
  readonly aws: ApiServer;
  /** With the NodePool that every other provider has. */
  readonly core: ApiServer;
}

/** Has every object judged by a dry run against the server that has its provider's CRDs. */
export async function judge(objects: readonly WrittenObject[], servers: Servers): Promise<Judgement> {
  const namespaces = new Set(objects.flatMap(({ object }) => object.metadata.namespace ?? []));
  for (const name of namespaces) await servers.aws.apply(namespaceOf(name));
  const verdicts = await Promise.all(objects.map((one) => judgeOne(one, servers)));
  const kindOf = ({ object }: WrittenObject) => `${object.kind} of ${object.apiVersion}`;
  const withOutcome = (wanted: Outcome['kind']) => objects.filter((_, at) => verdicts[at]?.kind === wanted);
  return {
    admitted: counted(withOutcome('admitted').map(kindOf)),
    unknown: counted(withOutcome('unknown').map(kindOf)),
    refused: verdicts.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.said] : [])),
  };
}

type Outcome =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly said: string };

async function judgeOne({ where, object }: WrittenObject, servers: Servers): Promise<Outcome> {
  const server = servers[serverOf(object)];
  if (!(await server.knows(object))) return { kind: 'unknown' };
  const verdict = await dryRun(object, server);
  if (verdict.admitted) return { kind: 'admitted' };
  return { kind: 'refused', said: `${where}: ${object.kind}/${object.metadata.name}: ${verdict.message}` };
}

/** Part of a Cluster that somebody else wrote is only admitted on top of that Cluster. */
async function dryRun(object: Manifest, server: ApiServer): Promise<Verdict> {
  if (object.kind !== 'Cluster') return server.dryRunApply(object);
  const { apiVersion, kind, metadata } = object;
  const whole = {
    apiVersion,
    kind,
    metadata: { name: metadata.name, namespace: metadata.namespace ?? '' },
    spec: { topology: { classRef: { name: 'eks' }, version: 'v1.34.2' } },
  };
  const stored = await server.apply(whole, { fieldManager: 'its-owner' });
  return stored.admitted ? server.dryRunApply(object) : stored;
}

function serverOf(object: Manifest): keyof Servers {
  if (object.kind === 'KWOKNodeClass') return 'core';
  if (object.kind !== 'NodePool') return 'aws';
  const { spec } = object as unknown as {
    spec: { template: { spec: { nodeClassRef: { group: string } } } };
  };
  return spec.template.spec.nodeClassRef.group === 'karpenter.k8s.aws' ? 'aws' : 'core';
}

function namespaceOf(name: string): Manifest {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

function counted(kinds: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `${count} ${kind}`);
}
