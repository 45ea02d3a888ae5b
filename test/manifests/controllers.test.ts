import { describe, expect, it } from 'vitest';
import { check, read, text } from './harness.ts';

const POD = '{containers: [{name: c, resources: {requests: {cpu: 100m, memory: 128Mi}}}]}';

describe('controllers become pods', () => {
  it('of which each has the name and uid of its number', () => {
    expect(
      check(text`
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: shop}
        spec:
          replicas: 3
          template: {spec: {containers: [{name: c, resources: {requests: {cpu: 0.5, memory: 1Gi}}}]}}
      `),
    ).toMatchInlineSnapshot(`"shop/Deployment/web/00000 to web-2 (3) of Deployment: cpu 500m memory 1Gi"`);
  });

  it.each([
    ['apps/v1', 'Deployment', 'replicas: 2', 2],
    ['apps/v1', 'Deployment', '', 1],
    ['apps/v1', 'Deployment', 'replicas: 0', 0],
    ['apps/v1', 'ReplicaSet', 'replicas: 2', 2],
    ['apps/v1', 'StatefulSet', 'replicas: 2', 2],
    ['v1', 'ReplicationController', 'replicas: 2', 2],
    ['batch/v1', 'Job', '', 1],
    ['batch/v1', 'Job', 'parallelism: 3', 3],
    ['batch/v1', 'Job', 'parallelism: 3, completions: 2', 2],
    ['batch/v1', 'Job', 'parallelism: 3, completions: 5', 3],
    ['batch/v1', 'Job', 'parallelism: 0', 0],
    ['batch/v1', 'Job', 'suspend: true', 0],
  ])('%s %s {%s}: %i pods', (apiVersion, kind, spec, count) => {
    const { workloads, diagnostics } = read(
      `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: x}, spec: {${spec === '' ? '' : `${spec}, `}template: {spec: ${POD}}}}`,
    );
    expect(diagnostics).toEqual([]);
    expect(workloads.pods.length).toBe(count);
  });

  it.each([
    ['parallelism: 4, completions: 4', 'status: {succeeded: 3}', 1],
    ['parallelism: 4', 'status: {conditions: [{type: Complete, status: "True"}]}', 0],
    ['parallelism: 4', 'status: {conditions: [{type: Failed, status: "True"}]}', 0],
    ['parallelism: 4', 'status: {conditions: [{type: Failed, status: "False"}]}', 4],
  ])('a Job {%s} with {%s} has %i pods left', (spec, status, count) => {
    const { workloads } = read(
      `{apiVersion: batch/v1, kind: Job, metadata: {name: x}, spec: {${spec}, template: {spec: ${POD}}}, ${status}}`,
    );
    expect(workloads.pods.length).toBe(count);
  });

  it.each([
    ['', 1, 2],
    ['', 3, 6],
    ['concurrencyPolicy: Allow', 3, 6],
    ['concurrencyPolicy: Forbid', 3, 2],
    ['concurrencyPolicy: Replace', 3, 2],
    ['suspend: true', 3, 0],
  ])('a CronJob {%s} with %i runs at a time: %i pods', (spec, cronJobRuns, count) => {
    const { workloads } = read(
      `{apiVersion: batch/v1, kind: CronJob, metadata: {name: x}, spec: {${spec === '' ? '' : `${spec}, `}jobTemplate: {spec: {parallelism: 2, template: {spec: ${POD}}}}}}`,
      { cronJobRuns },
    );
    expect(workloads.pods.map(({ uid }) => uid)).toEqual(
      Array.from({ length: count }, (_, i) => `default/CronJob/x/0000${i}`),
    );
  });

  it('StatefulSets count from their first ordinal', () => {
    expect(
      check(
        `{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {replicas: 2, ordinals: {start: 5}, template: {spec: ${POD}}}}`,
      ),
    ).toMatchInlineSnapshot(
      `"default/StatefulSet/db/00005 to db-6 (2) of StatefulSet: cpu 100m memory 128Mi"`,
    );
  });

  it('uids of many replicas sort by number', () => {
    const { workloads } = read(
      `{apiVersion: apps/v1, kind: Deployment, metadata: {name: x}, spec: {replicas: 100001, template: {spec: ${POD}}}}`,
    );
    const numbers = workloads.pods.map(({ name }) => Number(name.slice(2)));
    expect(numbers).toEqual(Array.from({ length: 100_001 }, (_, i) => i));
    expect(new Set(workloads.pods.map(({ template }) => template)).size).toBe(1);
  });
});

