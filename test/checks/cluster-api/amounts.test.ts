import { describe, expect, it } from 'vitest';
import { applyFixes } from '../../../src/documents/apply-fixes.ts';
import { found, lintText, machineDeployment } from './harness.ts';

const MEMBER = { 'node.cluster.x-k8s.io/karpenter-member': '' };

/** Help and fix of the first finding. */
function wayOut(text: string, code: string): readonly (string | undefined)[] {
  const one = lintText(text).diagnostics.find((found) => found.code === code);
  return [one?.help, one?.fix?.title];
}

describe('a group without a flaw', () => {
  it.each(['cluster.x-k8s.io/v1beta1', 'cluster.x-k8s.io/v1beta2'])(
    'of %s has no finding but its version',
    (apiVersion) => {
      const codes = lintText(machineDeployment({ apiVersion })).diagnostics.map(({ code }) => code);
      expect(codes).toEqual(apiVersion.endsWith('1') ? ['PW9227'] : []);
    },
  );

  it('of Karpenter has none either', () => {
    const annotations = { 'min-size': undefined };
    expect(found(machineDeployment({ annotations, labels: MEMBER, spec: { replicas: 0 } }))).toEqual([]);
  });
});

describe('amounts', () => {
  it('that do not parse say what happens to the group, and to all pools of a NodeClass', () => {
    const annotations = { memory: '500mb' };
    expect(found(machineDeployment({ annotations }))).toEqual([
      'PW9201 "500mb": `memory` of MachineDeployment `clusters/web` is `500mb`, no quantity: the autoscaler drops the whole capacity, and the group cannot grow from zero',
    ]);
    expect(found(machineDeployment({ annotations, labels: MEMBER, spec: { replicas: 0 } }))).toEqual([
      'PW9201 "500mb": `memory` of MachineDeployment `clusters/web` is `500mb`, no quantity: Karpenter’s provider breaks off listing machines, and every pool of the NodeClass stands still',
    ]);
  });

  it.each([
    [
      '500mb',
      'Did you mean `500M` or `500Mi`? Write a Kubernetes quantity such as `16Gi` or `15155Mi`.',
      undefined,
    ],
    [
      '16 Gi',
      'Did you mean `16Gi`? Write a Kubernetes quantity such as `16Gi` or `15155Mi`.',
      'write `16Gi`',
    ],
    [
      '16GiB',
      'Did you mean `16Gi`? Write a Kubernetes quantity such as `16Gi` or `15155Mi`.',
      'write `16Gi`',
    ],
    ['500m', 'Did you mean `500M` or `500Mi`? The suffix `m` is a thousandth.', undefined],
    ['lots', 'Write a Kubernetes quantity such as `16Gi` or `15155Mi`.', undefined],
  ])('memory %s', (memory, help, fix) => {
    expect(wayOut(machineDeployment({ annotations: { memory } }), 'PW9201')).toEqual([help, fix]);
  });

  it.each([
    [{ maxPods: '58.0' }, 'write `58`'],
    [{ maxPods: ' 58' }, 'write `58`'],
    [{ maxPods: '1k' }, undefined],
    [{ 'gpu-count': '2Gi', 'gpu-type': 'nvidia.com/gpu' }, undefined],
    [{ 'ephemeral-disk': '100GiB' }, 'write `100Gi`'],
  ])('%o', (annotations, fix) => {
    expect(wayOut(machineDeployment({ annotations }), 'PW9201')[1]).toBe(fix);
  });

  it.each([
    ['cpu', '4', []],
    ['cpu', '3920m', []],
    ['cpu', '0', ['PW9201', 'PW9205']],
    ['cpu', '', ['PW9201', 'PW9205']],
    ['cpu', '-1', ['PW9201']],
    ['memory', '1e9', []],
    ['memory', 'Gi', ['PW9201', 'PW9205']],
    ['memory', '1e100', ['PW9201']],
    ['maxPods', '0', ['PW9201']],
    ['maxPods', '-5', ['PW9201']],
    ['gpu-type', 'nvidia.com/gpu', ['PW9234']],
    ['gpu-count', '2', ['PW9234']],
  ])('%s %s', (key, value, codes) => {
    const diagnostics = lintText(machineDeployment({ annotations: { [key]: value } })).diagnostics;
    expect(diagnostics.map(({ code }) => code).sort()).toEqual(codes);
  });
});

