import { generateDefinition } from './generate-definition.mjs';

const SETTINGS = `poolwright:
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b, eu-west-1c]
  kubernetes_version: "1.34"
  node_class:
    ami: al2023@v20260715
    role: bench
`;

/**
 * A repository of clusters that share their settings, as a map of path to text. With `deployments`, each cluster has that
 * many of `replicas` pods: every third spread over zones, every fifth kept apart by host, some for one team's pool.
 * Same arguments, same texts.
 */
export function generateFleet({ clusters, pools, seed, deployments = 0, replicas = 50 }) {
  const files = { 'clusters/_defaults.yaml': SETTINGS };
  for (let i = 0; i < clusters; i++) {
    const name = `cluster-${String(i).padStart(4, '0')}`;
    const text = generateDefinition({ pools, seed: seed + i });
    const own = text.slice(text.indexOf('karpenter:'));
    files[`clusters/${name}.yaml`] = deployments === 0 ? own : withDefaultPool(own);
    for (let k = 0; k < deployments; k++) {
      files[`clusters/${name}/workloads/app-${k}.yaml`] = deployment(k, { pools, replicas });
    }
  }
  return files;
}

/** Settings of which every cluster notices the change. */
export function changedDefaults(files) {
  return { ...files, 'clusters/_defaults.yaml': `${SETTINGS}    tags: {billing: changed}\n` };
}

/** One cluster with less room. */
export function oneChanged(files) {
  const file = Object.keys(files).find((name) => /^clusters\/cluster-\d+\.yaml$/.test(name));
  return { ...files, [file]: files[file].replace(/limits: \{cpu: \d+/, 'limits: {cpu: 2048') };
}

/** For pods that tolerate nothing. */
function withDefaultPool(text) {
  return `${text}    default:
      limits: {cpu: 4096, memory: 16Ti}
      requirements:
        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
        - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["4"]}
        - {key: kubernetes.io/arch, operator: In, values: [amd64]}
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
`;
}

const CPU = ['100m', '250m', '500m', '1', '2'];
const MEMORY = ['128Mi', '512Mi', '1Gi', '2Gi', '4Gi'];

function deployment(k, { pools, replicas }) {
  // What only one team's pool takes is small: its limits are, too.
  const size = k % 4 === 3 ? 0 : k;
  const lines = [
    'apiVersion: apps/v1',
    'kind: Deployment',
    `metadata: {name: app-${k}, namespace: team-${k % 7}}`,
    'spec:',
    `  replicas: ${replicas}`,
    `  selector: {matchLabels: {app: app-${k}}}`,
    '  template:',
    `    metadata: {labels: {app: app-${k}}}`,
    '    spec:',
    `      containers: [{name: app, image: app, resources: {requests: {cpu: "${CPU[size % 5]}", memory: ${MEMORY[(size * 3) % 5]}}}}]`,
  ];
  const own = `{matchLabels: {app: app-${k}}}`;
  if (k % 3 === 1) {
    lines.push(
      '      topologySpreadConstraints:',
      `        - {maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule, labelSelector: ${own}}`,
    );
  }
  if (k % 10 === 4) {
    lines.push(
      '      affinity:',
      '        podAntiAffinity:',
      '          preferredDuringSchedulingIgnoredDuringExecution:',
      `            - {weight: 100, podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: ${own}}}`,
    );
  }
  if (k % 4 === 3) {
    const pool = `pool-${String(k % pools).padStart(4, '0')}`;
    lines.push(
      `      nodeSelector: {team: ${pool}}`,
      `      tolerations: [{key: team, value: ${pool}, effect: NoSchedule}]`,
    );
  }
  return `${lines.join('\n')}\n`;
}
