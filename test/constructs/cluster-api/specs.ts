import type {
  AwsMachineTemplateSpec,
  CapacityQuotaSpec,
  ClusterApiNodeClassSpec,
  DevMachineTemplateSpec,
  EksConfigTemplateSpec,
  KubeadmConfigTemplateSpec,
  MachineDeploymentSpec,
  MachineHealthCheckSpec,
  NodeadmConfigTemplateSpec,
} from '../../../constructs/index.ts';

/** Every field that there is, as the real CRDs take it. */

const LABELS = {
  'cluster.x-k8s.io/cluster-name': 'production',
  'cluster.x-k8s.io/deployment-name': 'workers',
};

export const MACHINE_DEPLOYMENT: MachineDeploymentSpec = {
  clusterName: 'production',
  selector: { matchLabels: LABELS },
  template: {
    metadata: { labels: LABELS },
    spec: {
      clusterName: 'production',
      bootstrap: {
        configRef: { apiGroup: 'bootstrap.cluster.x-k8s.io', kind: 'NodeadmConfigTemplate', name: 'join' },
      },
      infrastructureRef: {
        apiGroup: 'infrastructure.cluster.x-k8s.io',
        kind: 'AWSMachineTemplate',
        name: 'machines',
      },
    },
  },
};

export const FULL_MACHINE_DEPLOYMENT: MachineDeploymentSpec = {
  clusterName: 'production',
  replicas: 0,
  paused: false,
  rollout: {
    after: '2026-01-31T00:00:00Z',
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } },
  },
  selector: {
    matchLabels: LABELS,
    matchExpressions: [{ key: 'node.cluster.x-k8s.io/pool', operator: 'In', values: ['batch', 'web'] }],
  },
  machineNaming: { template: '{{ .machineSet.name }}-{{ .random }}' },
  remediation: { maxInFlight: '20%' },
  deletion: { order: 'Oldest' },
  template: {
    metadata: {
      labels: { ...LABELS, 'node.cluster.x-k8s.io/pool': 'batch', 'node-role.kubernetes.io/worker': '' },
      annotations: { note: 'any text: at all' },
    },
    spec: {
      ...MACHINE_DEPLOYMENT.template.spec,
      version: 'v1.34.2',
      failureDomain: 'eu-west-1a',
      minReadySeconds: 10,
      readinessGates: [{ conditionType: 'example.com/Ready', polarity: 'Negative' }],
      deletion: {
        nodeDrainTimeoutSeconds: 3600,
        nodeVolumeDetachTimeoutSeconds: 90,
        nodeDeletionTimeoutSeconds: 0,
      },
      taints: [
        { key: 'role', value: 'batch', effect: 'NoSchedule', propagation: 'Always' },
        { key: 'example.com/setup', effect: 'NoExecute', propagation: 'OnInitialization' },
      ],
    },
  },
};

export const MACHINE_HEALTH_CHECK: MachineHealthCheckSpec = {
  clusterName: 'production',
  selector: { matchLabels: LABELS },
  checks: {
    nodeStartupTimeoutSeconds: 900,
    unhealthyNodeConditions: [
      { type: 'Ready', status: 'Unknown', timeoutSeconds: 300 },
      { type: 'Ready', status: 'False', timeoutSeconds: 0 },
    ],
    unhealthyMachineConditions: [{ type: 'NodeHealthy', status: 'False', timeoutSeconds: 90 }],
  },
  remediation: {
    triggerIf: { unhealthyLessThanOrEqualTo: '40%', unhealthyInRange: '[1-3]' },
    templateRef: { apiVersion: 'example.com/v1', kind: 'Remediation', name: 'remediation' },
  },
};

