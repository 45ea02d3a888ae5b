import { describe, expect, it } from 'vitest';
import type { RecordedHash } from '../../src/model/review-input.ts';
import { BASE, EDITS, edited, editedCase } from './forecast-cases.ts';
import { forecast } from './harness.ts';
import { liveNode, TYPE, ZONE } from './live-cases.ts';
import { MACHINE_EDITS } from './machine-cases.ts';

const FAMILY = 'karpenter.k8s.aws/instance-family';
const zone = (letter: string) => ({ [ZONE]: `eu-west-1${letter}`, [FAMILY]: 'm5', tier: 'gold' });
const LIVE = [liveNode('a', zone('a')), liveNode('b', zone('c')), liveNode('c', zone('c'), 'none')].join('');

function editedWith(name: string, live: string, recordedHashes?: ReadonlyMap<string, RecordedHash>) {
  return forecast({
    ...editedCase(EDITS[name] ?? []),
    live,
    ...(recordedHashes === undefined ? {} : { recordedHashes }),
  });
}

describe('nodes of a dump', () => {
  it.each([
    ['nothing', 0],
    ['tag-edited', 3],
    ['zone-dropped', 2],
    ['types-dropped', 0],
    ['types-all-other', 3],
    ['custom-key-narrowed', 0],
    ['custom-key-added', 3],
    ['custom-key-of-a-label-added', 0],
    ['spot-dropped', 3],
    ['subnet-taken-away', 3],
  ])('are counted by their labels: %s', (name, count) => {
    expect(editedWith(name, LIVE).nodes).toEqual({ count, of: 3, basis: 'nodes', alreadyDrifted: 0 });
  });

  it('are those of the pool alone, and those that stay', () => {
    const others = [
      liveNode('x', { [ZONE]: 'eu-west-1c', 'karpenter.sh/nodepool': 'other' }),
      LIVE.replaceAll('"name":"a"', '"deletionTimestamp":"2026-01-01T00:00:00Z","name":"a"').replaceAll(
        '"name":"claim-a"',
        '"deletionTimestamp":"2026-01-01T00:00:00Z","name":"claim-a"',
      ),
    ].join('');
    expect(editedWith('tag-edited', others).nodes).toMatchObject({ count: 2, of: 2 });
  });

  it('are all gone with their pool', () => {
    expect(editedWith('pool-removed-and-added', LIVE).nodes).toMatchObject({ count: 3, of: 3 });
  });
});

const HASH = 'karpenter.sh/nodepool-hash';
const VERSION = { 'karpenter.sh/nodepool-hash-version': 'v3' };

describe('hashes on NodeClaims', () => {
  const { hashes } = forecast(editedCase(EDITS['taint-changed'] ?? []));
  const { before = '', after = '' } = hashes?.nodePool ?? {};
  const carrying = (name: string, hash: string) =>
    liveNode(name, zone('a'), { annotations: { [HASH]: hash, ...VERSION } });

  it('tell nodes apart that were made from what head says, or have drifted already', () => {
    const live = [carrying('a', before), carrying('b', after), carrying('c', '1')].join('');
    expect(before).not.toBe(after);
    expect(editedWith('taint-changed', live).nodes).toEqual({
      count: 2,
      of: 3,
      basis: 'nodes',
      alreadyDrifted: 2,
    });
    expect(editedWith('nothing', live).nodes).toEqual({ count: 0, of: 3, basis: 'nodes', alreadyDrifted: 2 });
  });

  it('of another version say nothing', () => {
    const live = liveNode('a', zone('a'), {
      annotations: { [HASH]: after, 'karpenter.sh/nodepool-hash-version': 'v2' },
    });
    expect(editedWith('taint-changed', live).nodes).toMatchObject({ count: 1, alreadyDrifted: 0 });
  });

  it('are less than what Karpenter says itself', () => {
    const live = liveNode('a', zone('a'), { drifted: true });
    expect(editedWith('nothing', live).nodes).toMatchObject({ count: 0, alreadyDrifted: 1 });
  });
});

