import type { LocatedTarget, PathSegment } from '../diagnostics/located-path.ts';
import type { Span } from '../diagnostics/span.ts';

/** An object of a manifest or dump as it is written: nothing of it is checked but that it has a kind and a name. */
export interface ManifestObject {
  /** Of its `apiVersion`; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  /** `default` where none is written. Means nothing for what is cluster-scoped. */
  readonly namespace: string;
  readonly raw: Readonly<Record<string, unknown>>;
  /** Comes from a running cluster, so the API server has taken it in. */
  readonly isLive: boolean;
  /** As reports name it. */
  readonly file: string;
  /** The value at a path inside the object, or the nearest thing that is written. */
  readonly span: (path: readonly PathSegment[]) => Span;
  readonly locate: (path: readonly PathSegment[]) => LocatedTarget;
}

/** What a folder of manifests holds that node groups are made of, or judged with. */
export interface ManifestSet {
  /** In file order. */
  readonly objects: readonly ManifestObject[];
  readonly priorityMaps: readonly PriorityMap[];
}

/** The ConfigMap of the autoscaler's priority expander. */
export interface PriorityMap {
  readonly object: ManifestObject;
  readonly tiers: readonly PriorityTier[];
  /** Why the autoscaler cannot read it, as a sentence without a final full stop, and where. */
  readonly problem?: { readonly message: string; readonly span: Span };
}

export interface PriorityTier {
  readonly priority: number;
  /** Of the number. */
  readonly span: Span;
  readonly patterns: readonly { readonly text: string; readonly span: Span }[];
}

/** What was judged. */
export interface ManifestSummary {
  /** Of kinds that matter here. */
  readonly objects: number;
  /** What an autoscaler, or Karpenter's provider for Cluster API, scales; in file order. */
  readonly nodeGroups: readonly { readonly name: string; readonly file: string }[];
}
