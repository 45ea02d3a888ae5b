import { PAUSED_KEY } from './keys.ts';
import { readSizes, type SizesResult } from './read-sizes.ts';
import { templateNode, type TemplateNodeInput } from './template-node.ts';

export interface NodeGroupInput extends TemplateNodeInput {
  /** `spec.replicas`. */
  readonly replicas: number;
}

export type NodeGroupResult =
  | { readonly kind: 'group'; readonly min: number; readonly max: number }
  /** The autoscaler leaves this object alone. */
  | { readonly kind: 'none'; readonly because: 'paused' | 'max-size' | 'not-scalable-from-zero' }
  /** The autoscaler sees no node group at all, in the whole cluster. */
  | { readonly kind: 'error'; readonly sizes: Extract<SizesResult, { ok: false }> };

/** Whether a MachineDeployment that auto-discovery finds is a node group of the Cluster Autoscaler. */
export function nodeGroup(input: NodeGroupInput): NodeGroupResult {
  const sizes = readSizes(input.annotations);
  if (!sizes.ok) return { kind: 'error', sizes };
  if (Object.hasOwn(input.annotations, PAUSED_KEY)) return { kind: 'none', because: 'paused' };
  if (sizes.max === 0) return { kind: 'none', because: 'max-size' };
  if (input.replicas <= 0 && !templateNode(input).ok) {
    return { kind: 'none', because: 'not-scalable-from-zero' };
  }
  return { kind: 'group', min: sizes.min, max: sizes.max };
}
