/** What each construct refuses: a change to the fields of a good spec, and a part of the sentence about it. */
export interface Refused {
  readonly title: string;
  /** Path into the spec (`a.b.0.c`) and its new value; undefined takes it away. */
  readonly change: readonly [path: string, value: unknown];
  readonly problem: string;
  /** Who would refuse it: the API server by the CRD's schema, or only a webhook or controller later on. */
  readonly by: 'schema' | 'later';
}

const M = 'template.spec';

export const MACHINE_DEPLOYMENTS: readonly Refused[] = [
  { title: 'no template', change: ['template', {}], problem: 'spec.template.spec is required', by: 'schema' },
  {
    title: 'no cluster',
    change: ['clusterName', undefined],
    problem: 'spec.clusterName is required',
    by: 'schema',
  },
  {
    title: 'a long cluster',
    change: ['clusterName', 'a'.repeat(64)],
    problem: 'is longer than 63 characters',
    by: 'schema',
  },
  {
    title: 'another cluster inside',
    change: [`${M}.clusterName`, 'other'],
    problem: 'is not spec.clusterName',
    by: 'later',
  },
  {
    title: 'no selector',
    change: ['selector', undefined],
    problem: 'spec.selector is required',
    by: 'schema',
  },
  {
    title: 'a selector that misses',
    change: ['selector', { matchLabels: { a: 'b' } }],
    problem: 'spec.selector does not match',
    by: 'later',
  },
  {
    title: 'a selector with a bad value',
    change: ['selector', { matchLabels: { a: 'b c' } }],
    problem: 'spec.selector.matchLabels["a"]: "b c" contains a space',
    by: 'later',
  },
  {
    title: 'a selector with an unknown operator',
    change: ['selector', { matchExpressions: [{ key: 'a', operator: 'Is' }] }],
    problem: '"Is" is none of In',
    by: 'later',
  },
  {
    title: 'a selector In nothing',
    change: ['selector', { matchExpressions: [{ key: 'a', operator: 'In' }] }],
    problem: 'In needs at least one value',
    by: 'later',
  },
  {
    title: 'empty rollout',
    change: ['rollout', {}],
    problem: 'spec.rollout is empty: leave it out',
    by: 'schema',
  },
  {
    title: 'empty strategy',
    change: ['rollout.strategy', {}],
    problem: 'spec.rollout.strategy is empty',
    by: 'schema',
  },
  {
    title: 'empty rolling update',
    change: ['rollout.strategy.rollingUpdate', {}],
    problem: 'rollingUpdate is empty',
    by: 'schema',
  },
  {
    title: 'a strategy without a type',
    change: ['rollout.strategy.type', undefined],
    problem: 'spec.rollout.strategy.type: "" is none of',
    by: 'schema',
  },
  {
    title: 'an unknown strategy',
    change: ['rollout.strategy.type', 'Recreate'],
    problem: '"Recreate" is none of',
    by: 'schema',
  },
  {
    title: 'a time that is none',
    change: ['rollout.after', 'tomorrow'],
    problem: '"tomorrow" is not a time',
    by: 'schema',
  },
  {
    title: 'half a surge',
    change: ['rollout.strategy.rollingUpdate.maxSurge', 0.5],
    problem: 'maxSurge: 0.5 is neither',
    by: 'schema',
  },
  {
    title: 'surge in words',
    change: ['rollout.strategy.rollingUpdate.maxSurge', 'some'],
    problem: 'maxSurge: "some" is neither',
    by: 'later',
  },
  {
    title: 'no room to roll',
    change: ['rollout.strategy.rollingUpdate.maxSurge', 0],
    problem: 'cannot both be 0',
    by: 'later',
  },
  {
    title: 'empty remediation',
    change: ['remediation', {}],
    problem: 'spec.remediation is empty',
    by: 'schema',
  },
  {
    title: 'remediation in words',
    change: ['remediation.maxInFlight', 'all'],
    problem: 'maxInFlight: "all" is neither',
    by: 'later',
  },
  { title: 'empty deletion', change: ['deletion', {}], problem: 'spec.deletion is empty', by: 'schema' },
  {
    title: 'an unknown order',
    change: ['deletion.order', 'Cheapest'],
    problem: '"Cheapest" is none of',
    by: 'schema',
  },
  {
    title: 'empty naming',
    change: ['machineNaming', {}],
    problem: 'spec.machineNaming is empty',
    by: 'schema',
  },
  {
    title: 'names without chance',
    change: ['machineNaming.template', '{{ .machineSet.name }}'],
    problem: 'lacks {{ .random }}',
    by: 'later',
  },
  {
    title: 'names in capitals',
    change: ['machineNaming.template', 'A{{ .random }}'],
    problem: 'contains an upper-case letter',
    by: 'later',
  },
  {
    title: 'a negative number of machines',
    change: ['replicas', -1],
    problem: 'spec.replicas: -1',
    by: 'schema',
  },
  { title: 'half a machine', change: ['replicas', 0.5], problem: 'spec.replicas: 0.5', by: 'schema' },
  {
    title: 'empty metadata',
    change: ['template.metadata', {}],
    problem: 'spec.template.metadata is empty',
    by: 'schema',
  },
  {
    title: 'a label with a space',
    change: ['template.metadata.labels.x', 'a b'],
    problem: 'labels["x"]: "a b" contains a space',
    by: 'later',
  },
  {
    title: 'an annotation that is no text',
    change: ['template.metadata.annotations.x', 1],
    problem: 'annotations["x"]: 1 is not text',
    by: 'schema',
  },
  {
    title: 'no bootstrap',
    change: [`${M}.bootstrap`, {}],
    problem: 'spec.template.spec.bootstrap',
    by: 'later',
  },
  {
    title: 'a reference with a version',
    change: [`${M}.bootstrap.configRef.apiGroup`, 'bootstrap.cluster.x-k8s.io/v1beta2'],
    problem: 'must not carry a version',
    by: 'schema',
  },
  {
    title: 'a reference without a kind',
    change: [`${M}.infrastructureRef.kind`, ''],
    problem: 'infrastructureRef.kind is required',
    by: 'schema',
  },
  {
    title: 'a reference to a bad kind',
    change: [`${M}.infrastructureRef.kind`, '1a'],
    problem: 'is not the name of a kind',
    by: 'schema',
  },
  {
    title: 'a reference without a name',
    change: [`${M}.infrastructureRef.name`, undefined],
    problem: 'infrastructureRef.name is required',
    by: 'schema',
  },
  {
    title: 'no infrastructure',
    change: [`${M}.infrastructureRef`, undefined],
    problem: 'infrastructureRef is required',
    by: 'schema',
  },
  {
    title: 'a version of two numbers',
    change: [`${M}.version`, 'v1.34'],
    problem: '"v1.34" is not a version',
    by: 'later',
  },
  { title: 'an empty version', change: [`${M}.version`, ''], problem: 'version is empty', by: 'schema' },
  {
    title: 'an empty failure domain',
    change: [`${M}.failureDomain`, ''],
    problem: 'failureDomain is empty',
    by: 'schema',
  },
  {
    title: 'a long failure domain',
    change: [`${M}.failureDomain`, 'a'.repeat(257)],
    problem: 'longer than 256',
    by: 'schema',
  },
  {
    title: 'negative readiness',
    change: [`${M}.minReadySeconds`, -1],
    problem: 'minReadySeconds: -1',
    by: 'schema',
  },
  {
    title: 'empty timeouts',
    change: [`${M}.deletion`, {}],
    problem: 'spec.template.spec.deletion is empty',
    by: 'schema',
  },
  {
    title: 'a negative timeout',
    change: [`${M}.deletion.nodeDrainTimeoutSeconds`, -1],
    problem: 'nodeDrainTimeoutSeconds: -1',
    by: 'schema',
  },
  {
    title: 'no gates',
    change: [`${M}.readinessGates`, []],
    problem: 'readinessGates is empty',
    by: 'schema',
  },
  {
    title: 'a gate twice',
    change: [`${M}.readinessGates`, [{ conditionType: 'A' }, { conditionType: 'A' }]],
    problem: 'A occurs twice',
    by: 'schema',
  },
  {
    title: 'a gate with a space',
    change: [`${M}.readinessGates`, [{ conditionType: 'A b' }]],
    problem: 'contains a space',
    by: 'schema',
  },
  {
    title: 'a gate of no polarity',
    change: [`${M}.readinessGates.0.polarity`, 'Up'],
    problem: '"Up" is none of',
    by: 'schema',
  },
  { title: 'no taints', change: [`${M}.taints`, []], problem: 'taints is empty', by: 'schema' },
  {
    title: 'an empty taint value',
    change: [`${M}.taints.0.value`, ''],
    problem: 'taints[0].value is empty',
    by: 'schema',
  },
  {
    title: 'a taint without an effect',
    change: [`${M}.taints.0.effect`, undefined],
    problem: 'taints[0].effect',
    by: 'schema',
  },
  {
    title: 'a taint without propagation',
    change: [`${M}.taints.0.propagation`, undefined],
    problem: 'taints[0].propagation',
    by: 'schema',
  },
  {
    title: 'a taint twice',
    change: [`${M}.taints.1`, { key: 'role', effect: 'NoSchedule', propagation: 'Always' }],
    problem: 'role:NoSchedule occurs twice',
    by: 'schema',
  },
  {
    title: 'a taint of the kubelet',
    change: [`${M}.taints.0.key`, 'node.kubernetes.io/not-ready'],
    problem: "is not the user's to set",
    by: 'later',
  },
  {
    title: 'a taint of control planes',
    change: [`${M}.taints.0.key`, 'node-role.kubernetes.io/control-plane'],
    problem: "is not the user's to set",
    by: 'later',
  },
  {
    title: 'a taint with a bad key',
    change: [`${M}.taints.0.key`, 'a b'],
    problem: 'contains a space',
    by: 'schema',
  },
];

