import type { Edit } from './edit.ts';

/** One question to an API server: a base with edits, created, or put in place of another one. */
export interface Case {
  /** What is tried, unique within its CRD. */
  readonly title: string;
  /** Name of a base of the kind. */
  readonly base: string;
  readonly edits: readonly Edit[];
  /** Edits of the same base that make the object that stands before; absent: nothing stands there. */
  readonly before?: readonly Edit[];
}

/** A cause as an API server tells it. */
export interface Cause {
  readonly reason: string;
  /** `spec.taints[0].key`; of what cannot even be decoded as far as it is told. */
  readonly field: string;
  readonly message: string;
}

export interface Verdict {
  readonly admitted: boolean;
  readonly causes: readonly Cause[];
  /** What server-side apply says, where it decides otherwise than create and update with strict field validation, and of nulls. */
  readonly apply?: { readonly admitted: boolean; readonly causes: readonly Cause[] };
}

export interface RecordedCase extends Case {
  readonly crd: string;
  readonly verdict: Verdict;
}
