import type { CodeSpec } from '../code-spec.ts';

/** PW95xx: what Cluster API's templates of machines can say. */
export const MACHINE_TEMPLATE_CODES = {
  PW9501: { severity: 'error', title: 'Image that Cluster API cannot find' },
  PW9502: { severity: 'warning', title: 'Image release that Cluster API does not keep' },
  PW9503: { severity: 'error', title: 'Image that joins in another way' },
  PW9504: { severity: 'error', title: 'Role where Cluster API takes an instance profile' },
  PW9505: { severity: 'warning', title: 'Node class field without effect in Cluster API' },
  PW9506: { severity: 'error', title: 'Node class field that Cluster API lacks' },
  PW9507: { severity: 'error', title: 'Selection that Cluster API cannot make' },
  PW9508: { severity: 'error', title: 'Volume that Cluster API cannot make' },
  PW9509: { severity: 'error', title: 'Tags that EC2 refuses' },
  PW9510: { severity: 'error', title: 'Pods on a node that only the annotations know' },
  PW9511: { severity: 'error', title: 'Kubelet argument that is too long' },
  PW9512: { severity: 'warning', title: 'Security groups that are added, not chosen' },
  PW9513: { severity: 'warning', title: 'Instance types without an image' },
} as const satisfies Record<string, CodeSpec>;
