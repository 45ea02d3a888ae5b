import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import type { LiveNodes } from '../../model/review-input.ts';
import type { AdmissionFindings } from '../crds/cluster-admission.ts';

export interface ReviewOptions {
  /** Nodes of a dump, with what was wrong with it. */
  readonly live?: { readonly nodes: LiveNodes; readonly diagnostics: readonly Diagnostic[] };
  /** What given CRDs say of a cluster, with the objects that it replaces. @default nothing is asked */
  readonly admit?: (
    compiled: CompiledCluster,
    /** Undefined: it is new. What was before the base is not known. */
    before: CompiledCluster | 'unknown' | undefined,
  ) => AdmissionFindings;
  /** From when on rotations are laid out, in milliseconds since 1970. */
  readonly atMs?: number;
  readonly replacementSeconds: number;
}
