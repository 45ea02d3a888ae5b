import type { CodeSpec } from '../code-spec.ts';

/** PW93xx: objects of other origin that become a definition. */
export const IMPORT_CODES = {
  PW9301: { severity: 'info', title: 'Objects that are not imported' },
  PW9302: { severity: 'error', title: 'Object that cannot be imported' },
  PW9303: { severity: 'warning', title: 'Field that is not carried over' },
  PW9304: { severity: 'warning', title: 'API version that is not imported' },
  PW9305: { severity: 'warning', title: 'Node pool of another provider' },
  PW9306: { severity: 'error', title: 'Name that no pool can have' },
  PW9307: { severity: 'warning', title: 'Object is given twice' },
  PW9308: { severity: 'error', title: 'Node class of a pool is not given' },
  PW9309: { severity: 'info', title: 'Node class that no pool uses' },
  PW9310: { severity: 'warning', title: 'Import would replace all nodes of a pool' },
  PW9311: { severity: 'warning', title: 'Import might replace nodes of a pool' },
  PW9312: { severity: 'info', title: 'Import changes an object, but no node' },
  PW9313: { severity: 'info', title: 'Recorded drift hash is not that of the object' },
  PW9314: { severity: 'error', title: 'Nothing to import' },
  PW9320: { severity: 'error', title: 'MachineDeployment whose machine is not known' },
  PW9321: { severity: 'warning', title: 'Template of a MachineDeployment is not given' },
  PW9322: { severity: 'warning', title: 'MachineDeployment of another cluster' },
} as const satisfies Record<string, CodeSpec>;