export const AWS_MACHINE_TEMPLATE: AwsMachineTemplateSpec = {
  template: {
    metadata: { labels: { team: 'data' }, annotations: { note: 'x' } },
    spec: {
      instanceType: 'm5.xlarge',
      ami: { eksLookupType: 'AmazonLinux2023' },
      imageLookupFormat: 'x',
      imageLookupOrg: '123456789012',
      imageLookupBaseOS: 'ubuntu',
      iamInstanceProfile: 'nodes.cluster-api-provider-aws.sigs.k8s.io',
      publicIP: false,
      additionalSecurityGroups: [{ id: 'sg-1' }, { filters: [{ name: 'tag:a', values: ['b'] }] }],
      securityGroupOverrides: { node: 'sg-2' },
      subnet: { filters: [{ name: 'tag:Name', values: ['private'] }] },
      sshKeyName: '',
      rootVolume: {
        size: 100,
        type: 'gp3',
        throughput: 125,
        iops: 3000,
        encrypted: true,
        encryptionKey: 'k',
      },
      nonRootVolumes: [{ size: 8, type: 'io2', iops: 100, deviceName: '/dev/xvdb' }],
      additionalTags: { Name: 'a b', 'kubernetes.io/x': 'y=z', constructor: 'c' },
      instanceMetadataOptions: {
        httpEndpoint: 'enabled',
        httpProtocolIpv6: 'disabled',
        httpPutResponseHopLimit: 2,
        httpTokens: 'required',
        instanceMetadataTags: 'disabled',
      },
      spotMarketOptions: { maxPrice: '0.1' },
      marketType: 'Spot',
      capacityReservationPreference: 'None',
      placementGroupName: 'group',
      placementGroupPartition: 7,
      tenancy: 'host',
      hostAffinity: 'host',
      dynamicHostAllocation: { tags: { a: 'b' } },
      networkInterfaces: ['eni-1', 'eni-2'],
      networkInterfaceType: 'efa',
      assignPrimaryIPv6: 'disabled',
      cpuOptions: { confidentialCompute: 'Disabled', nestedVirtualization: 'enabled' },
      privateDnsName: {
        enableResourceNameDnsAAAARecord: false,
        enableResourceNameDnsARecord: true,
        hostnameType: 'resource-name',
      },
      elasticIpPool: { publicIpv4Pool: 'ipv4pool-ec2-0123456789abcdef', publicIpv4PoolFallbackOrder: 'none' },
      cloudInit: { insecureSkipSecretsManager: true },
      uncompressedUserData: false,
    },
  },
};

/** What excludes something in the other one. */
export const OTHER_AWS_MACHINE_TEMPLATE: AwsMachineTemplateSpec = {
  template: {
    spec: {
      instanceType: 'p5.48xlarge',
      ami: { id: 'ami-1' },
      subnet: { id: 'subnet-1' },
      marketType: 'CapacityBlock',
      capacityReservationId: 'cr-1',
      tenancy: 'host',
      hostID: 'h-0123456789abcdef0',
      ignition: {
        version: '3.4',
        storageType: 'UnencryptedUserData',
        proxy: { httpProxy: 'http://p', httpsProxy: 'http://p', noProxy: ['a'] },
        tls: { certificateAuthorities: ['s3://ca'] },
      },
    },
  },
};

export const KUBEADM_CONFIG_TEMPLATE: KubeadmConfigTemplateSpec = {
  template: {
    metadata: { labels: { team: 'data' } },
    spec: {
      format: 'cloud-config',
      verbosity: 2,
      joinConfiguration: {
        caCertPath: '/etc/kubernetes/pki/ca.crt',
        skipPhases: ['preflight'],
        patches: { directory: '/etc/patches' },
        timeouts: { tlsBootstrapSeconds: 300 },
        nodeRegistration: {
          name: '{{ ds.meta_data.local_hostname }}',
          criSocket: 'unix:///run/containerd/containerd.sock',
          taints: [{ key: 'role', value: 'batch', effect: 'NoSchedule' }],
          kubeletExtraArgs: [
            { name: 'node-labels', value: 'team=data' },
            { name: 'cloud-provider', value: '' },
          ],
          ignorePreflightErrors: ['NumCPU'],
          imagePullPolicy: 'IfNotPresent',
          imagePullSerial: false,
        },
      },
      files: [
        { path: '/a', content: 'x', owner: 'root:root', permissions: '0640', contentFormat: 'Raw' },
        {
          path: '/b',
          contentFrom: { secret: { name: 's', key: 'k' } },
          encoding: 'gzip+base64',
          append: true,
        },
      ],
      diskSetup: {
        filesystems: [
          {
            device: '/dev/xvdb',
            filesystem: 'ext4',
            label: 'd',
            partition: 'auto',
            overwrite: false,
            extraOpts: ['-E'],
          },
        ],
        partitions: [{ device: '/dev/xvdb', layout: true, overwrite: false, tableType: 'gpt' }],
      },
      mounts: [['LABEL=d', '/data']],
      bootCommands: ['true'],
      preKubeadmCommands: ['true'],
      postKubeadmCommands: ['true'],
      users: [{ name: 'admin', sudo: 'ALL', sshAuthorizedKeys: ['ssh-ed25519 x'], lockPassword: true }],
      ntp: { enabled: true, servers: ['169.254.169.123'] },
      ignition: { containerLinuxConfig: { additionalConfig: 'x', strict: true } },
    },
  },
};

