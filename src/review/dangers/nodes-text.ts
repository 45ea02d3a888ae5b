import type { Rotation } from '../../model/review.ts';
import { counted } from '../words.ts';

/** "all its nodes", "its 12 nodes"; of a plan "the 12 nodes that the plan gives it". */
export function nodesText({ nodes }: Pick<Rotation, 'nodes'>): string {
  if (nodes === undefined) return 'all its nodes';
  return nodes.basis === 'nodes'
    ? `its ${counted(nodes.of, 'node')}`
    : `the ${counted(nodes.of, 'node')} that the plan gives it`;
}
