import type { CodeSpec } from '../code-spec.ts';

/** PW5xxx: facts and prices. PW500x: snapshots. PW501x: imports. PW502x: `catalogue list --where`. PW503x: settings. */
export const CATALOGUE_CODES = {
  PW5001: { severity: 'error', title: 'Catalogue snapshot is not JSON' },
  PW5002: { severity: 'error', title: 'Catalogue snapshot of the wrong shape' },
  PW5003: { severity: 'error', title: 'Catalogue snapshot of an unknown version' },
  PW5004: { severity: 'error', title: 'Catalogue snapshot does not match its digest' },
  PW5005: { severity: 'error', title: 'Catalogue snapshot of another provider' },
  PW5010: { severity: 'error', title: 'Import file is not JSON' },
  PW5011: { severity: 'error', title: 'Import file is none of the known AWS outputs' },
  PW5012: { severity: 'warning', title: 'Record of an import file is left out' },
  PW5013: { severity: 'error', title: 'Offerings are not listed by zone' },
  PW5014: { severity: 'warning', title: 'Import file is only a part of the answer' },
  PW5015: { severity: 'warning', title: 'Import file holds nothing that is used' },
  PW5016: { severity: 'error', title: 'Nothing to import' },
  PW5017: { severity: 'warning', title: 'Import files disagree' },
  PW5020: { severity: 'error', title: 'Requirement that cannot be read' },
  PW5021: { severity: 'error', title: 'Label that no instance type has' },
  PW5022: { severity: 'error', title: 'Unknown operator' },
  PW5023: { severity: 'error', title: 'Values that do not fit the operator' },
  PW5024: { severity: 'warning', title: 'Value that no instance type has' },
  PW5030: { severity: 'error', title: 'Zone outside the region' },
  PW5031: { severity: 'warning', title: 'Region or zone that is not named like one of AWS' },
  PW5032: { severity: 'warning', title: 'Price adjustment that can never apply' },
  PW5090: { severity: 'error', title: 'Catalogue snapshot cannot be read' },
} as const satisfies Record<string, CodeSpec>;
