import type { ExplainedFunnelStep, ExplainedOffering, ExplainedPoolFunnel } from '../model/explanation.ts';
import type { Scenario } from '../model/scenario.ts';
import type { PoolFunnel, Step } from '../packer/explain/step.ts';
import type { CheapestOffering } from '../packer/karpenter/decision.ts';
import { placesOf } from './explain-places.ts';
import { typesLostToScenario } from './explain-scenario.ts';
import { describeStep } from './explain-step.ts';
import type { PlanTemplate } from './plan-pod.ts';
import type { PoolView } from './pool-view.ts';

/** A funnel of the packer from all types of the catalogue on, in words and with its lines. */
export function describeFunnel(
  funnel: PoolFunnel,
  view: PoolView,
  context: {
    readonly views: ReadonlyMap<string, PoolView>;
    readonly template: PlanTemplate;
    readonly scenario: Scenario | undefined;
  },
): ExplainedPoolFunnel {
  const { selection, pool } = view.compiled;
  const first = catalogueStep(Math.max(selection.total, funnel.total), funnel.total);
  const steps = funnel.steps.map(
    (step): ExplainedFunnelStep => ({
      ...describeStep(step),
      ...causeOf(step, view, context.scenario),
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

/** A step that types fail because of the scenario says so: nothing that is written is to blame. */
function causeOf(step: Step, view: PoolView, scenario: Scenario | undefined) {
  const lost = typesLostToScenario(step, view, scenario);
  if (scenario === undefined || lost === 0) return {};
  const of = step.before === step.after || lost === step.before - step.after ? '' : ` (${lost} of them)`;
  return {
    message: `${describeStep(step).message}; lost to the scenario \`${scenario.name}\`${of}`,
    scenario: scenario.name,
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
