import type { LabelSelector } from '../../src/kubernetes/api/label-selector.ts';
import type { MachineDeploymentSpec } from '../../src/kubernetes/api/machine-deployment.ts';
import { labelValueProblem, labelKeyProblem } from '../../src/kubernetes/label.ts';
import { selectorTest } from '../../src/kubernetes/label-selector.ts';
import { TAINT_EFFECTS } from '../../src/kubernetes/taint.ts';
import { choice, outOfBounds } from '../field-problems.ts';
import type { Loose } from '../loose.ts';
import { annotationsProblems, labelsProblems, selectorProblems } from '../map-problems.ts';
import {
  clusterNameProblems,
  emptyParts,
  intOrPercentProblems,
  referenceProblems,
  subdomain,
} from '../structure-problems.ts';
import type { WrittenMetadata } from '../typed-object.ts';
import { autoscalerProblems } from './autoscaler-problems.ts';

type Spec = Loose<MachineDeploymentSpec>;
type Machine = NonNullable<NonNullable<Spec['template']>['spec']>;
type Taint = NonNullable<Machine['taints']>[number];

const VERSION = /^v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
const RANDOM = '{{ .random }}';
const CLUSTER_LABEL = 'cluster.x-k8s.io/cluster-name';

/** A label may be empty, and a selector too: the webhook completes it. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['labels', 'annotations', 'selector']);

/**
 * What the API server or Cluster API's webhook would refuse in a MachineDeployment, one sentence each, and what in its
 * annotations would stop the autoscaler (Cluster API 1.14: the CRD, core/webhooks/admission/machinedeployment.go).
 */
export function machineDeploymentProblems(spec: Spec, metadata: () => WrittenMetadata): readonly string[] {
  const machine = spec.template?.spec;
  if (machine === undefined) return ['spec.template.spec is required'];
  const written = metadata();
  return [
    ...objectName(written),
    ...emptyParts('spec', spec, MAY_BE_EMPTY),
    ...clusterNames(spec, machine),
    ...selector(spec),
    ...templateMetadata(spec),
    ...machineProblems(machine),
    ...sizing(spec),
    ...naming(spec),
    ...autoscalerProblems(written.annotations ?? {}),
  ];
}

/** Names of MachineDeployments are values of a label. */
function objectName({ name }: WrittenMetadata): readonly string[] {
  const problem = typeof name === 'string' ? labelValueProblem(name) : undefined;
  return problem === undefined ? [] : [`metadata.name: "${String(name)}" ${problem}`];
}

function clusterNames({ clusterName }: Spec, machine: Machine): readonly string[] {
  return [
    ...clusterNameProblems('spec.clusterName', clusterName),
    ...clusterNameProblems('spec.template.spec.clusterName', machine.clusterName),
    ...(clusterName === machine.clusterName
      ? []
      : [
          `spec.template.spec.clusterName: "${machine.clusterName}" is not spec.clusterName, "${clusterName}"`,
        ]),
  ];
}

function selector({ selector: given, template, clusterName = '' }: Spec): readonly string[] {
  if (given === undefined) return ['spec.selector is required'];
  const problems = selectorProblems('spec.selector', given);
  // The webhook adds the cluster's label to both, and completes a selector without any other.
  const labels = { ...definedLabels(template?.metadata?.labels), [CLUSTER_LABEL]: clusterName };
  const completed = { ...given, matchLabels: { ...given.matchLabels, [CLUSTER_LABEL]: clusterName } };
  if (problems.length > 0 || selectorTest(completed as LabelSelector)(labels)) return problems;
  return ['spec.selector does not match spec.template.metadata.labels'];
}

