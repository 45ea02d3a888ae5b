import type { Ec2NodeClassSpec } from '../../../kubernetes/api/ec2-node-class.ts';
import { snakeCase } from '../field-names.ts';
import type { MachineDraft } from './machine-draft.ts';

interface Missing {
  readonly code: 'PW9505' | 'PW9506';
  readonly help: string;
}

const TUNING: Missing = {
  code: 'PW9505',
  help: 'It has no effect on this backend. Remove it for this pool.',
};

/**
 * Fields that the AWS provider of Cluster API 2.13 has no place for. Those that decide what pods get, or how a machine
 * starts, are errors: the machine would be another one.
 */
const FIELDS: Readonly<Partial<Record<keyof Ec2NodeClassSpec, Missing>>> = {
  ipPrefixCount: TUNING,
  detailedMonitoring: TUNING,
  connectionTracking: TUNING,
  context: TUNING,
  networkInterfaces: {
    code: 'PW9506',
    help: 'Machines get the interfaces of their type. Remove it for this pool.',
  },
  instanceStorePolicy: {
    code: 'PW9506',
    help: 'Local disks are left as they are, so pods would get less than counted. Remove it for this pool.',
  },
  userData: {
    code: 'PW9506',
    help: 'Nodes would start without it. Remove it, or build an image that has it.',
  },
};

/** Says which written fields are lost. */
export function reportLost(draft: MachineDraft): void {
  for (const [field, missing] of Object.entries(FIELDS)) {
    const value = draft.nodeClass[field as keyof Ec2NodeClassSpec];
    if (value === undefined || value === false || !draft.isWritten(`/spec/${field}`)) continue;
    const { code, help } = missing;
    draft.reportField(code, `/spec/${field}`, `Cluster API has no \`${snakeCase(field)}\``, help);
  }
}