const SHARED = {
  files: [
    { path: '/a', content: 'x', encoding: 'base64', owner: 'root', permissions: '0640', append: false },
  ],
  users: [{ name: 'admin', passwdFrom: { secret: { name: 's', key: 'k' } }, groups: 'a, b' }],
  ntp: { enabled: true, servers: ['169.254.169.123'] },
  diskSetup: {
    filesystems: [{ device: '/dev/xvdb', filesystem: 'ext4', label: 'd' }],
    partitions: [{ device: '/dev/xvdb', layout: true }],
  },
  mounts: [['LABEL=d', '/data']],
} as const;

export const NODEADM_CONFIG_TEMPLATE: NodeadmConfigTemplateSpec = {
  template: {
    spec: {
      ...SHARED,
      kubelet: {
        config: { maxPods: 58, evictionHard: { 'memory.available': '5%' } },
        flags: ['--node-labels=team=data', '--register-with-taints=role=batch:NoSchedule'],
      },
      containerd: { config: '[plugins]\n', baseRuntimeSpec: { process: { rlimits: [] } } },
      featureGates: { InstanceIdNodeName: true },
      preNodeadmCommands: ['true'],
    },
  },
};

export const EKS_CONFIG_TEMPLATE: EksConfigTemplateSpec = {
  template: {
    spec: {
      ...SHARED,
      kubeletExtraArgs: { 'node-labels': 'team=data', 'max-pods': '58' },
      containerRuntime: 'containerd',
      dnsClusterIP: '10.0.0.10',
      dockerConfigJson: '{}',
      apiRetryAttempts: 3,
      pauseContainer: { accountNumber: '602401143452', version: '3.5' },
      useMaxPods: false,
      serviceIPV6Cidr: 'fd00::/108',
      preBootstrapCommands: ['true'],
      postBootstrapCommands: ['true'],
      boostrapCommandOverride: '/etc/eks/bootstrap.sh',
    },
  },
};

export const DEV_MACHINE_TEMPLATE: DevMachineTemplateSpec = {
  template: {
    metadata: { labels: { a: 'b' } },
    spec: {
      backend: {
        docker: {
          customImage: 'kindest/node:v1.34.2',
          preLoadImages: ['a'],
          extraMounts: [{ containerPath: '/a', hostPath: '/b', readOnly: true }],
          bootstrapTimeout: '5m',
        },
      },
    },
  },
};

export const IMAGINED_MACHINE_TEMPLATE: DevMachineTemplateSpec = {
  template: {
    spec: {
      backend: {
        inMemory: {
          vm: { provisioning: { startupDuration: '30s', startupJitter: '0.2' } },
          node: { provisioning: { startupDuration: '2s' } },
          apiServer: {},
          etcd: {},
        },
      },
    },
  },
};

export const CLUSTER_API_NODE_CLASS: ClusterApiNodeClassSpec = {
  scalableResourceSelector: {
    matchLabels: {
      'cluster.x-k8s.io/cluster-name': 'production',
      'node.cluster.x-k8s.io/karpenter-member': '',
    },
    matchExpressions: [{ key: 'a', operator: 'Exists' }],
  },
};

export const CAPACITY_QUOTA: CapacityQuotaSpec = {
  selector: { matchLabels: { 'node.cluster.x-k8s.io/pool': 'workers' } },
  limits: { resources: { cpu: '40', memory: '160Gi', nodes: '10', 'nvidia.com/gpu': '1k' } },
};