export const MACHINE_HEALTH_CHECKS: readonly Refused[] = [
  { title: 'no cluster', change: ['clusterName', ''], problem: 'spec.clusterName is required', by: 'schema' },
  {
    title: 'no selector',
    change: ['selector', undefined],
    problem: 'spec.selector is required',
    by: 'schema',
  },
  { title: 'an empty selector', change: ['selector', {}], problem: 'selects nothing', by: 'later' },
  {
    title: 'another cluster',
    change: ['selector', { matchLabels: { 'cluster.x-k8s.io/cluster-name': 'b' } }],
    problem: '"b" is not spec.clusterName',
    by: 'later',
  },
  { title: 'empty checks', change: ['checks', {}], problem: 'spec.checks is empty', by: 'schema' },
  {
    title: 'no conditions',
    change: ['checks.unhealthyNodeConditions', []],
    problem: 'is empty',
    by: 'schema',
  },
  {
    title: 'a startup of a second',
    change: ['checks.nodeStartupTimeoutSeconds', 1],
    problem: 'neither 0 nor at least 30',
    by: 'later',
  },
  {
    title: 'a negative timeout',
    change: ['checks.unhealthyNodeConditions.0.timeoutSeconds', -1],
    problem: 'timeoutSeconds: -1',
    by: 'schema',
  },
  {
    title: 'no timeout',
    change: ['checks.unhealthyNodeConditions.0.timeoutSeconds', undefined],
    problem: 'timeoutSeconds is required',
    by: 'schema',
  },
  {
    title: 'no type',
    change: ['checks.unhealthyNodeConditions.0.type', undefined],
    problem: 'type is required',
    by: 'schema',
  },
  {
    title: 'a status in words',
    change: ['checks.unhealthyMachineConditions.0.status', 'Bad'],
    problem: '"Bad" is none of',
    by: 'schema',
  },
  {
    title: 'a condition of its own',
    change: ['checks.unhealthyMachineConditions.0.type', 'Ready'],
    problem: 'set by health checks themselves',
    by: 'schema',
  },
  {
    title: 'a condition with a space',
    change: ['checks.unhealthyMachineConditions.0.type', 'A b'],
    problem: 'contains a space',
    by: 'schema',
  },
  {
    title: 'empty remediation',
    change: ['remediation', {}],
    problem: 'spec.remediation is empty',
    by: 'schema',
  },
  {
    title: 'an empty trigger',
    change: ['remediation.triggerIf', {}],
    problem: 'triggerIf is empty',
    by: 'schema',
  },
  {
    title: 'a range of one',
    change: ['remediation.triggerIf.unhealthyInRange', '3'],
    problem: '"3" is not like [1-3]',
    by: 'schema',
  },
  {
    title: 'a trigger in words',
    change: ['remediation.triggerIf.unhealthyLessThanOrEqualTo', 'few'],
    problem: '"few" is neither',
    by: 'later',
  },
  {
    title: 'a template without a version',
    change: ['remediation.templateRef.apiVersion', 'example.com'],
    problem: 'is not like example.com/v1',
    by: 'schema',
  },
  {
    title: 'a template without a name',
    change: ['remediation.templateRef.name', undefined],
    problem: 'templateRef.name is required',
    by: 'schema',
  },
];

