import type { PoolView } from '../pool-view.ts';
import type { GroupView } from './group-view.ts';

/** A node group with the pool that it belongs to. */
export interface OwnedGroup extends GroupView {
  readonly view: PoolView;
}
