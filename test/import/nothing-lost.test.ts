import { describe, expect, it } from 'vitest';
import { isJsonMap, type JsonMap, type JsonValue } from '../../src/diagnostics/json-value.ts';
import { writeYaml } from '../../src/documents/write-yaml.ts';
import { importText, told } from './harness.ts';

const SIZES = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group';
const CAPACITY = 'capacity.cluster-autoscaler.kubernetes.io';

const METADATA: JsonMap = {
  name: 'w',
  namespace: 'capi',
  labels: { team: 'a' },
  annotations: {
    [`${SIZES}-min-size`]: '1',
    [`${SIZES}-max-size`]: '10',
    [`${CAPACITY}/cpu`]: '3',
    [`${CAPACITY}/memory`]: '10Gi',
    [`${CAPACITY}/ephemeral-disk`]: '9Gi',
    [`${CAPACITY}/maxPods`]: '17',
    [`${CAPACITY}/gpu-count`]: '1',
    [`${CAPACITY}/gpu-type`]: 'nvidia.com/gpu',
    [`${CAPACITY}/dra-driver`]: 'gpu.nvidia.com',
    [`${CAPACITY}/csi-driver`]: 'ebs.csi.aws.com=20',
    [`${CAPACITY}/labels`]: 'tier=web',
    [`${CAPACITY}/taints`]: 'tier=web:NoExecute',
    'cluster.x-k8s.io/autoscaling-options-scaledownunneededtime': '3m',
    'cluster.x-k8s.io/autoscaling-options-unknown': '3m',
    'cluster.x-k8s.io/paused': '',
    'machine-config': 'x',
  },
};

const MACHINE: JsonMap = {
  clusterName: 'prod',
  version: 'v1.34.2',
  failureDomain: 'eu-west-1a',
  readinessGates: [{ conditionType: 'Ready', polarity: 'Negative' }],
  taints: [{ key: 'k', value: 'v', effect: 'NoSchedule', propagation: 'Always' }],
};

const TEMPLATE_METADATA: JsonMap = {
  labels: { 'node-role.kubernetes.io/worker': '', plain: 'x' },
  annotations: { note: 'x' },
};

