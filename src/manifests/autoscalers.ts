import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { dataReader, readData } from './data-reader.ts';
import type { Inventory } from './inventory.ts';
import { type KubeObject, titleOf } from './kube-object.ts';
import { ownerKey } from './owners.ts';
import { autoscaler } from './schemas/controllers.ts';

/** Which end of an autoscaler's range is planned for. */
export type AutoscalerEnd = 'max' | 'min';

/** A number of replicas, and where it is written. */
export interface Scale {
  readonly replicas: number;
  readonly object: KubeObject;
  readonly path: readonly string[];
}

/** How many replicas autoscalers give to what they scale, by `ownerKey`. */
export function readAutoscalers(
  inventory: Inventory,
  end: AutoscalerEnd,
  report: (found: Diagnostic) => void,
): ReadonlyMap<string, Scale> {
  const reader = dataReader(autoscaler);
  const scales = new Map<string, Scale>();
  for (const object of inventory.of('HorizontalPodAutoscaler')) {
    const data = readData(reader, object, report);
    if (data === undefined) continue;
    const { scaleTargetRef: target, minReplicas = 1, maxReplicas } = data.spec;
    const { namespace = '' } = object.meta;
    if (inventory.find(target.kind, namespace, target.name) === undefined) {
      report(noTarget(object, target.kind, target.name));
      continue;
    }
    const replicas = end === 'max' ? Math.max(minReplicas, maxReplicas) : minReplicas;
    const path = ['spec', end === 'max' ? 'maxReplicas' : 'minReplicas'];
    scales.set(ownerKey({ ...target, namespace }), { replicas, object, path });
  }
  return scales;
}

function noTarget(object: KubeObject, kind: string, name: string): Diagnostic {
  const message = `${titleOf(object)} scales ${kind} \`${name}\`, which is not given`;
  return diagnostic('PW7032', object.place.span(['spec', 'scaleTargetRef', 'name']), message, {
    help: 'It has no effect on the plan. Give the manifest of its target too.',
  });
}
