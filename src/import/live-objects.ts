import type { JsonMap } from '../diagnostics/json-value.ts';
import type { PathSegment } from '../diagnostics/located-path.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import type { NodePoolSpec } from '../kubernetes/api/node-pool.ts';

/** An object as somebody wrote it or a cluster gave it. */
export interface LiveObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** `default` where none is said; without meaning for what is cluster-scoped. */
  readonly namespace: string;
  /** The object's own. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** All of it, unknown fields too: what the API server has stored. */
  readonly spec: JsonMap;
  /** The text it was read from. Undefined: its values come from several, and where is known already. */
  readonly source: Source | undefined;
  /** Where something in it stands; the nearest thing that is written. */
  readonly span: (path: readonly PathSegment[]) => Span;
}

export interface LiveNodePool extends LiveObject {
  /** What is understood of it. */
  readonly known: NodePoolSpec;
  /** The node class it names. */
  readonly nodeClassName: string;
}

export interface LiveNodeClass extends LiveObject {
  readonly known: JsonMap;
  /** Zones that a running cluster found its subnets in. */
  readonly zones: readonly string[];
}