export const AWS_MACHINE_TEMPLATES: readonly Refused[] = [
  { title: 'no machine', change: ['template', {}], problem: 'spec.template.spec is required', by: 'schema' },
  { title: 'no type', change: [`${M}.instanceType`, 'm'], problem: 'instanceType is required', by: 'schema' },
  {
    title: 'an unknown image',
    change: [`${M}.ami.eksLookupType`, 'Bottlerocket'],
    problem: '"Bottlerocket" is none of',
    by: 'schema',
  },
  { title: 'a small disk', change: [`${M}.rootVolume.size`, 7], problem: 'rootVolume.size: 7', by: 'schema' },
  {
    title: 'no size',
    change: [`${M}.rootVolume.size`, undefined],
    problem: 'rootVolume.size is required',
    by: 'schema',
  },
  {
    title: 'a broken size',
    change: [`${M}.rootVolume.size`, 8.5],
    problem: 'rootVolume.size: 8.5',
    by: 'schema',
  },
  {
    title: 'io1 without iops',
    change: [`${M}.rootVolume`, { size: 8, type: 'io1' }],
    problem: 'io1 needs iops',
    by: 'later',
  },
  {
    title: 'throughput on gp2',
    change: [`${M}.rootVolume.type`, 'gp2'],
    problem: 'throughput is for gp3 only',
    by: 'later',
  },
  {
    title: 'a device name',
    change: [`${M}.rootVolume.deviceName`, '/dev/xvda'],
    problem: 'the image decides',
    by: 'later',
  },
  {
    title: 'no device name',
    change: [`${M}.nonRootVolumes.0.deviceName`, undefined],
    problem: 'nonRootVolumes[0].deviceName is required',
    by: 'later',
  },
  {
    title: 'a group by both',
    change: [`${M}.additionalSecurityGroups.1.id`, 'sg-1'],
    problem: 'id and filters exclude each other',
    by: 'later',
  },
  {
    title: 'a group by nothing',
    change: [`${M}.additionalSecurityGroups.0`, {}],
    problem: 'selects nothing',
    by: 'later',
  },
  {
    title: 'a filter without values',
    change: [`${M}.subnet.filters.0.values`, undefined],
    problem: 'needs name and values',
    by: 'schema',
  },
  {
    title: 'three interfaces',
    change: [`${M}.networkInterfaces`, ['a', 'b', 'c']],
    problem: 'more than 2 entries',
    by: 'schema',
  },
  {
    title: 'an unknown interface',
    change: [`${M}.networkInterfaceType`, 'wifi'],
    problem: '"wifi" is none of',
    by: 'schema',
  },
  {
    title: 'spot with a reservation',
    change: [`${M}.capacityReservationId`, 'cr-1'],
    problem: 'no place in a spot machine',
    by: 'schema',
  },
  {
    title: 'on-demand with spot options',
    change: [`${M}.marketType`, 'OnDemand'],
    problem: 'contradicts spotMarketOptions',
    by: 'later',
  },
  {
    title: 'an unknown market',
    change: [`${M}.marketType`, 'Flea'],
    problem: '"Flea" is none of',
    by: 'schema',
  },
  {
    title: 'an unknown preference',
    change: [`${M}.capacityReservationPreference`, 'open'],
    problem: '"open" is none of',
    by: 'schema',
  },
  {
    title: 'partition 8',
    change: [`${M}.placementGroupPartition`, 8],
    problem: 'placementGroupPartition: 8',
    by: 'schema',
  },
  {
    title: 'a host in shared tenancy',
    change: [`${M}.tenancy`, 'default'],
    problem: 'tenancy must be host',
    by: 'later',
  },
  { title: 'a host with a bad id', change: [`${M}.hostID`, 'h-1'], problem: 'is not like h-', by: 'schema' },
  {
    title: 'two hosts',
    change: [`${M}.hostID`, 'h-0123456789abcdef0'],
    problem: 'hostID and dynamicHostAllocation exclude',
    by: 'later',
  },
  {
    title: 'affinity to no host',
    change: [`${M}.dynamicHostAllocation`, undefined],
    problem: 'needs hostID or dynamicHostAllocation',
    by: 'later',
  },
  {
    title: 'a host without affinity',
    change: [`${M}.hostAffinity`, 'default'],
    problem: 'dynamicHostAllocation needs hostAffinity',
    by: 'later',
  },
  {
    title: 'a tag of AWS',
    change: [`${M}.additionalTags.aws:a`, 'b'],
    problem: 'starts with aws:',
    by: 'later',
  },
  {
    title: 'a tag with odd characters',
    change: [`${M}.additionalTags.a`, 'b!'],
    problem: 'other characters than',
    by: 'later',
  },
  {
    title: 'a long tag',
    change: [`${M}.additionalTags.${'a'.repeat(129)}`, ''],
    problem: 'longer than 128',
    by: 'later',
  },
  {
    title: 'a long tag value',
    change: [`${M}.additionalTags.a`, 'b'.repeat(257)],
    problem: 'longer than 256',
    by: 'later',
  },
  {
    title: '51 tags',
    change: [`${M}.additionalTags`, Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`t${i}`, '']))],
    problem: 'more than 50 entries',
    by: 'later',
  },
  {
    title: '65 hops',
    change: [`${M}.instanceMetadataOptions.httpPutResponseHopLimit`, 65],
    problem: 'httpPutResponseHopLimit: 65',
    by: 'schema',
  },
  {
    title: 'perhaps tokens',
    change: [`${M}.instanceMetadataOptions.httpTokens`, 'maybe'],
    problem: '"maybe" is none of',
    by: 'schema',
  },
  {
    title: 'empty CPU options',
    change: [`${M}.cpuOptions`, {}],
    problem: 'cpuOptions is empty',
    by: 'schema',
  },
  {
    title: 'two ways for secrets',
    change: [`${M}.cloudInit.secureSecretsBackend`, 'secrets-manager'],
    problem: 'exclude each other',
    by: 'later',
  },
  {
    title: 'cloud-init and Ignition',
    change: [`${M}.ignition`, { version: '3.4' }],
    problem: 'cloudInit and ignition exclude',
    by: 'later',
  },
  {
    title: 'an unknown Ignition',
    change: [`${M}.ignition`, { version: '4' }],
    problem: '"4" is none of',
    by: 'schema',
  },
  {
    title: 'a provider id',
    change: [`${M}.providerID`, 'aws:///a/i-1'],
    problem: 'providerID has no place',
    by: 'later',
  },
  {
    title: 'a secret prefix',
    change: [`${M}.cloudInit.secretPrefix`, 'a'],
    problem: 'secretPrefix has no place',
    by: 'later',
  },
  {
    title: 'a label with a space',
    change: ['template.metadata.labels.a', 'b c'],
    problem: 'contains a space',
    by: 'later',
  },
];

