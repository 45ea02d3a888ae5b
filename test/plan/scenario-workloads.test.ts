import { describe, expect, it } from 'vitest';
import type { Node } from '../../src/kubernetes/api/node.ts';
import type { Pod } from '../../src/kubernetes/api/pod.ts';
import type { Workloads } from '../../src/model/workloads.ts';
import { AS_WRITTEN } from '../../src/plan/parse-scenario.ts';
import type { PlanPod } from '../../src/plan/plan-pod.ts';
import { scenarioWorkloads } from '../../src/plan/scenario-workloads.ts';

function pending(kind: string, name: string, count: number): PlanPod[] {
  const template = { spec: {}, owner: { kind, namespace: 'default', name } };
  return Array.from({ length: count }, (_, i) => ({
    uid: `default/${kind}/${name}/${String(i).padStart(5, '0')}`,
    name: `${name}-${i}`,
    namespace: 'default',
    createdAtSeconds: 7,
    template,
  }));
}

function running(kind: string, owner: string, name: string, nodeName = 'n1'): Pod {
  return {
    metadata: {
      name,
      uid: name,
      labels: { app: owner },
      creationTimestamp: '2026-01-01T00:00:10Z',
      ownerReferences: [{ apiVersion: 'apps/v1', kind, name: owner, uid: owner, controller: true }],
    },
    spec: { nodeName },
    status: { phase: 'Running' },
  };
}

function node(name: string, zone: string): Node {
  return { metadata: { name, labels: { 'topology.kubernetes.io/zone': zone } } };
}

const NOTHING: Workloads = {
  pods: [],
  boundPods: [],
  daemonSets: [],
  nodes: [],
  nodeClaims: [],
  namespaces: [],
  persistentVolumeClaims: [],
  persistentVolumes: [],
  storageClasses: [],
  csiNodes: [],
};

function names(
  workloads: Partial<Workloads> & { readonly pods?: readonly unknown[] },
  scenario: object,
): string[] {
  const given = { ...NOTHING, ...workloads } as Workloads;
  return scenarioWorkloads(given, { ...AS_WRITTEN, ...scenario }).pods.map(({ name }) => name);
}

describe('replicas', () => {
  it('stay as they are at 100 percent', () => {
    const pods = pending('Deployment', 'web', 3) as Workloads['pods'];
    expect(scenarioWorkloads({ ...NOTHING, pods }, AS_WRITTEN).pods).toBe(pods);
  });

  it('grow and shrink, rounded up', () => {
    const pods = pending('Deployment', 'web', 4);
    expect(names({ pods } as never, { replicasPercent: 130 })).toEqual([
      'web-0',
      'web-1',
      'web-2',
      'web-3',
      'web-4',
      'web-5',
    ]);
    expect(names({ pods } as never, { replicasPercent: 50 })).toEqual(['web-0', 'web-1']);
    expect(names({ pods } as never, { replicasPercent: 0 })).toEqual([]);
  });

  it('are those of controllers with replicas only', () => {
    const pods = [...pending('Job', 'once', 2), ...pending('StatefulSet', 'db', 1)];
    expect(names({ pods } as never, { replicasPercent: 200 })).toEqual(['once-0', 'once-1', 'db-0', 'db-1']);
  });

  it('that already run count, and have their growth placed', () => {
    const boundPods = ['a', 'b', 'c'].map((name) => running('ReplicaSet', 'web-5d9f8', name));
    expect(names({ boundPods }, { replicasPercent: 200 })).toHaveLength(3);
    // The Deployment is given too: one of four is pending.
    const pods = pending('Deployment', 'web', 1);
    expect(names({ boundPods, pods } as never, { replicasPercent: 150 })).toEqual([
      'web-0',
      'web-4',
      'web-5',
    ]);
    expect(names({ boundPods, pods } as never, { replicasPercent: 50 })).toEqual([]);
  });

  it('get uids that nobody has', () => {
    const pods = pending('Deployment', 'web', 3);
    const scaled = scenarioWorkloads({ ...NOTHING, pods } as never, {
      ...AS_WRITTEN,
      replicasPercent: 300,
    }).pods;
    expect(new Set(scaled.map(({ uid }) => uid)).size).toBe(9);
    expect(new Set(scaled.map(({ template }) => template)).size).toBe(1);
  });
});