describe('sizes', () => {
  it.each([
    ['0', '5', []],
    ['5', '5', []],
    ['0', '+5', []],
    ['six', '5', ['PW9202']],
    ['6', '5', ['PW9202']],
    ['-1', '5', ['PW9202']],
    ['0', '5.0', ['PW9202']],
    ['0', ' 5', ['PW9202']],
    ['0', '', ['PW9202']],
    ['0', '0', ['PW9202']],
    ['0', '3000000000', ['PW9202']],
    [undefined, '5', ['PW9203']],
    ['0', undefined, ['PW9203']],
    // A group without sizes is nobody's.
    [undefined, undefined, []],
  ])('%s to %s', (min, max, codes) => {
    const text = machineDeployment({ annotations: { 'min-size': min, 'max-size': max } });
    expect(lintText(text).diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it('name the whole cluster', () => {
    expect(found(machineDeployment({ annotations: { 'max-size': 'five' } }))).toEqual([
      'PW9202 "five": max-size `five` of MachineDeployment `clusters/web` is not a whole number: with one such group the autoscaler sees no node group at all, in the whole cluster',
    ]);
  });

  it('are mended where only one thing can be meant', () => {
    const text = machineDeployment({ annotations: { 'max-size': ' 5.0 ' } });
    const { diagnostics } = lintText(text);
    const [one] = diagnostics;
    if (one?.fix === undefined) throw new Error('there is no fix');
    const fixed = applyFixes(one.span.source, [one.fix]).text;
    expect(fixed).toContain('node-group-max-size": "5"');
    expect(found(fixed)).toEqual([]);
  });

  it('without quotes are no text', () => {
    const text = machineDeployment().replace('node-group-min-size": "0"', 'node-group-min-size": 0');
    expect(found(text)).toEqual([
      'PW9237 0: the annotation `cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size` of MachineDeployment `clusters/web` is `0` without quotes, which is no text',
    ]);
  });
});

describe('a group at zero', () => {
  const none = { cpu: undefined, memory: undefined };
  const of = (kind: string) => ({
    infrastructureRef: { apiGroup: 'infrastructure.cluster.x-k8s.io', kind, name: 't' },
  });
  const codes = (text: string) => lintText(text).diagnostics.map(({ code }) => code);

  it.each([
    ['AWSMachineTemplate', []],
    ['AzureMachineTemplate', ['PW9205']],
    ['VSphereMachineTemplate', ['PW9206']],
  ])('of %s', (kind, expected) => {
    expect(codes(machineDeployment({ annotations: none, templateSpec: of(kind) }))).toEqual(expected);
  });

  it.each([
    ['AWSMachineTemplate', 'PW9206'],
    ['AzureMachineTemplate', 'PW9205'],
    ['VSphereMachineTemplate', 'PW9206'],
  ])('is not left to %s for one half', (kind, code) => {
    for (const half of [{ cpu: undefined }, { memory: undefined }]) {
      expect(codes(machineDeployment({ annotations: half, templateSpec: of(kind) }))).toEqual([code]);
    }
  });

  it('names the half that is there', () => {
    expect(found(machineDeployment({ annotations: { cpu: undefined } }))).toEqual([
      expect.stringContaining(
        'MachineDeployment `clusters/web` gives `memory` but relies on `AWSMachineTemplate` to report `cpu`',
      ),
    ]);
  });

  it('is told what its live template says', () => {
    const live = (status: object) =>
      JSON.stringify({
        apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1',
        kind: 'VSphereMachineTemplate',
        metadata: { name: 't', namespace: 'clusters', uid: 'x' },
        status,
      });
    const group = machineDeployment({ annotations: none, templateSpec: of('VSphereMachineTemplate') });
    expect(codes(`${group}\n---\n${live({ capacity: { cpu: '2', memory: '8Gi' } })}`)).toEqual([]);
    expect(codes(`${group}\n---\n${live({ capacity: { cpu: '2' } })}`)).toEqual(['PW9205']);
  });

  it('needs nothing where there is always a node', () => {
    const annotations = { ...none, 'min-size': '1' };
    expect(codes(machineDeployment({ annotations, templateSpec: of('AzureMachineTemplate') }))).toEqual([]);
  });
});
