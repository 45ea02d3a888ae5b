import type { JsonValue } from '../diagnostics/json-value.ts';

/** A CustomResourceDefinition as far as it decides what an API server admits. */
export interface Crd {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Cluster' | 'Namespaced';
  /** Served versions by name: `v1`. */
  readonly versions: ReadonlyMap<string, CrdVersion>;
}

export interface CrdVersion {
  readonly name: string;
  /** `openAPIV3Schema`, as written. */
  readonly schema: JsonValue;
  /** JSON pointer (RFC 6901) of the schema, in the CRD. */
  readonly schemaPointer?: string;
  readonly deprecated: boolean;
  /** Has the subresource `status`: what an applied object says there is dropped. */
  readonly hasStatus?: boolean;
  /** Of the subresource `scale`: `.spec.replicas`. */
  readonly specReplicasPath?: string;
}

/** Something about a CRD that cannot be used or is not understood. */
export interface CrdProblem {
  /** JSON pointer (RFC 6901) into the CRD. */
  readonly pointer: string;
  readonly message: string;
  /** Whether objects of the kind can still be judged, without that part. */
  readonly fatal: boolean;
}

export interface AdmissionRequest {
  /** A whole object: apiVersion, kind, metadata, spec. */
  readonly object: JsonValue;
  /** The object it replaces; transition rules are only asked with one. */
  readonly oldObject?: JsonValue;
  /** Nobody knows whether it replaces one: rules that say something of both cases (`optionalOldSelf`) are not asked either. @default it is new */
  readonly oldUnknown?: boolean;
}

/** One reason why an API server refuses an object. None: it admits it. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** JSON pointer (RFC 6901) into the object; of a missing field the field itself, of an unknown one that field. */
  readonly pointer: string;
  /** In the API server's words, without the path. */
  readonly message: string;
  /** Of a rule (`x-kubernetes-validations`): its expression. */
  readonly rule?: string;
  /** The rule compares with the object that is replaced. */
  readonly transition?: boolean;
  /** JSON pointers of the parts of the object that the rule reads, if it names any. */
  readonly reads?: readonly string[];
  /** Nobody wrote the value: it is a default of the CRD. */
  readonly isDefault?: boolean;
  /** There are rules that were not asked, because of this. */
  readonly rulesUnasked?: boolean;
}

export type RefusalReason =
  | 'unknown-field'
  | 'type'
  | 'required'
  | 'value'
  | 'duplicate'
  | 'metadata'
  | 'rule'
  | 'rule-failed';

/** Answers for one version of one CRD; making it is what costs, asking is cheap. */
export interface AdmissionCheck {
  /** All refusals, in order of pointer; unknown fields as strict field validation (server-side apply) refuses them. */
  admit(request: AdmissionRequest): readonly Refusal[];
  /** The object with the schema's defaults, as it would be stored. */
  withDefaults(object: JsonValue): JsonValue;
}
