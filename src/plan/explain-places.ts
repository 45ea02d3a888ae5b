import { originAt } from '../diagnostics/origin-at.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Reference } from '../packer/explain/step.ts';
import type { PlanTemplate } from './plan-pod.ts';
import type { PoolView } from './pool-view.ts';

/** Where references of the packer are written: pools in the definition, pods in their manifest. */
export function placesOf(
  references: readonly Reference[],
  views: ReadonlyMap<string, PoolView>,
  template: PlanTemplate,
): readonly Origin[] {
  return references.flatMap((reference): readonly Origin[] => {
    if (reference.in === 'pod') {
      const span = template.locate?.(reference.pointer);
      return span === undefined ? [] : [{ span }];
    }
    const view = views.get(reference.nodePool);
    if (view === undefined) return [];
    return [poolOrigin(view, reference.pointer)];
  });
}

/** Of the pool as a whole its key. */
function poolOrigin({ compiled: { nodePool, pool } }: PoolView, pointer: string): Origin {
  if (pointer === '' || nodePool === undefined) return { span: pool.keySpan };
  return originAt(nodePool.origins, pointer);
}
