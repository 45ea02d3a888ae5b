import type { JsonValue } from '../../../../../src/diagnostics/json-value.ts';
import type { Case } from '../case.ts';
import type { CrdDocument } from '../schema.ts';
import { FORMAT_KIND, KEYWORDS } from './keywords.ts';
import { LIBRARIES } from './libraries.ts';
import { RULES_KIND, TOP_KIND } from './rules.ts';

/** A CRD of our own for what the real ones do not use. */
export interface ScratchKind {
  readonly name: string;
  readonly crd: CrdDocument;
  /** What stands beside apiVersion, kind and metadata. */
  readonly bases: Readonly<Record<string, { readonly [key: string]: JsonValue }>>;
  /** Whether the generator breaks the keywords of its base `full`. */
  readonly mutate?: boolean;
  readonly cases: readonly Case[];
}

export const SCRATCH: readonly ScratchKind[] = [KEYWORDS, FORMAT_KIND, RULES_KIND, TOP_KIND, ...LIBRARIES];
