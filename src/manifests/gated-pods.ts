import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { KubeObject } from './kube-object.ts';

/** Said of all pods of one template. */
export function gatedPods(object: KubeObject, path: readonly (string | number)[], count: number): Diagnostic {
  const message = `${count === 1 ? 'one pod waits' : `${count} pods wait`} behind scheduling gates`;
  return diagnostic('PW7033', object.place.span([...path, 'spec', 'schedulingGates']), message, {
    help: 'Karpenter makes no nodes for such pods until the gates are removed, so they are not planned.',
  });
}
