import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compiledPools, importText, told } from './harness.ts';
import { deployment, machineObjects, manifests, TEMPLATES } from './machine-objects.ts';

const PREFIX = 'infra.example.com';

/** The example cluster with a prefix of its own, and a MachineHealthCheck for every pool. */
function prefixed(cluster: string): string {
  return readFileSync(`clusters/${cluster}.yaml`, 'utf8')
    .replace(/^poolwright:\n/m, `poolwright:\n  cluster: ${cluster}\n`)
    .replace(/^ {4}health_check:\n.*\n/m, '')
    .replace(
      /^ {2}cluster_api:\n/m,
      `  cluster_api:\n    key_prefix: ${PREFIX}\n    health_check: {max_unhealthy: 30%}\n`,
    );
}

function clusterApi(text: string | undefined): Readonly<Record<string, unknown>> {
  const { poolwright } = parse(text ?? '') as {
    readonly poolwright: { readonly cluster_api: Readonly<Record<string, unknown>> };
  };
  return poolwright.cluster_api;
}

describe('MachineDeployments with a key_prefix', () => {
  it.each(['edge', 'lab'])('come back as the pools they were: %s', (cluster) => {
    const defaults = readFileSync('clusters/_defaults.yaml', 'utf8');
    const before = machineObjects(compiledPools(prefixed(cluster), defaults));
    const result = importText(manifests(before));
    expect(told(result).filter((text) => !/^PW9312 .* its size of /.test(text))).toEqual([]);
    expect(clusterApi(result.text)['key_prefix']).toBe(PREFIX);
    const after = machineObjects(compiledPools(result.text ?? ''));
    const texts = (objects: typeof before) => objects.map(sizeless).toSorted((a, b) => (a < b ? -1 : 1));
    expect(texts(after)).toEqual(texts(before));
    const checks = after.filter(({ kind }) => kind === 'MachineHealthCheck');
    expect(checks.map(({ spec }) => JSON.stringify(spec).includes(`"${PREFIX}/pool"`))).toEqual(
      checks.map(() => true),
    );
    expect(checks.length).toBeGreaterThan(0);
  });

  const marks = [
    ['annotation', '{poolwright.dev/source: clusters/a.yaml}', `{${PREFIX}/pool: web}`],
    ['autoscaler', '{}', `{${PREFIX}/pool: web, ${PREFIX}/autoscaler: cluster-autoscaler}`],
    ['member', '{}', `{${PREFIX}/pool: web, node.cluster.x-k8s.io/karpenter-member: ""}`],
    ['both', '{}', `{a.example.com/pool: a, ${PREFIX}/pool: web, ${PREFIX}/autoscaler: cluster-autoscaler}`],
  ] as const;

  it.each(marks)('are known by it and something else of poolwright’s: %s', (_what, annotations, labels) => {
    const { text } = importText(labelled(annotations, labels));
    expect(text).toContain('\n    web:\n');
    expect(clusterApi(text)['key_prefix']).toBe(PREFIX);
  });

  it('are those of poolwright’s own domain without more, and of others not', () => {
    const own = importText(labelled('{}', '{poolwright.dev/pool: web}')).text;
    expect(own).toContain('\n    web:\n');
    expect(clusterApi(own)['key_prefix']).toBeUndefined();
    const { text } = importText(labelled('{}', `{${PREFIX}/pool: web}`));
    expect(text).not.toContain('\n    web:\n');
    expect(clusterApi(text)['key_prefix']).toBeUndefined();
    // Machines do not have it: somebody else's.
    const alone = labelled('{poolwright.dev/source: a}', `{${PREFIX}/pool: web}`, '{}');
    expect(importText(alone).text).not.toContain('\n    web:\n');
  });

  it('do not make other MachineHealthChecks theirs', () => {
    const check = `---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineHealthCheck
metadata: {name: other, namespace: capi}
spec: {selector: {matchLabels: {other.example.com/pool: web}}}
`;
    const result = importText(check + labelled('{}', '{poolwright.dev/pool: web}'));
    expect(told(result)).toContain('PW9301 not imported: objects of kind `MachineHealthCheck`');
    expect(result.text).not.toContain('health_check');
  });
});

function sizeless(object: unknown): string {
  return JSON.stringify(object).replaceAll(/(-node-group-max-size":")\d+/g, '$1');
}

/** A MachineDeployment with annotations and labels, the labels of its machines too unless others are given. */
function labelled(annotations: string, labels: string, machineLabels = labels): string {
  const metadata = (text: string) =>
    text
      .replace('  namespace: capi\n', `  namespace: capi\n  labels: ${labels}\n`)
      .replace(
        '  annotations:\n',
        `  annotations:\n${annotations === '{}' ? '' : `    ${annotations.slice(1, -1)}\n`}`,
      )
      .replace(/metadata: \{labels: .*\}\}/, `metadata: {labels: ${machineLabels}}`);
  return metadata(deployment('some-name', 'eu-west-1a')) + TEMPLATES;
}

