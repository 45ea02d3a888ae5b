import type {
  MachineHealthCheckSpec,
  MachineHealthCheckSpecV1Beta1,
  UnhealthyCondition,
  UnhealthyConditionV1Beta1,
} from '../../src/kubernetes/api/machine-health-check.ts';
import { goSeconds } from './seconds.ts';

/** The same MachineHealthCheck in the words of `cluster.x-k8s.io/v1beta1`. */
export function machineHealthCheckV1Beta1(spec: MachineHealthCheckSpec): MachineHealthCheckSpecV1Beta1 {
  const { checks = {}, remediation = {}, ...same } = spec;
  const { nodeStartupTimeoutSeconds, unhealthyNodeConditions, unhealthyMachineConditions } = checks;
  const { unhealthyLessThanOrEqualTo, unhealthyInRange } = remediation.triggerIf ?? {};
  return {
    ...same,
    ...(nodeStartupTimeoutSeconds === undefined
      ? {}
      : { nodeStartupTimeout: goSeconds(nodeStartupTimeoutSeconds) }),
    ...(unhealthyNodeConditions === undefined
      ? {}
      : { unhealthyConditions: unhealthyNodeConditions.map(condition) }),
    ...(unhealthyMachineConditions === undefined
      ? {}
      : { unhealthyMachineConditions: unhealthyMachineConditions.map(condition) }),
    ...(unhealthyLessThanOrEqualTo === undefined ? {} : { maxUnhealthy: unhealthyLessThanOrEqualTo }),
    ...(unhealthyInRange === undefined ? {} : { unhealthyRange: unhealthyInRange }),
    ...(remediation.templateRef === undefined ? {} : { remediationTemplate: remediation.templateRef }),
  };
}

function condition({ type, status, timeoutSeconds }: UnhealthyCondition): UnhealthyConditionV1Beta1 {
  return { type, status, timeout: goSeconds(timeoutSeconds) };
}
