import type { ExplainedFunnelStep, ExplainedOffering, ExplainedPoolFunnel } from '../model/explanation.ts';
import type { PoolFunnel, Step } from '../packer/explain/step.ts';
import type { CheapestOffering } from '../packer/karpenter/decision.ts';
import { placesOf } from './explain-places.ts';
import { describeStep } from './explain-step.ts';
import type { PlanTemplate } from './plan-pod.ts';
import type { PoolView } from './pool-view.ts';

/** A funnel of the packer from all types of the catalogue on, in words and with its lines. */
export function describeFunnel(
  funnel: PoolFunnel,
  view: PoolView,
  context: { readonly views: ReadonlyMap<string, PoolView>; readonly template: PlanTemplate },
): ExplainedPoolFunnel {
  const { selection, pool } = view.compiled;
  const first = catalogueStep(Math.max(selection.total, funnel.total), funnel.total);
  const steps = funnel.steps.map(
    (step): ExplainedFunnelStep => ({
      ...describeStep(step),
      places: placesOf(step.references, context.views, context.template),
    }),
  );
  return {
    name: funnel.nodePool,
    span: pool.keySpan,
    weight: funnel.weight,
    ...(funnel.order === undefined ? {} : { order: funnel.order + 1 }),
    total: first.before,
    steps: [first, ...steps],
    left: funnel.left,
    blockers: blockersOf(funnel.steps).map((at) => at + 1),
    ...(funnel.cheapest === undefined ? {} : { cheapest: explainedOffering(funnel.cheapest) }),
  };
}

function catalogueStep(before: number, after: number): ExplainedFunnelStep {
  return {
    what: 'catalogue',
    of: 'catalogue',
    message: 'sold in the zones and usable with the node class',
    before,
    after,
    alone: after,
    places: [],
    detail: {},
  };
}

/** What ended the funnel, then what would end it alone. */
function blockersOf(steps: readonly Step[]): readonly number[] {
  const end = steps.findIndex(({ after }) => after === 0);
  if (end < 0) return [];
  const others = steps.flatMap((step, at) =>
    at > end && step.alone === 0 && !isMirrored(step, steps) ? [at] : [],
  );
  return [end, ...others];
}

/** Anti-affinity of replicas to each other works both ways, which is no news. */
function isMirrored({ obstacle }: Step, steps: readonly Step[]): boolean {
  if (obstacle.kind !== 'topology' || obstacle.constraint !== 'anti-affinity of other pods') return false;
  return steps.some(
    ({ obstacle: other, alone }) =>
      alone === 0 &&
      other.kind === 'topology' &&
      other.constraint === 'anti-affinity' &&
      other.key === obstacle.key,
  );
}

export function explainedOffering({
  instanceType,
  zone,
  capacityType,
  price,
}: CheapestOffering): ExplainedOffering {
  return {
    instanceType,
    zone,
    capacityType,
    ...(price === undefined ? {} : { pricePerHourUsd: price }),
  };
}
