import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { CompiledPool, RuleContext } from '../../model/compilation.ts';
import type { PoolRequirement } from '../../model/pool.ts';
import type { FunnelStep } from '../../model/selection.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { type Constraint, constraintsOf, isWellFormed } from '../constraints.ts';
import { CAPACITY_TYPE_KEY, ZONE_ID_KEY } from '../label-domain.ts';
import { ADMITTED_TYPES, poolRule } from '../rule.ts';
import { foreignValues, ZONE_KEY } from '../value-domain.ts';
import { requirementText } from '../words.ts';

/**
 * Written out these say something even where they exclude no type: they replace a default, wait for a change, or
 * choose at the launch, between offerings or in what Karpenter asks EC2 for.
 */
const EXPLICIT_KEYS: ReadonlySet<string> = new Set([
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'topology.kubernetes.io/region',
  CAPACITY_TYPE_KEY,
  ZONE_KEY,
  ZONE_ID_KEY,
  'node.kubernetes.io/windows-build',
  'karpenter.k8s.aws/instance-tenancy',
  'karpenter.k8s.aws/capacity-reservation-id',
  'karpenter.k8s.aws/capacity-reservation-type',
  'karpenter.k8s.aws/capacity-reservation-interruptible',
  'karpenter.k8s.aws/placement-group-id',
  'karpenter.k8s.aws/placement-group-partition',
]);

export const excludesNothing = poolRule(
  { codes: ['PW4010'], needs: ADMITTED_TYPES },
  function* (compiled, context) {
    const { pool, selection } = compiled;
    for (const [i, requirement] of pool.requirements.entries()) {
      const step = selection.funnel[i];
      if (step === undefined || !isIdle(requirement, step, compiled, context)) continue;
      yield diagnostic(
        'PW4010',
        requirement.origin.span,
        `${requirementText(step)} excludes no instance type`,
        {
          related: usedHere(requirement.origin, pool),
          help: isIdleAlone(step, compiled)
            ? 'Every type of the catalogue satisfies it.'
            : `All ${step.before} types that the requirements before it leave satisfy it.`,
        },
      );
    }
  },
);

function isIdle(
  requirement: PoolRequirement,
  step: FunnelStep,
  compiled: CompiledPool,
  context: RuleContext,
): boolean {
  const constraint = constraintsOf(compiled.pool, context.labels).find(
    ({ origin, kind }) => origin === requirement.origin && kind === 'requirement',
  );
  if (constraint === undefined || isBuiltIn(requirement.origin) || !isWellFormed(constraint)) return false;
  if (!context.labels.specs.has(constraint.key) || EXPLICIT_KEYS.has(constraint.key)) return false;
  // Values that do not exist, minValues and values that an operator ignores are other findings, or reasons.
  if (requirement.minValues !== undefined || isEmptyNotIn(constraint)) return false;
  if (foreignValues(compiled, context).some((found) => found.constraint === constraint)) return false;
  if (step.before === 0 || step.after < step.before) return false;
  return isIdleAlone(step, compiled) || constraint.operator === 'NotIn';
}

function isIdleAlone(step: FunnelStep, { selection }: CompiledPool): boolean {
  return step.alone >= (selection.funnel[0]?.before ?? selection.total);
}

function isEmptyNotIn({ operator, values }: Constraint): boolean {
  return operator === 'NotIn' && values.length === 0;
}
