import { deployment, type PlanCase } from '../../plan/harness.ts';
import type { ReviewCase } from './harness.ts';

const GENERAL = `default:
  limits: {cpu: 64, memory: 256Gi}
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8"]}
`;

const COMPUTE = `compute:
  limits: {cpu: 64, memory: 256Gi}
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [c7i, m7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8"]}
`;

const BATCH = `batch:
  limits: {cpu: 100, memory: 400Gi}
  labels: {team: batch}
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [c7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["8"]}
  taints: [{key: team, value: batch, effect: NoSchedule}]
`;

const STATIC = `static:
  replicas: 2
  limits: {nodes: 4}
  requirements:
    - {key: node.kubernetes.io/instance-type, operator: In, values: [m7i.2xlarge]}
`;

const GROUPS = `default:
  limits: {cpu: 64, memory: 256Gi}
  cluster_api: {max_types: 2}
  requirements:
    - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}
    - {key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8"]}
`;

const WEB = deployment('web', 30, 'cpu: 1500m, memory: 3Gi');
const API = deployment('api', 12, 'cpu: 900m, memory: 2Gi');
const JOBS = deployment(
  'jobs',
  8,
  'cpu: 3, memory: 4Gi',
  'nodeSelector: {team: batch}\ntolerations: [{key: team, operator: Exists}]',
);

const OUTAGE = `scenarios:
  outage: {zone_outage: [eu-west-1a]}
  growth: {replicas_percent: 150}
`;

const DATABASE = `---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: data}
spec:
  replicas: 3
  serviceName: db
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec:
      containers: [{name: main, resources: {requests: {cpu: 1, memory: 4Gi}}}]
  volumeClaimTemplates: [{metadata: {name: disk}, spec: {storageClassName: zonal}}]
${['eu-west-1a', 'eu-west-1b', 'eu-west-1c'].map(disk).join('')}`;

/** A claim of the database that is bound to a disk of a zone. */
function disk(zone: string, i: number): string {
  return `---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: disk-db-${i}, namespace: data}
spec: {volumeName: disk-${i}, storageClassName: zonal}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: disk-${i}}
spec:
  nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [${zone}]}]}]}}
`;
}

function changed(base: PlanCase, change: Partial<PlanCase>): ReviewCase {
  return { base, head: { ...base, ...change } };
}

function edited(base: PlanCase, from: string, to: string): ReviewCase {
  const pools = base.pools.replace(from, to);
  if (pools === base.pools) throw new Error(`no \`${from}\` to replace`);
  return changed(base, { pools });
}

const APPS: PlanCase = { pools: GENERAL + BATCH, manifests: WEB + API + JOBS };
const MACHINES: PlanCase = { pools: GROUPS, manifests: API, backend: 'cluster-autoscaler' };

/** Realistic changes, by what they are. */
export const CASES: Readonly<Record<string, ReviewCase>> = {
  'nothing changes': changed(APPS, {}),
  'a limit is cut': edited(APPS, 'limits: {cpu: 64', 'limits: {cpu: 32'),
  'a limit is raised': edited(
    { ...APPS, pools: APPS.pools.replace('limits: {cpu: 64', 'limits: {cpu: 32') },
    'limits: {cpu: 32',
    'limits: {cpu: 64',
  ),
  'a taint is added': edited(
    APPS,
    'values: ["4", "8"]}\n',
    'values: ["4", "8"]}\n  taints: [{key: infra, effect: NoSchedule}]\n',
  ),
  'a label is removed that a workload selects': edited(APPS, '  labels: {team: batch}\n', ''),
  'a zone is dropped that a volume is tied to': edited(
    { pools: GENERAL, manifests: DATABASE },
    'requirements:\n',
    'requirements:\n    - {key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1a, eu-west-1b]}\n',
  ),
  'a pool is added that takes pods over': changed(APPS, {
    pools: `${GENERAL + BATCH + COMPUTE}  weight: 10\n`,
  }),
  'a pool is added that competes': changed(APPS, { pools: GENERAL + BATCH + COMPUTE }),
  'a pool gets a weight and competes no more': edited(
    { ...APPS, pools: COMPUTE + GENERAL },
    'default:\n',
    'default:\n  weight: 5\n',
  ),
  'a pool is removed': changed({ ...APPS, pools: GENERAL + COMPUTE + BATCH }, { pools: COMPUTE }),
  'a pool is renamed': {
    ...edited(APPS, 'batch:\n', 'bulk:\n'),
    renamed: new Map([['bulk', 'batch']]),
  },
  'another pool is preferred because of its name': {
    ...edited({ ...APPS, pools: GENERAL + COMPUTE }, 'compute:\n', 'general:\n'),
    renamed: new Map([['general', 'compute']]),
  },
  'pools get zones of their own': {
    base: { pools: GENERAL + COMPUTE },
    head: {
      pools: [GENERAL, COMPUTE]
        .map((pool, i) =>
          pool.replace(
            'requirements:\n',
            `requirements:\n    - {key: topology.kubernetes.io/zone, operator: In, values: [eu-west-1${'ab'[i]}]}\n`,
          ),
        )
        .join(''),
    },
  },
  'scenarios get worse': edited({ ...APPS, settings: OUTAGE }, 'limits: {cpu: 64', 'limits: {cpu: 60'),
  'scenarios come and go': changed(
    { ...APPS, settings: OUTAGE },
    { settings: OUTAGE.replace('growth', 'double') },
  ),
  'a budget is crossed': changed(
    { ...APPS, settings: 'max_monthly_usd: 3300\n' },
    { manifests: APPS.manifests + deployment('more', 8, 'cpu: 3, memory: 4Gi') },
  ),
  'a budget at limits is crossed without workloads': edited(
    { pools: `${GENERAL}  max_monthly_usd_at_limits: 2500\n`, settings: 'max_monthly_usd_at_limits: 2500\n' },
    'limits: {cpu: 64, ',
    'limits: {cpu: 96, ',
  ),
  'limits are removed': edited({ pools: GENERAL }, '  limits: {cpu: 64, memory: 256Gi}\n', ''),
  'spot only': edited(
    APPS,
    'requirements:\n',
    'requirements:\n    - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}\n',
  ),
  'prices are unknown': edited({ pools: GENERAL, manifests: API }, 'values: [m7i]', 'values: [x8aedz]'),
  'a static pool takes pods over': changed(APPS, { pools: APPS.pools + STATIC }),
  'replicas come that have no place': changed(
    { ...APPS, manifests: WEB + API },
    { manifests: WEB.replace('replicas: 30', 'replicas: 60') + API },
  ),
  'replicas go': changed(
    { ...APPS, manifests: WEB + API },
    { manifests: deployment('web', 3, 'cpu: 1500m, memory: 3Gi') },
  ),
  'workloads are new': { base: { pools: GENERAL }, head: { pools: GENERAL, manifests: API } },
  'a cluster is added': { base: undefined, head: APPS },
  'a cluster is removed': { base: APPS, head: undefined },
  'a limit of node groups is cut': edited(MACHINES, 'limits: {cpu: 64', 'limits: {cpu: 8'),
  'node groups of two pools that chance decides between': changed(MACHINES, {
    pools: GROUPS.replace('default:', 'alternative:') + GROUPS,
  }),
  'another backend': {
    base: { ...MACHINES },
    head: { pools: GROUPS, manifests: API, backend: 'karpenter-cluster-api' },
  },
};