describe('MachineDeployments of several Kubernetes versions', () => {
  const at = (name: string, version: string) =>
    deployment(name, 'eu-west-1a')
      .replace('version: v1.33.4', `version: ${version}`)
      .replace(
        'labels: {node-role.kubernetes.io/worker: ""}',
        `labels: {node-role.kubernetes.io/${name}: ""}`,
      );
  const versionIn = (text: string | undefined) => /kubernetes_version: "?([^"\n]*)/.exec(text ?? '')?.[1];

  it.each([
    [['v1.34.2', 'v1.34.10'], '1.34.10'],
    [['v1.34.10', 'v1.34.2'], '1.34.10'],
    [['v1.9.12', 'v1.34.1'], '1.34.1'],
  ])('%s become the newest', (versions, newest) => {
    const result = importText(versions.map((version, i) => at(`w${i}`, version)).join('') + TEMPLATES);
    expect(versionIn(result.text)).toBe(newest);
    const other = versions.map((one) => one.slice(1)).find((one) => one !== newest);
    expect(told(result)).toContainEqual(
      expect.stringMatching(
        new RegExp(`^PW9310 pool \`w\\d\`: machines of Kubernetes \`${other}\` become \`${newest}\``),
      ),
    );
  });

  it('are told with all pools and all versions', () => {
    const text = at('a', 'v1.34.2') + at('b', 'v1.34.10') + at('c', 'v1.33.9');
    expect(told(importText(text + TEMPLATES))).toContain(
      'PW9310 pools `a` and `c`: machines of Kubernetes `1.33.9` and `1.34.2` become `1.34.10`, which replaces them',
    );
  });

  it('are no finding where all have the same', () => {
    const all = told(importText(at('a', 'v1.34.2') + at('b', 'v1.34.2') + TEMPLATES));
    expect(all.filter((text) => text.includes('machines of Kubernetes'))).toEqual([]);
  });
});

describe('what MachineDeployments say of a pool', () => {
  const timeout = (line: string) => {
    const { text } = importText(
      deployment('a', 'eu-west-1a').replace('      nodeDrainTimeout: 5m\n', line) + TEMPLATES,
    );
    return /termination_grace_period: (.*)/.exec(text ?? '')?.[1];
  };

  it('a drain timeout is a grace period, and zero is none', () => {
    expect(timeout('      nodeDrainTimeout: 5m\n')).toBe('5m');
    expect(timeout('      deletion: {nodeDrainTimeoutSeconds: 90}\n')).toBe('90s');
    for (const zero of ['0s', '0', '0m0s'])
      expect(timeout(`      nodeDrainTimeout: ${zero}\n`)).toBeUndefined();
    expect(timeout('      deletion: {nodeDrainTimeoutSeconds: 0}\n')).toBeUndefined();
    expect(timeout('')).toBeUndefined();
  });

  /** Sizes and cores of the machines of one pool. */
  const limits = (...machines: readonly (readonly [size: number, cores: number])[]) => {
    const objects = machines.map(([size, cores], i) =>
      deployment(`m${i}`, 'eu-west-1a', `{min: 0, max: ${size}}`).replace(
        '  annotations:\n',
        `  labels: {poolwright.dev/pool: web}\n  annotations:\n    capacity.cluster-autoscaler.kubernetes.io/cpu: "${cores}"\n`,
      ),
    );
    const { text } = importText(objects.join('') + TEMPLATES);
    const { karpenter } = parse(text ?? '') as {
      readonly karpenter: { readonly node_pools: { readonly web: Readonly<Record<string, unknown>> } };
    };
    const { limits: own, cluster_api: options } = karpenter.node_pools.web;
    return { limits: own, options };
  };

  it('sizes that follow from the cores are one limit, the least that gives them all', () => {
    // 30 to 31 cores by the first, 24 to 31 by the second.
    expect(limits([15, 2], [3, 8])).toEqual({ limits: { cpu: '30' }, options: undefined });
    // 30 to 31, and 32 to 39: nothing is in both.
    expect(limits([15, 2], [4, 8])).toEqual({ limits: { cpu: '62' }, options: { limit_strategy: 'split' } });
    // 30 to 31, and 16 to 23.
    expect(limits([15, 2], [2, 8])).toEqual({ limits: { cpu: '46' }, options: { limit_strategy: 'split' } });
    // 31 is in both, but 32 is not in the first: up to the next machine, and not with it.
    expect(limits([15, 2], [1, 31])).toEqual({ limits: { cpu: '31' }, options: undefined });
    expect(limits([15, 2], [1, 32])).toEqual({ limits: { cpu: '62' }, options: { limit_strategy: 'split' } });
  });

  it('the same size of all is their size', () => {
    expect(limits([5, 2], [5, 8])).toEqual({ limits: undefined, options: { max_size: 5 } });
  });
});