describe('a lost zone', () => {
  const workloads = {
    nodes: [node('n1', 'a'), node('n2', 'b')],
    nodeClaims: [{ metadata: { name: 'c1' }, status: { nodeName: 'n1' } }],
    boundPods: [
      running('ReplicaSet', 'web-1', 'web-x', 'n1'),
      running('DaemonSet', 'logs', 'logs-x', 'n1'),
      running('ReplicaSet', 'web-1', 'web-y', 'n2'),
      { ...running('Job', 'done', 'done-x', 'n1'), status: { phase: 'Succeeded' } },
    ],
  };

  it('takes its nodes, and what ran there wants another place', () => {
    const left = scenarioWorkloads({ ...NOTHING, ...workloads }, { ...AS_WRITTEN, lostZones: ['a'] });
    expect(left.nodes.map(({ metadata }) => metadata.name)).toEqual(['n2']);
    expect(left.nodeClaims).toEqual([]);
    expect(left.boundPods.map(({ metadata }) => metadata.name)).toEqual(['web-y']);
    expect(left.pods).toEqual([
      {
        uid: 'web-x',
        name: 'web-x',
        namespace: 'default',
        createdAtSeconds: 1767225610,
        template: {
          labels: { app: 'web-1' },
          spec: {},
          status: { phase: 'Running' },
          owner: { kind: 'ReplicaSet', namespace: 'default', name: 'web-1' },
        },
      },
    ]);
  });

  const span = (pointer: string) => ({ pointer }) as never;

  function origins(given: Partial<Workloads>) {
    const left = scenarioWorkloads(
      { ...NOTHING, ...workloads, ...given },
      { ...AS_WRITTEN, lostZones: ['a'] },
    );
    return left.pods.map(({ name, template }) => [name, template.owner?.kind, template.locate?.('/x')]);
  }

  it('leaves pods their controller, by the hash of their template or by what else is given', () => {
    const [pod] = workloads.boundPods;
    const hashed = {
      ...pod,
      metadata: { ...pod?.metadata, name: 'web-x', labels: { 'pod-template-hash': '1' } },
    } as Pod;
    expect(origins({ boundPods: [hashed] })).toEqual([['web-x', 'Deployment', undefined]]);
    const [waiting] = pending('Deployment', 'web', 1);
    const pods = [{ ...waiting, template: { ...waiting?.template, locate: span } }] as Workloads['pods'];
    expect(origins({ pods })).toEqual([
      ['web-0', 'Deployment', { pointer: '/x' }],
      ['web-x', 'Deployment', { pointer: '/x' }],
    ]);
    const cron = pending('CronJob', 'tidy', 1) as Workloads['pods'];
    expect(origins({ pods: cron, boundPods: [running('Job', 'tidy-29', 'tidy-29-x')] })).toEqual([
      ['tidy-0', 'CronJob', undefined],
      ['tidy-29-x', 'CronJob', undefined],
    ]);
  });

  it('leaves pods the place where they were read', () => {
    const owner = { kind: 'Deployment', namespace: 'default', name: 'other' };
    const boundTemplates = new Map([['web-x', { spec: {}, owner, locate: span }]]);
    expect(origins({ boundTemplates })).toEqual([['web-x', 'Deployment', { pointer: '/x' }]]);
  });

  it('that has no nodes changes nothing', () => {
    const given = { ...NOTHING, ...workloads };
    expect(scenarioWorkloads(given, { ...AS_WRITTEN, lostZones: ['c'] })).toEqual(given);
  });
});