const REGISTRATION = `${M}.joinConfiguration.nodeRegistration`;

export const KUBEADM_CONFIG_TEMPLATES: readonly Refused[] = [
  {
    title: 'no template',
    change: ['template', undefined],
    problem: 'spec.template is required',
    by: 'schema',
  },
  { title: 'an empty spec', change: [M, {}], problem: 'spec.template.spec is empty', by: 'schema' },
  {
    title: 'empty metadata',
    change: ['template.metadata', {}],
    problem: 'spec.template.metadata is empty',
    by: 'schema',
  },
  {
    title: 'an empty join',
    change: [`${M}.joinConfiguration`, {}],
    problem: 'joinConfiguration is empty',
    by: 'schema',
  },
  {
    title: 'empty registration',
    change: [REGISTRATION, {}],
    problem: 'nodeRegistration is empty',
    by: 'schema',
  },
  {
    title: 'no arguments',
    change: [`${REGISTRATION}.kubeletExtraArgs`, []],
    problem: 'kubeletExtraArgs is empty',
    by: 'schema',
  },
  {
    title: 'an argument twice',
    change: [`${REGISTRATION}.kubeletExtraArgs.1.name`, 'node-labels'],
    problem: '"node-labels" occurs twice',
    by: 'schema',
  },
  {
    title: 'an argument with dashes',
    change: [`${REGISTRATION}.kubeletExtraArgs.0.name`, '--v'],
    problem: 'without dashes',
    by: 'later',
  },
  {
    title: 'a long argument',
    change: [`${REGISTRATION}.kubeletExtraArgs.0.value`, 'a'.repeat(1025)],
    problem: 'longer than 1024',
    by: 'schema',
  },
  {
    title: 'an argument without a value',
    change: [`${REGISTRATION}.kubeletExtraArgs.0.value`, undefined],
    problem: 'value is required',
    by: 'schema',
  },
  {
    title: 'a taint without an effect',
    change: [`${REGISTRATION}.taints.0.effect`, undefined],
    problem: 'taints[0].effect',
    by: 'schema',
  },
  {
    title: 'a taint of no effect',
    change: [`${REGISTRATION}.taints.0.effect`, 'Never'],
    problem: '"Never" is none of',
    by: 'later',
  },
  {
    title: 'a pull policy of no kind',
    change: [`${REGISTRATION}.imagePullPolicy`, 'Sometimes'],
    problem: '"Sometimes" is none of',
    by: 'schema',
  },
  { title: 'an unknown format', change: [`${M}.format`, 'toml'], problem: '"toml" is none of', by: 'schema' },
  {
    title: 'a negative timeout',
    change: [`${M}.joinConfiguration.timeouts.tlsBootstrapSeconds`, -1],
    problem: 'tlsBootstrapSeconds: -1',
    by: 'schema',
  },
  {
    title: 'an empty command',
    change: [`${M}.preKubeadmCommands.0`, ''],
    problem: 'preKubeadmCommands[0] is empty',
    by: 'schema',
  },
  {
    title: 'a file without a path',
    change: [`${M}.files.0.path`, undefined],
    problem: 'files[0].path is required',
    by: 'schema',
  },
  {
    title: 'a file of two contents',
    change: [`${M}.files.1.content`, 'x'],
    problem: 'content and contentFrom exclude',
    by: 'later',
  },
  {
    title: 'a file of half a secret',
    change: [`${M}.files.1.contentFrom.secret`, { name: 'x' }],
    problem: 'secret needs name and key',
    by: 'schema',
  },
  {
    title: 'an unknown encoding',
    change: [`${M}.files.1.encoding`, 'zip'],
    problem: '"zip" is none of',
    by: 'schema',
  },
  {
    title: 'a user without a name',
    change: [`${M}.users.0.name`, undefined],
    problem: 'users[0].name is required',
    by: 'schema',
  },
];

