import type { MachineHealthCheckSpec } from '../../src/kubernetes/api/machine-health-check.ts';
import { labelKeyProblem } from '../../src/kubernetes/label.ts';
import { choice, outOfBounds, shape } from '../field-problems.ts';
import type { Loose } from '../loose.ts';
import { selectorProblems } from '../map-problems.ts';
import {
  clusterNameProblems,
  emptyParts,
  intOrPercentProblems,
  kindProblems,
  subdomain,
} from '../structure-problems.ts';

type Spec = Loose<MachineHealthCheckSpec>;
type Condition = NonNullable<NonNullable<Spec['checks']>['unhealthyNodeConditions']>[number];

const CLUSTER_LABEL = 'cluster.x-k8s.io/cluster-name';
const RANGE = /^\[[0-9]+-[0-9]+\]$/;
const STATUSES = ['True', 'False', 'Unknown'];
const API_VERSION =
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[a-z]([-a-z0-9]*[a-z0-9])?$/;

/** Conditions of a Machine that health checks set themselves. */
const OWN_CONDITIONS = [
  'Ready',
  'Available',
  'HealthCheckSucceeded',
  'OwnerRemediated',
  'ExternallyRemediated',
];

/**
 * What the API server or Cluster API's webhook would refuse in a MachineHealthCheck, one sentence each (Cluster API
 * 1.14: the CRD, core/webhooks/admission/machinehealthcheck.go).
 */
export function machineHealthCheckProblems(spec: Spec): readonly string[] {
  const { clusterName, checks = {}, remediation = {} } = spec;
  const startup = checks.nodeStartupTimeoutSeconds;
  return [
    ...clusterNameProblems('spec.clusterName', clusterName),
    ...selector(spec),
    ...emptyParts('spec', { checks: spec.checks, remediation: spec.remediation }, new Set()),
    ...outOfBounds([{ at: 'spec.checks.nodeStartupTimeoutSeconds', value: startup, least: 0 }]),
    ...(startup !== undefined && startup > 0 && startup < 30
      ? [`spec.checks.nodeStartupTimeoutSeconds: ${startup} is neither 0 nor at least 30`]
      : []),
    ...conditions('spec.checks.unhealthyNodeConditions', checks.unhealthyNodeConditions),
    ...conditions('spec.checks.unhealthyMachineConditions', checks.unhealthyMachineConditions),
    ...(checks.unhealthyMachineConditions ?? []).flatMap(({ type = '' }, i) =>
      machineCondition(`spec.checks.unhealthyMachineConditions[${i}].type`, type),
    ),
    ...remediationProblems(remediation),
  ];
}

function selector({ selector: given, clusterName }: Spec): readonly string[] {
  const at = 'spec.selector';
  if (given === undefined) return [`${at} is required`];
  const { matchLabels = {}, matchExpressions = [] } = given;
  if (Object.keys(matchLabels).length + matchExpressions.length === 0) return [`${at} selects nothing`];
  const cluster = matchLabels[CLUSTER_LABEL];
  return [
    ...selectorProblems(at, given),
    ...(cluster === undefined || cluster === clusterName
      ? []
      : [`${at}: "${cluster}" is not spec.clusterName, "${clusterName}"`]),
  ];
}

function conditions(at: string, given: readonly Condition[] = []): readonly string[] {
  return [
    ...(given.length > 100 ? [`${at} has more than 100 entries`] : []),
    ...given.flatMap(({ type, status = '', timeoutSeconds }, i) => [
      ...(type === undefined ? [`${at}[${i}].type is required`] : []),
      ...choice(`${at}[${i}].status`, status, STATUSES),
      ...(timeoutSeconds === undefined ? [`${at}[${i}].timeoutSeconds is required`] : []),
      ...outOfBounds([{ at: `${at}[${i}].timeoutSeconds`, value: timeoutSeconds, least: 0 }]),
    ]),
  ];
}

function machineCondition(at: string, type: string): readonly string[] {
  const problem = labelKeyProblem(type);
  if (problem !== undefined) return [`${at}: "${type}" ${problem}`];
  return OWN_CONDITIONS.includes(type) ? [`${at}: "${type}" is set by health checks themselves`] : [];
}

function remediationProblems({ triggerIf = {}, templateRef }: NonNullable<Spec['remediation']>) {
  const at = 'spec.remediation';
  const { apiVersion, kind, name } = templateRef ?? {};
  return [
    ...intOrPercentProblems(
      `${at}.triggerIf.unhealthyLessThanOrEqualTo`,
      triggerIf.unhealthyLessThanOrEqualTo,
    ),
    ...shape({
      at: `${at}.triggerIf.unhealthyInRange`,
      text: triggerIf.unhealthyInRange,
      pattern: RANGE,
      like: '[1-3]',
    }),
    ...(templateRef === undefined
      ? []
      : [
          ...(apiVersion === undefined ? [`${at}.templateRef.apiVersion is required`] : []),
          ...shape({
            at: `${at}.templateRef.apiVersion`,
            text: apiVersion,
            pattern: API_VERSION,
            like: 'example.com/v1',
          }),
          ...kindProblems(`${at}.templateRef.kind`, kind),
          ...subdomain(`${at}.templateRef.name`, name),
        ]),
  ];
}