describe('hashes that a cluster has recorded', () => {
  const { hashes } = forecast(editedCase(EDITS['tag-edited'] ?? []));
  const computed = hashes?.nodeClass ?? { version: '' };
  const CONSTANT = 0x1234n;
  const recorded = (hash: string | undefined, version = 'v5') =>
    new Map([['EC2NodeClass/default', { hash: `${BigInt(hash ?? '') ^ CONSTANT}`, version }]]);

  it('give head’s as the cluster will have it', () => {
    const rotation = editedWith('tag-edited', LIVE, recorded(computed.before));
    expect(rotation.hashes?.nodeClass).toEqual({
      version: 'v5',
      before: `${BigInt(computed.before ?? '') ^ CONSTANT}`,
      after: `${BigInt(computed.after ?? '') ^ CONSTANT}`,
    });
    expect(rotation.undecided).toEqual([]);
  });

  it('of a version that is not known are told', () => {
    const { undecided, scope } = editedWith('tag-edited', LIVE, recorded(computed.before, 'v4'));
    expect(scope).toBe('all');
    expect(undecided.join('\n')).toContain('is of version `v4`, the forecast goes by the rules of `v5`');
  });

  it('that are not those of the fields are told', () => {
    const hash = { hash: '1', version: 'v3' };
    const { undecided } = editedWith('nothing', LIVE, new Map([['NodePool/default', hash]]));
    expect(undecided.join('\n')).toContain('for NodePool `default` is not that of its fields');
  });
});

describe('planned nodes', () => {
  const pods = (zones: string, replicas: number) => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      tolerations: [{operator: Exists}]
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms: [{matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [${zones}]}]}]
      containers: [{name: main, resources: {requests: {cpu: 500m, memory: 1Gi}}}]
`;

  it.each([
    ['zone-dropped', 'eu-west-1a', 0],
    ['zone-dropped', 'eu-west-1c', 2],
    ['zone-dropped', 'eu-west-1a, eu-west-1c', 2],
    ['tag-edited', 'eu-west-1a', 2],
    ['types-dropped', 'eu-west-1a', 2],
    ['types-all-other', 'eu-west-1a', 2],
  ])('are counted by what they may be: %s, pods in %s', (name, zones, count) => {
    const { nodes } = forecast({ ...editedCase(EDITS[name] ?? []), manifests: pods(zones, 2) });
    expect(nodes).toEqual({ count, of: 2, basis: 'plan' });
  });

  it('of MachineDeployments are those of their group', () => {
    const [base = '', head = ''] = MACHINE_EDITS['machines-zone-dropped'] ?? [];
    const counted = (zones: string) => forecast({ base, head, manifests: pods(zones, 6) }).nodes;
    expect(counted('eu-west-1a')).toEqual({ count: 0, of: 6, basis: 'plan' });
    expect(counted('eu-west-1b')).toEqual({ count: 6, of: 6, basis: 'plan' });
  });

  it('are not known without a plan', () => {
    expect(forecast({ base: BASE, head: edited(['50Gi', '60Gi']) }).nodes).toBeUndefined();
  });
});

describe('machines of a dump', () => {
  it('belong to the MachineDeployment whose MachineSet they name', () => {
    const [base = '', head = ''] = MACHINE_EDITS['machines-zone-dropped'] ?? [];
    const machine = (name: string, group: string) =>
      `---\n${JSON.stringify({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: {
          name,
          labels: { [TYPE]: 'm5.large' },
          annotations: {
            'cluster.x-k8s.io/owner-kind': 'MachineSet',
            'cluster.x-k8s.io/owner-name': `${group}-abcde`,
          },
        },
        spec: {},
        status: {},
      })}\n`;
    const live = [
      machine('a', 'web-default-m5-large-eu-west-1a-od'),
      machine('b', 'web-default-m5-large-eu-west-1b-od'),
      machine('c', 'somebody-elses'),
    ].join('');
    expect(forecast({ base, head, live }).nodes).toEqual({ count: 1, of: 2, basis: 'nodes' });
  });
});