export const NODEADM_CONFIG_TEMPLATES: readonly Refused[] = [
  {
    title: 'no template',
    change: ['template', undefined],
    problem: 'spec.template is required',
    by: 'schema',
  },
  {
    title: 'a flag without dashes',
    change: [`${M}.kubelet.flags.0`, 'v=2'],
    problem: '"v=2" does not start with --',
    by: 'later',
  },
  {
    title: 'a file without a path',
    change: [`${M}.files.0.path`, undefined],
    problem: 'files[0].path is required',
    by: 'schema',
  },
  {
    title: 'a user of two passwords',
    change: [`${M}.users.0.passwd`, 'x'],
    problem: 'passwd and passwdFrom exclude',
    by: 'later',
  },
];

export const EKS_CONFIG_TEMPLATES: readonly Refused[] = [
  {
    title: 'no template',
    change: ['template', undefined],
    problem: 'spec.template is required',
    by: 'schema',
  },
  {
    title: 'an argument with dashes',
    change: [`${M}.kubeletExtraArgs.--v`, '2'],
    problem: 'without dashes',
    by: 'later',
  },
  {
    title: 'an argument that is no text',
    change: [`${M}.kubeletExtraArgs.v`, 2],
    problem: '2 is not text',
    by: 'schema',
  },
  {
    title: 'half a pause container',
    change: [`${M}.pauseContainer.version`, undefined],
    problem: 'needs accountNumber and version',
    by: 'schema',
  },
  {
    title: 'half a retry',
    change: [`${M}.apiRetryAttempts`, 0.5],
    problem: '0.5 is not a whole number',
    by: 'schema',
  },
];

