import { describe, expect, it } from 'vitest';
import { applyFixes } from '../../../src/documents/apply-fixes.ts';
import { blamed, found, lintText, machineDeployment } from './harness.ts';

const ARCH = 'kubernetes.io/arch=amd64,kubernetes.io/os=linux';

function labelled(labels: string): string {
  return machineDeployment({ annotations: { labels } });
}

function tainted(taints: string): string {
  return machineDeployment({ annotations: { taints } });
}

/** What each finding blames, with its code. */
function marks(text: string): readonly string[] {
  return lintText(text).diagnostics.map((one) => `${one.code} ${blamed(one)}`);
}

describe('labels', () => {
  it.each([
    [`${ARCH},a=b`, []],
    [`${ARCH},a=`, []],
    [`${ARCH},`, []],
    [`${ARCH}, a=b`, ['PW9208  a=b']],
    [`${ARCH},a = b`, ['PW9208 a = b']],
    [`${ARCH},a`, ['PW9208 a']],
    [`${ARCH},a=b=c`, ['PW9208 a=b=c']],
    [`${ARCH},bad key!=x`, ['PW9208 bad key!=x']],
    [`${ARCH},a=1,a=2`, ['PW9211 a=2']],
    [`${ARCH},kubernetes.io/hostname=x`, ['PW9236 kubernetes.io/hostname=x']],
  ])('%s', (labels, expected) => {
    expect(marks(labelled(labels))).toEqual(expected);
  });

  it('without architecture or operating system are an error, also where there are none', () => {
    expect(marks(labelled('a=b'))).toEqual(['PW9204 "capacity.cluster-autoscaler.kubernetes.io/labels"']);
    const [one] = lintText(labelled('kubernetes.io/arch=arm64')).diagnostics;
    expect(one?.message).toBe(
      'MachineDeployment `clusters/web` does not say `kubernetes.io/os` in its annotation `labels`',
    );
    const none = machineDeployment({ annotations: { labels: undefined } });
    expect(marks(none)).toEqual(['PW9204 "capacity.cluster-autoscaler.kubernetes.io/cpu"']);
  });

  it('need neither where a live template says both', () => {
    const template = (nodeInfo: object) =>
      JSON.stringify({
        apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
        kind: 'AWSMachineTemplate',
        metadata: { name: 'm5-xlarge', namespace: 'clusters', uid: 'x' },
        status: { nodeInfo },
      });
    const both = template({ architecture: 'arm64', operatingSystem: 'linux' });
    expect(found(`${labelled('a=b')}\n---\n${both}`, 'PW9204')).toEqual([]);
    const one = template({ architecture: 'arm64' });
    expect(found(`${labelled('a=b')}\n---\n${one}`, 'PW9204')).toHaveLength(1);
  });

  it('lose their spaces', () => {
    expect(mended(labelled(`${ARCH}, a = b ,c=d`))).toContain(`"${ARCH},a=b,c=d"`);
  });
});

describe('taints', () => {
  it.each([
    ['a=b:NoSchedule,c:NoExecute', []],
    ['a=b:NoSchedule,', []],
    ['', []],
    ['a=b:NoSchedule, c:NoExecute', ['PW9209  c:NoExecute']],
    ['a=b:NoSchedule:x', ['PW9209 a=b:NoSchedule:x']],
    ['a=b=c:NoSchedule', ['PW9209 a=b=c:NoSchedule']],
    ['a=b', ['PW9209 a=b']],
    ['-a:NoSchedule', ['PW9209 -a:NoSchedule']],
    ['a', ['PW9210 a']],
    ['a:Whatever', ['PW9210 a:Whatever']],
    ['a=1:NoSchedule,a=2:NoSchedule', ['PW9211 a=2:NoSchedule']],
    ['a=1:NoSchedule,a=1:NoExecute', []],
  ])('%s', (taints, expected) => {
    expect(marks(tainted(taints))).toEqual(expected);
  });

  it('are mended where only one thing can be meant', () => {
    expect(mended(tainted('a=b:noschedule, c : NoExecute'))).toContain('"a=b:NoSchedule,c:NoExecute"');
    expect(lintText(tainted('a=b:NoSchedul')).diagnostics[0]?.help).toContain('Did you mean `NoSchedule`?');
  });
});

describe('CSI drivers', () => {
  it('are dropped one by one', () => {
    const annotations = { 'csi-driver': 'ebs.csi.aws.com=25, efs.csi.aws.com=0,bad,x=-1' };
    expect(marks(machineDeployment({ annotations }))).toEqual(['PW9233 bad', 'PW9233 x=-1']);
  });
});

describe('places', () => {
  const yaml = (value: string) => `apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata:
  name: web
  annotations:
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "0"
    cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size: "5"
    capacity.cluster-autoscaler.kubernetes.io/cpu: "4"
    capacity.cluster-autoscaler.kubernetes.io/memory: 16Gi
    capacity.cluster-autoscaler.kubernetes.io/labels: ${value}
spec: {}
`;

  it.each([
    ['plain', `${ARCH},a b=c`, 'a b=c'],
    ['single quotes', `'${ARCH},a b=c'`, 'a b=c'],
    ['double quotes', `"${ARCH},a b=c"`, 'a b=c'],
    ['folded', `>-\n      ${ARCH},a b=c`, 'a b=c'],
    ['escaped', `"${ARCH},a b=\\u0063"`, `"${ARCH},a b=\\u0063"`],
  ])('in %s', (_style, value, expected) => {
    const one = lintText(yaml(value)).diagnostics.find(({ code }) => code === 'PW9208');
    expect(one === undefined ? '' : blamed(one)).toBe(expected);
  });

  it('behind an alias are the alias, and nothing is mended', () => {
    const text = yaml('*labels').replace('  name: web\n', `  name: web\n  x: &labels "${ARCH}, a=b"\n`);
    const one = lintText(text).diagnostics.find(({ code }) => code === 'PW9208');
    expect(one === undefined ? '' : blamed(one)).toBe('*labels');
    expect(one?.fix).toBeUndefined();
  });
});

function mended(text: string): string {
  const { diagnostics } = lintText(text);
  const [one] = diagnostics;
  if (one === undefined) throw new Error('nothing is found');
  return applyFixes(
    one.span.source,
    diagnostics.flatMap(({ fix }) => fix ?? []),
  ).text;
}