/** Every field of the MachineDeployments of Cluster API 1.14, with values other than the usual. */
const DEPLOYMENTS: Readonly<Record<string, (bootstrap: string) => JsonMap>> = {
  v1beta2: (bootstrap) => ({
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'MachineDeployment',
    metadata: METADATA,
    spec: {
      clusterName: 'prod',
      replicas: 3,
      selector: { matchLabels: { app: 'w' }, matchExpressions: [{ key: 'a', operator: 'Exists' }] },
      rollout: {
        after: '2026-12-01T00:00:00Z',
        strategy: { type: 'OnDelete', rollingUpdate: { maxSurge: 2, maxUnavailable: '25%' } },
      },
      machineNaming: { template: '{{ .random }}' },
      remediation: { maxInFlight: '1' },
      deletion: { order: 'Oldest' },
      paused: true,
      template: {
        metadata: TEMPLATE_METADATA,
        spec: {
          ...MACHINE,
          minReadySeconds: 30,
          deletion: {
            nodeDrainTimeoutSeconds: 60,
            nodeVolumeDetachTimeoutSeconds: 300,
            nodeDeletionTimeoutSeconds: 77,
          },
          bootstrap: {
            dataSecretName: 'join',
            configRef: { apiGroup: 'bootstrap.cluster.x-k8s.io', kind: bootstrap, name: 'w' },
          },
          infrastructureRef: {
            apiGroup: 'infrastructure.cluster.x-k8s.io',
            kind: 'AWSMachineTemplate',
            name: 'w',
          },
        },
      },
    },
  }),
  v1beta1: (bootstrap) => ({
    apiVersion: 'cluster.x-k8s.io/v1beta1',
    kind: 'MachineDeployment',
    metadata: METADATA,
    spec: {
      clusterName: 'prod',
      replicas: 3,
      rolloutAfter: '2026-12-01T00:00:00Z',
      selector: { matchLabels: { app: 'w' } },
      strategy: {
        type: 'OnDelete',
        rollingUpdate: { maxSurge: 2, maxUnavailable: '25%', deletePolicy: 'Oldest' },
        remediation: { maxInFlight: '1' },
      },
      machineNamingStrategy: { template: '{{ .random }}' },
      minReadySeconds: 30,
      revisionHistoryLimit: 4,
      progressDeadlineSeconds: 900,
      paused: true,
      template: {
        metadata: TEMPLATE_METADATA,
        spec: {
          ...MACHINE,
          providerID: 'aws:///x',
          nodeDrainTimeout: '60s',
          nodeVolumeDetachTimeout: '300s',
          nodeDeletionTimeout: '77s',
          bootstrap: {
            dataSecretName: 'join',
            configRef: { apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta1', kind: bootstrap, name: 'w' },
          },
          infrastructureRef: {
            apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
            kind: 'AWSMachineTemplate',
            name: 'w',
          },
        },
      },
    },
  }),
};

function template(kind: string, group: string, spec: JsonMap): JsonMap {
  return {
    apiVersion: `${group}.cluster.x-k8s.io/v1beta2`,
    kind,
    metadata: { name: 'w', namespace: 'capi', labels: { owner: 'a' }, annotations: { note: 'x' } },
    spec: { template: { metadata: { labels: { of: 'machine' } }, spec } },
  };
}

/** The fields of AWSMachineTemplate 2.13. */
const INFRASTRUCTURE = template('AWSMachineTemplate', 'infrastructure', {
  providerID: 'aws:///x',
  instanceID: 'i-1',
  instanceType: 'm5.xlarge',
  ami: { id: 'ami-0abc' },
  imageLookupFormat: 'image-*',
  imageLookupOrg: '123456789012',
  imageLookupBaseOS: 'ubuntu',
  additionalTags: { a: 'b' },
  iamInstanceProfile: 'nodes',
  publicIP: true,
  elasticIpPool: { publicIpv4Pool: 'p', publicIpv4PoolFallbackOrder: 'none' },
  additionalSecurityGroups: [{ id: 'sg-1', filters: [{ name: 'tag:x', values: ['y'] }] }],
  subnet: { id: 'subnet-1', filters: [{ name: 'tag:x', values: ['y'] }] },
  securityGroupOverrides: { node: 'sg-2' },
  sshKeyName: 'key',
  rootVolume: {
    deviceName: '/dev/sda1',
    size: 80,
    type: 'gp3',
    encrypted: true,
    encryptionKey: 'alias/x',
    iops: 4000,
    throughput: 200,
  },
  networkInterfaces: ['eni-1'],
  networkInterfaceType: 'efa',
  uncompressedUserData: true,
  cloudInit: { secureSecretsBackend: 'ssm-parameter-store', secretPrefix: 'x' },
  ignition: { version: '3.4' },
  spotMarketOptions: { maxPrice: '0.1' },
  placementGroupName: 'near',
  placementGroupPartition: 2,
  tenancy: 'dedicated',
  privateDnsName: { hostnameType: 'resource-name', enableResourceNameDnsARecord: true },
  capacityReservationPreference: 'none',
  hostID: 'h-1',
  hostAffinity: 'host',
  cpuOptions: { confidentialCompute: 'Disabled', nestedVirtualization: 'enabled' },
  instanceMetadataOptions: {
    httpEndpoint: 'enabled',
    httpTokens: 'optional',
    httpPutResponseHopLimit: 3,
    httpProtocolIpv6: 'enabled',
    instanceMetadataTags: 'enabled',
  },
  marketType: 'Spot',
});

const BOOTSTRAPS: Readonly<Record<string, JsonMap>> = {
  NodeadmConfigTemplate: {
    kubelet: {
      config: { maxPods: 30 },
      flags: ['--node-labels=a=b', '--node-labels=c=d', '--register-with-taints=t=u:NoSchedule', '--v=4'],
    },
    containerd: { config: 'x', baseRuntimeSpec: { a: 'b' } },
    featureGates: { InstanceIdNodeName: true },
    diskSetup: { filesystems: [{ device: '/dev/x' }] },
    mounts: [['a']],
    ntp: { enabled: true },
    files: [{ path: '/x', content: 'a' }],
    preNodeadmCommands: ['x'],
    users: [{ name: 'x' }],
  },
  EKSConfigTemplate: {
    kubeletExtraArgs: { 'node-labels': 'a=b', 'register-with-taints': 't=u:NoSchedule', v: '4' },
    containerRuntime: 'containerd',
    dnsClusterIP: '10.0.0.10',
    dockerConfigJson: '{}',
    apiRetryAttempts: 3,
    pauseContainer: { accountNumber: '1', version: '3' },
    useMaxPods: false,
    serviceIPV6Cidr: 'fd00::/8',
    preBootstrapCommands: ['x'],
    postBootstrapCommands: ['x'],
    boostrapCommandOverride: 'x',
    files: [{ path: '/x', content: 'a' }],
    ntp: { enabled: true },
  },
  KubeadmConfigTemplate: {
    clusterConfiguration: { controllerManager: { extraArgs: [{ name: 'a', value: 'b' }] } },
    initConfiguration: { nodeRegistration: { name: 'x' } },
    joinConfiguration: {
      caCertPath: '/etc/x',
      controlPlane: { localAPIEndpoint: { bindPort: 1 } },
      discovery: { tlsBootstrapToken: 't' },
      patches: { directory: '/x' },
      skipPhases: ['preflight'],
      nodeRegistration: {
        name: 'x',
        criSocket: '/run/x',
        ignorePreflightErrors: ['Swap'],
        imagePullPolicy: 'Always',
        kubeletExtraArgs: [
          { name: 'node-labels', value: 'a=b' },
          { name: 'max-pods', value: '30' },
          { name: 'v', value: '4' },
        ],
        taints: [{ key: 't', value: 'u', effect: 'NoSchedule' }],
      },
    },
    diskSetup: { filesystems: [{ device: '/dev/x' }] },
    files: [{ path: '/x', content: 'a' }],
    format: 'ignition',
    ignition: { containerLinuxConfig: { strict: true } },
    mounts: [['a']],
    ntp: { enabled: true },
    preKubeadmCommands: ['x'],
    postKubeadmCommands: ['x'],
    users: [{ name: 'x' }],
    verbosity: 4,
  },
};

/** Where a change says nothing that a definition could say. */
const MEANINGLESS: readonly RegExp[] = [
  // Which of the types that are read the objects are of.
  /\.(?:configRef|infrastructureRef)\.(?:apiGroup|apiVersion)$/,
  // The autoscaler decides.
  /^spec\.replicas$/,
  // That of the MachineDeployment itself.
  /^spec\.template\.spec\.clusterName$/,
  // `spotMarketOptions` beside it says the same.
  /\.marketType$/,
  // An id beside them is what counts.
  /\.imageLookup(?:Format|Org)$/,
];

describe('whatever an object says is in the definition or among the findings', () => {
  it.each([
    { version: 'v1beta2', bootstrap: 'NodeadmConfigTemplate', changed: [0, 1, 2] },
    { version: 'v1beta1', bootstrap: 'KubeadmConfigTemplate', changed: [0, 2] },
    { version: 'v1beta2', bootstrap: 'EKSConfigTemplate', changed: [2] },
  ])('$version, $bootstrap', ({ version, bootstrap, changed }) => {
    const objects = [
      DEPLOYMENTS[version]?.(bootstrap) ?? {},
      INFRASTRUCTURE,
      template(bootstrap, 'bootstrap', BOOTSTRAPS[bootstrap] ?? {}),
    ];
    const before = outcome(objects);
    expect(before.told.length).toBeGreaterThan(20);
    const silent = changed.flatMap((i) => {
      const object = objects[i] ?? {};
      return leaves(object, []).flatMap((path) => {
        const [top] = path;
        if (top === 'apiVersion' || top === 'kind' || isNaming(path)) return [];
        const name = path.join('.');
        if (MEANINGLESS.some((one) => one.test(name)) || isTold(path, before.told)) return [];
        const after = outcome(objects.with(i, without(object, path) as JsonMap));
        return after.all === before.all ? [`${String(object['kind'])} ${name}`] : [];
      });
    });
    expect(silent).toEqual([]);
  });
});

function outcome(objects: readonly JsonMap[]): { readonly told: readonly string[]; readonly all: string } {
  const result = importText(objects.map((object) => `---\n${writeYaml(object)}`).join(''));
  return { told: told(result), all: JSON.stringify([told(result), result.text]) };
}

function isNaming([top, field]: readonly string[]): boolean {
  return top === 'metadata' && (field === 'name' || field === 'namespace');
}

/** Something that holds the field is not carried over as a whole. */
function isTold(path: readonly string[], all: readonly string[]): boolean {
  const inSpec = path.slice(0, 3).join('.') === 'spec.template.spec' ? path.slice(3) : [];
  return [path, inSpec].some((from) =>
    from.some((_key, i) => {
      const part = from.slice(0, i + 1).join('.');
      return i + 1 < from.length && all.some((text) => text.endsWith(`\`${part}\` is not carried over`));
    }),
  );
}

function childrenOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (Array.isArray(value)) return value.map((child: JsonValue, i) => [String(i), child]);
  return isJsonMap(value) ? Object.entries(value) : [];
}

function leaves(value: JsonValue, path: readonly string[]): readonly (readonly string[])[] {
  const children = childrenOf(value);
  if (children.length === 0) return [path];
  return children.flatMap(([key, child]) => leaves(child, [...path, key]));
}

function without(value: JsonValue, [key = '', ...rest]: readonly string[]): JsonValue {
  const changed = childrenOf(value).flatMap(([name, child]): readonly (readonly [string, JsonValue])[] => {
    if (name !== key) return [[name, child]];
    return rest.length === 0 ? [] : [[name, without(child, rest)]];
  });
  return Array.isArray(value) ? changed.map(([, child]) => child) : Object.fromEntries(changed);
}