export const DEV_MACHINE_TEMPLATES: readonly Refused[] = [
  { title: 'no backend', change: [M, {}], problem: 'backend is required', by: 'schema' },
  {
    title: 'an empty backend',
    change: [`${M}.backend`, {}],
    problem: 'needs one of docker and inMemory',
    by: 'later',
  },
  {
    title: 'two backends',
    change: [`${M}.backend.inMemory`, {}],
    problem: 'needs one of docker and inMemory',
    by: 'later',
  },
  {
    title: 'empty metadata',
    change: ['template.metadata', {}],
    problem: 'spec.template.metadata is empty',
    by: 'schema',
  },
  {
    title: 'a timeout of a day',
    change: [`${M}.backend.docker.bootstrapTimeout`, '1d'],
    problem: '"1d" is not a duration',
    by: 'later',
  },
];

export const CAPACITY_QUOTAS: readonly Refused[] = [
  {
    title: 'no limits',
    change: ['limits', undefined],
    problem: 'spec.limits.resources is required',
    by: 'schema',
  },
  {
    title: 'no resources',
    change: ['limits', {}],
    problem: 'spec.limits.resources is required',
    by: 'schema',
  },
  { title: 'empty resources', change: ['limits.resources', {}], problem: 'limits nothing', by: 'later' },
  {
    title: 'milli',
    change: ['limits.resources.cpu', '1000m'],
    problem: '"1000m" is not a whole number',
    by: 'later',
  },
  {
    title: 'a fraction',
    change: ['limits.resources.memory', '3.67Gi'],
    problem: '"3.67Gi" is not a whole number',
    by: 'later',
  },
  {
    title: 'a negative limit',
    change: ['limits.resources.cpu', '-1'],
    problem: '"-1" is not a whole number',
    by: 'later',
  },
  {
    title: 'gigabytes',
    change: ['limits.resources.memory', '1GB'],
    problem: '"1GB" is not a whole number',
    by: 'schema',
  },
  {
    title: 'a long name',
    change: [`limits.resources.${'a'.repeat(64)}`, '1'],
    problem: 'is not 1 to 63 characters',
    by: 'later',
  },
  {
    title: '21 resources',
    change: ['limits.resources', Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`r${i}`, '1']))],
    problem: 'more than 20 entries',
    by: 'later',
  },
  {
    title: 'a bad selector',
    change: ['selector.matchLabels.a', 'b c'],
    problem: 'contains a space',
    by: 'later',
  },
];