describe('autoscalers', () => {
  const scaled = (hpa: string, replicas = 'replicas: 2, ') =>
    `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {${replicas}template: {spec: ${POD}}}}
---
{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, ${hpa}}}
`;

  it.each([
    ['minReplicas: 3, maxReplicas: 7', 'max', 'replicas: 2, ', 7],
    ['minReplicas: 3, maxReplicas: 7', 'min', 'replicas: 2, ', 3],
    ['maxReplicas: 7', 'min', 'replicas: 2, ', 1],
    ['maxReplicas: 7', 'max', '', 7],
    ['minReplicas: 3, maxReplicas: 7', 'max', 'replicas: 0, ', 0],
  ] as const)('{%s}, %s, {%s}: %i pods', (hpa, end, replicas, count) => {
    expect(read(scaled(hpa, replicas), { hpa: end }).workloads.pods.length).toBe(count);
  });

  it('without their target are noted', () => {
    expect(
      check(text`
        apiVersion: autoscaling/v1
        kind: HorizontalPodAutoscaler
        metadata: {name: web, namespace: shop}
        spec: {scaleTargetRef: {kind: Deployment, name: wbe}, maxReplicas: 3}
      `),
    ).toMatchInlineSnapshot(`
      "info PW7032 @4:49-52 HorizontalPodAutoscaler \`shop/web\` scales Deployment \`wbe\`, which is not given
        help: It has no effect on the plan. Give the manifest of its target too."
    `);
  });
});

describe('labels that controllers add', () => {
  const labelsOf = (kind: string, apiVersion: string, extra = '') =>
    read(
      `{apiVersion: ${apiVersion}, kind: ${kind}, metadata: {name: x}, spec: {${extra}template: {metadata: {labels: {app: x}}, spec: ${POD}}}}`,
    ).workloads.pods.map(({ template }) => template.labels);

  it('are those that selectors and matchLabelKeys can name', () => {
    expect(labelsOf('Deployment', 'apps/v1')).toEqual([{ app: 'x', 'pod-template-hash': 'x' }]);
    expect(labelsOf('StatefulSet', 'apps/v1')).toEqual([{ app: 'x', 'controller-revision-hash': 'x' }]);
    expect(labelsOf('ReplicaSet', 'apps/v1')).toEqual([{ app: 'x' }]);
    expect(labelsOf('Job', 'batch/v1')).toEqual([
      {
        app: 'x',
        'batch.kubernetes.io/controller-uid': 'x',
        'batch.kubernetes.io/job-name': 'x',
        'controller-uid': 'x',
        'job-name': 'x',
      },
    ]);
  });

  it('number the pods only where a selector asks for it', () => {
    const affinity =
      'affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: x}}, matchLabelKeys: [apps.kubernetes.io/pod-index]}]}}';
    const { workloads } = read(
      `{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: x}, spec: {replicas: 2, template: {metadata: {labels: {app: x}}, spec: {${affinity}, containers: [{name: c}]}}}}`,
    );
    expect(workloads.pods.map(({ template }) => template.labels?.['apps.kubernetes.io/pod-index'])).toEqual([
      '0',
      '1',
    ]);
    const terms = workloads.pods.map(
      ({ template }) =>
        template.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.[0]
          ?.labelSelector?.matchExpressions,
    );
    expect(terms).toEqual(
      ['0', '1'].map((value) => [{ key: 'apps.kubernetes.io/pod-index', operator: 'In', values: [value] }]),
    );
  });
});

describe('too many pods', () => {
  it('are refused before any is made', () => {
    expect(
      check(text`
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec: {replicas: 1000000, template: {spec: {containers: [{name: c}]}}}
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: small}
        spec: {template: {spec: {containers: [{name: c}]}}}
      `),
    ).toMatchInlineSnapshot(`
      "default/Deployment/small/00000 of Deployment: nothing
      error PW7021 @4:18-25 Deployment \`default/web\` would bring the plan to more than 200,000 pods, the most there may be
        help: Its 1,000,000 pods are left out. Check the number, or plan a part of the workloads at a time."
    `);
  });

  it('are counted over all controllers and pods', () => {
    const { workloads, diagnostics } = read(
      [...'abc'].map(
        (name) =>
          `{apiVersion: apps/v1, kind: Deployment, metadata: {name: ${name}}, spec: {replicas: 4, template: {spec: ${POD}}}}`,
      ),
      { maxPods: 9 },
    );
    expect(workloads.pods.length).toBe(8);
    expect(diagnostics.map(({ code }) => code)).toEqual(['PW7021']);
  });
});
