import type { CodeSpec } from '../code-spec.ts';

/** PW70xx: manifests and dumps of clusters. */
export const WORKLOAD_CODES = {
  PW7001: { severity: 'info', title: 'Document that is no Kubernetes object' },
  PW7002: { severity: 'error', title: 'Object without kind or name' },
  PW7003: { severity: 'warning', title: 'API version is not served any more' },
  PW7004: { severity: 'error', title: 'Kind does not exist in this API group' },
  PW7005: { severity: 'warning', title: 'Pods of a kind that is not known here' },
  PW7010: { severity: 'error', title: 'Field of a manifest is missing' },
  PW7011: { severity: 'error', title: 'Field of a manifest has the wrong type' },
  PW7012: { severity: 'error', title: 'Value that Kubernetes refuses' },
  PW7013: { severity: 'error', title: 'Quantity that Kubernetes does not read' },
  PW7020: { severity: 'warning', title: 'Object is given twice' },
  PW7021: { severity: 'error', title: 'Too many pods' },
  PW7022: { severity: 'error', title: 'Pod contradicts its runtime class' },
  PW7023: { severity: 'warning', title: 'Runtime class is not given' },
  PW7024: { severity: 'error', title: 'Request that its limit does not allow' },
  PW7025: { severity: 'warning', title: 'Name of a StatefulSet’s pod is taken' },
  PW7030: { severity: 'warning', title: 'Resource claims are not modelled' },
  PW7031: { severity: 'info', title: 'Storage class is assumed' },
  PW7032: { severity: 'info', title: 'Autoscaler without its target' },
  PW7033: { severity: 'info', title: 'Pods held back by scheduling gates' },
  PW7034: { severity: 'info', title: 'Running pods are planned anew' },
  PW7035: { severity: 'info', title: 'DaemonSet known by its pods only' },
  PW7036: { severity: 'info', title: 'Pod is about to take a place on a node' },
  PW7037: { severity: 'info', title: 'Helm hook that runs on demand' },
  PW7038: { severity: 'info', title: 'Replica has another number' },
} as const satisfies Record<string, CodeSpec>;
