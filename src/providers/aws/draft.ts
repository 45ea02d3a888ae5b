import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type { Ec2NodeClassSpec } from '../../kubernetes/api/ec2-node-class.ts';
import type { Cluster } from '../../model/cluster.ts';
import type { Pool } from '../../model/pool.ts';

/** A node class while its parts are put together. */
export interface Draft {
  readonly pool: Pool;
  readonly cluster: Cluster;
  /** Validated extra input in the provider's spelling. */
  readonly written: Partial<Ec2NodeClassSpec>;
  /** Fields that were written but hold something invalid, or may be meant by an unknown key: no default stands in. `*` is any field. */
  readonly broken: Set<string>;
  /** Origin of everything that the built-in set supplies. */
  readonly builtIn: Origin;
  /** Grows with the parts. Already holds the written fields. */
  readonly origins: Map<string, Origin>;
  readonly diagnostics: Diagnostic[];
}
