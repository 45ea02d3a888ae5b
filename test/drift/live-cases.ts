interface ClaimCase {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly drifted?: boolean;
  /** Of the NodeClaim alone. */
  readonly isGoing?: boolean;
  readonly isTerminating?: boolean;
  readonly isNotReady?: boolean;
  readonly isUninitialised?: boolean;
}

/** A node of pool `default` with its NodeClaim, as a dump has them. */
export function liveNode(
  name: string,
  labels: Readonly<Record<string, string>>,
  claim: ClaimCase | 'none' = {},
): string {
  const own = claim === 'none' ? {} : claim;
  const all = { 'karpenter.sh/nodepool': 'default', ...labels };
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        ...all,
        'kubernetes.io/hostname': name,
        ...(own.isUninitialised === true ? {} : { 'karpenter.sh/initialized': 'true' }),
      },
    },
    spec: { providerID: `aws:///eu-west-1a/${name}` },
    status: {
      capacity: { cpu: '4', memory: '16Gi', pods: '58' },
      allocatable: { cpu: '4', memory: '16Gi', pods: '58' },
      conditions: [{ type: 'Ready', status: own.isNotReady === true ? 'Unknown' : 'True' }],
    },
  };
  const nodeClaim = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodeClaim',
    metadata: {
      name: `claim-${name}`,
      labels: all,
      annotations: own.annotations ?? {},
      ...(own.isGoing === true ? { deletionTimestamp: '2026-03-04T09:00:00Z' } : {}),
    },
    spec: { requirements: [] },
    status: {
      providerID: `aws:///eu-west-1a/${name}`,
      nodeName: name,
      conditions: [
        ...(own.drifted === true ? [{ type: 'Drifted', status: 'True' }] : []),
        ...(own.isTerminating === true ? [{ type: 'InstanceTerminating', status: 'True' }] : []),
      ],
    },
  };
  const objects = claim === 'none' ? [node] : [node, nodeClaim];
  return objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
}

export const ZONE = 'topology.kubernetes.io/zone';
export const TYPE = 'node.kubernetes.io/instance-type';
