import type { Described } from './described.ts';
import type { PlanTemplate } from './plan-pod.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** What makes a pod's place depend on other pods. */
function topologyTies({
  spec,
}: PlanTemplate): readonly { readonly what: string; readonly pointer: string }[] {
  const { topologySpreadConstraints = [], affinity } = spec;
  const spreads = topologySpreadConstraints.flatMap(({ whenUnsatisfiable, topologyKey }, i) =>
    whenUnsatisfiable === 'DoNotSchedule'
      ? [{ what: `spread over \`${topologyKey}\``, pointer: `/spec/topologySpreadConstraints/${i}` }]
      : [],
  );
  return [
    ...spreads,
    ...((affinity?.podAffinity?.[REQUIRED] ?? []).length === 0
      ? []
      : [{ what: 'affinity to other pods', pointer: `/spec/affinity/podAffinity/${REQUIRED}` }]),
    ...((affinity?.podAntiAffinity?.[REQUIRED] ?? []).length === 0
      ? []
      : [{ what: 'anti-affinity to other pods', pointer: `/spec/affinity/podAntiAffinity/${REQUIRED}` }]),
  ];
}

/** Why no node of a pool is where other pods let this one be. */
export function topologyReason(template: PlanTemplate): Described {
  const ties = topologyTies(template);
  const [first] = ties;
  if (first === undefined) {
    return { message: 'other pods keep this one away from every node by their anti-affinity' };
  }
  const wanted = ties.map(({ what }) => what).join(' and ');
  return {
    message: `no node of the pool would satisfy the pod's ${wanted}`,
    source: template.locate?.(first.pointer),
  };
}

/** Of a pod that would fit alone: where others let it be, nothing is large enough or can be had. */
export function narrowedByOthers(template: PlanTemplate): Described | undefined {
  const ties = topologyTies(template);
  const [first] = ties;
  if (first === undefined) return undefined;
  return {
    message: `where the pod's ${ties.map(({ what }) => what).join(' and ')} leaves a place, no instance type of the pool can be had`,
    source: template.locate?.(first.pointer),
  };
}
