/**
 * A definition with many pools that differ as real ones do: sizes, zones, profiles, taints, disks.
 * Same arguments, same text.
 */
export function generateDefinition({ pools, seed }) {
  const random = mulberry32(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const lines = [
    'poolwright:',
    '  region: eu-west-1',
    '  zones: [eu-west-1a, eu-west-1b, eu-west-1c]',
    '  kubernetes_version: "1.34"',
    '  node_class:',
    '    ami: al2023@v20260715',
    '    role: bench',
    'karpenter:',
    '  node_pools:',
  ];
  for (let i = 0; i < pools; i++) lines.push(...pool(i, pick));
  return `${lines.join('\n')}\n`;
}

function pool(i, pick) {
  const name = `pool-${String(i).padStart(4, '0')}`;
  return [
    `    ${name}:`,
    '      node_class:',
    `        volumeSize: ${pick(['50Gi', '80Gi', '100Gi', '200Gi'])}`,
    `        tags: {team: team-${pick([1, 2, 3, 4, 5])}}`,
    `      labels: {team: ${name}}`,
    `      limits: {cpu: ${pick([64, 128, 256])}, memory: ${pick(['512Gi', '1Ti'])}}`,
    '      requirements:',
    `        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [${pick(['c, m', 'm, r', 'c, m, r'])}]}`,
    `        - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["${pick([3, 4, 5])}"]}`,
    `        - {key: karpenter.k8s.aws/instance-cpu, operator: Lt, values: ["${pick([17, 33, 65])}"]}`,
    '        - {key: kubernetes.io/arch, operator: In, values: [amd64]}',
    '        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}',
    `      taints: [{key: team, value: ${name}, effect: NoSchedule}]`,
  ];
}

function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Pools that become 48 MachineDeployments each: 16 types in three zones. */
export function generateMachines({ pools, seed }) {
  const random = mulberry32(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const lines = [
    'poolwright:',
    '  backend: cluster-autoscaler',
    '  region: eu-west-1',
    '  zones: [eu-west-1a, eu-west-1b, eu-west-1c]',
    '  kubernetes_version: "1.34.2"',
    '  node_class: {ami: al2023@latest, instance_profile: bench}',
    '  cluster_api: {max_types: 16, max_machine_deployments_per_cluster: 10000}',
    'karpenter:',
    '  node_pools:',
  ];
  for (let i = 0; i < pools; i++) lines.push(...machinePool(i, pick));
  return `${lines.join('\n')}\n`;
}

function machinePool(i, pick) {
  const name = `pool-${String(i).padStart(4, '0')}`;
  return [
    `    ${name}:`,
    '      node_class:',
    `        volumeSize: ${pick(['50Gi', '80Gi', '100Gi', '200Gi'])}`,
    `        tags: {team: team-${pick([1, 2, 3, 4, 5])}}`,
    `      labels: {team: ${name}}`,
    `      limits: {cpu: ${pick([512, 768, 1024])}, memory: 4Ti}`,
    '      requirements:',
    '        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}',
    `        - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["${pick([3, 4, 5])}"]}`,
    `      taints: [{key: team, value: ${name}, effect: NoSchedule}]`,
  ];
}