export const CLUSTER_API_NODE_CLASSES: readonly Refused[] = [
  {
    title: 'a bad value',
    change: ['scalableResourceSelector.matchLabels.a', 'b c'],
    problem: 'contains a space',
    by: 'later',
  },
  {
    title: 'values for Exists',
    change: ['scalableResourceSelector.matchExpressions.0.values', ['a']],
    problem: 'Exists takes no values',
    by: 'later',
  },
  {
    title: 'no key',
    change: ['scalableResourceSelector.matchExpressions.0.key', undefined],
    problem: 'is empty',
    by: 'schema',
  },
];

/** A copy of `spec` with one field changed. */
export function changed(spec: unknown, [path, value]: Refused['change']): unknown {
  const [key = '', ...rest] = path.split('.');
  // Keys of labels and tags have dots of their own.
  const last = rest.length === 0 || !isContainer(spec, key);
  const field = last ? path : key;
  const next = last ? value : changed((spec as Record<string, unknown>)[key], [rest.join('.'), value]);
  if (Array.isArray(spec)) return spec.map((item: unknown, i) => (String(i) === field ? next : item));
  const entries = Object.entries({ ...(spec as object), [field]: next });
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

function isContainer(spec: unknown, key: string): boolean {
  const part = (spec as Record<string, unknown> | undefined)?.[key];
  return typeof part === 'object' && part !== null;
}