function definedLabels(labels: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function templateMetadata({ template }: Spec): readonly string[] {
  const at = 'spec.template.metadata';
  return [
    ...labelsProblems(`${at}.labels`, template?.metadata?.labels),
    ...annotationsProblems(`${at}.annotations`, template?.metadata?.annotations),
  ];
}

function machineProblems(machine: Machine): readonly string[] {
  const at = 'spec.template.spec';
  const { bootstrap, infrastructureRef, version, failureDomain, deletion = {} } = machine;
  const { configRef, dataSecretName } = bootstrap ?? {};
  return [
    ...(configRef === undefined && dataSecretName === undefined
      ? [`${at}.bootstrap needs configRef or dataSecretName`]
      : []),
    ...(configRef === undefined ? [] : referenceProblems(`${at}.bootstrap.configRef`, configRef)),
    ...(dataSecretName === undefined ? [] : subdomain(`${at}.bootstrap.dataSecretName`, dataSecretName)),
    ...(infrastructureRef === undefined
      ? [`${at}.infrastructureRef is required`]
      : referenceProblems(`${at}.infrastructureRef`, infrastructureRef)),
    ...(version === undefined || VERSION.test(version)
      ? []
      : [`${at}.version: "${version}" is not a version such as v1.34.2`]),
    ...((failureDomain?.length ?? 0) > 256 ? [`${at}.failureDomain is longer than 256 characters`] : []),
    ...outOfBounds([
      { at: `${at}.minReadySeconds`, value: machine.minReadySeconds, least: 0 },
      ...(
        ['nodeDrainTimeoutSeconds', 'nodeVolumeDetachTimeoutSeconds', 'nodeDeletionTimeoutSeconds'] as const
      ).map((field) => ({ at: `${at}.deletion.${field}`, value: deletion[field], least: 0 })),
    ]),
    ...readinessGates(machine),
    ...taints(machine),
  ];
}

function readinessGates({ readinessGates: gates = [] }: Machine): readonly string[] {
  const at = 'spec.template.spec.readinessGates';
  const types = gates.map(({ conditionType = '' }) => conditionType);
  return [
    ...(gates.length > 32 ? [`${at} has more than 32 entries`] : []),
    ...types.flatMap((type, i) => {
      const problem = labelKeyProblem(type);
      return [
        ...(problem === undefined ? [] : [`${at}[${i}].conditionType: "${type}" ${problem}`]),
        ...(types.indexOf(type) < i ? [`${at}[${i}]: ${type} occurs twice`] : []),
      ];
    }),
    ...gates.flatMap(({ polarity }, i) => choice(`${at}[${i}].polarity`, polarity, ['Positive', 'Negative'])),
  ];
}

function taints({ taints: given = [] }: Machine): readonly string[] {
  const at = 'spec.template.spec.taints';
  const identity = ({ key, effect }: Taint) => `${key}:${effect}`;
  const identities = given.map(identity);
  return [
    ...(given.length > 64 ? [`${at} has more than 64 entries`] : []),
    ...given.flatMap((taint, i) => {
      const { key = '', value, effect = '', propagation = '' } = taint;
      const ofKey = labelKeyProblem(key);
      const ofValue = labelValueProblem(value ?? '');
      return [
        ...(ofKey === undefined ? [] : [`${at}[${i}].key: "${key}" ${ofKey}`]),
        ...(isReserved(key) ? [`${at}[${i}].key: "${key}" is not the user's to set`] : []),
        ...(ofValue === undefined ? [] : [`${at}[${i}].value: "${value}" ${ofValue}`]),
        ...choice(`${at}[${i}].effect`, effect, TAINT_EFFECTS),
        ...choice(`${at}[${i}].propagation`, propagation, ['Always', 'OnInitialization']),
        ...(identities.indexOf(identity(taint)) < i ? [`${at}[${i}]: ${identity(taint)} occurs twice`] : []),
      ];
    }),
  ];
}

const RESERVED_TAINTS = [
  'node.cluster.x-k8s.io/uninitialized',
  'node.cluster.x-k8s.io/outdated-revision',
  'node-role.kubernetes.io/master',
  'node-role.kubernetes.io/control-plane',
];

function isReserved(key: string): boolean {
  return (
    RESERVED_TAINTS.includes(key) ||
    key.startsWith('node.cloudprovider.kubernetes.io/') ||
    (key.startsWith('node.kubernetes.io/') && key !== 'node.kubernetes.io/out-of-service')
  );
}

function sizing({ replicas, rollout, remediation, deletion }: Spec): readonly string[] {
  const strategy = rollout?.strategy;
  const at = 'spec.rollout.strategy';
  const { maxSurge, maxUnavailable } = strategy?.rollingUpdate ?? {};
  return [
    ...outOfBounds([{ at: 'spec.replicas', value: replicas, least: 0 }]),
    ...(rollout?.after === undefined || DATE_TIME.test(rollout.after)
      ? []
      : [`spec.rollout.after: "${rollout.after}" is not a time such as 2026-01-31T00:00:00Z`]),
    ...(strategy === undefined
      ? []
      : choice(`${at}.type`, strategy.type ?? '', ['RollingUpdate', 'OnDelete'])),
    ...intOrPercentProblems(`${at}.rollingUpdate.maxSurge`, maxSurge),
    ...intOrPercentProblems(`${at}.rollingUpdate.maxUnavailable`, maxUnavailable),
    ...(maxSurge === 0 && maxUnavailable === 0
      ? [`${at}.rollingUpdate: maxSurge and maxUnavailable cannot both be 0`]
      : []),
    ...intOrPercentProblems('spec.remediation.maxInFlight', remediation?.maxInFlight),
    ...choice('spec.deletion.order', deletion?.order, ['Random', 'Newest', 'Oldest']),
  ];
}

function naming({ machineNaming }: Spec): readonly string[] {
  const template = machineNaming?.template;
  if (template === undefined) return [];
  const at = 'spec.machineNaming.template';
  const sample = template
    .replaceAll(RANDOM, 'x7x7x')
    .replaceAll('{{ .cluster.name }}', 'cluster')
    .replaceAll('{{ .machineSet.name }}', 'machineset');
  return [
    ...(template.length > 256 ? [`${at} is longer than 256 characters`] : []),
    ...(template.includes(RANDOM) ? [] : [`${at}: "${template}" lacks ${RANDOM}`]),
    // What has more of a Go template in it is Cluster API's to judge.
    ...(sample.includes('{{') ? [] : subdomain(at, sample)),
  ];
}
