import { diagnostic, type Related } from '../../diagnostics/diagnostic.ts';
import { labelValueProblem } from '../../kubernetes/label.ts';
import type { CompiledPool, RuleContext } from '../../model/compilation.ts';
import type { FunnelStep } from '../../model/selection.ts';
import { isBuiltIn } from '../constraints.ts';
import { narrowing, typesBefore } from '../reselect.ts';
import { poolRule } from '../rule.ts';
import { foreignValues } from '../value-domain.ts';
import { counted, listed, nameOf, quoted, requirementText } from '../words.ts';
import { contradictions } from './contradiction.ts';
import { admitsNothing } from './missing-value.ts';
import { wordBounds } from './numeric-operator.ts';

const MAX_STEPS_IN_MESSAGE = 4;

export const noInstanceType = poolRule(['PW3580'], function* (compiled, context) {
  const { pool, selection } = compiled;
  if (selection.types.length > 0 || isExplained(compiled, context)) return;
  const last = selection.funnel.find(({ after }) => after === 0);
  if (last === undefined) {
    yield diagnostic(
      'PW3580',
      pool.keySpan,
      `pool \`${pool.name}\` matches no instance type: the catalogue offers none`,
      {
        help: 'The zones, the image family or other node class settings leave no instance type.',
      },
    );
    return;
  }
  yield diagnostic(
    'PW3580',
    last.origin.span,
    `pool \`${pool.name}\` matches no instance type: ${funnelText(selection.total, selection.funnel)}`,
    {
      related: related(compiled, last),
      help: helpFor(compiled, context, last),
    },
  );
});

/** Another error names the very requirement that matches nothing, so this one would repeat it. */
function isExplained(compiled: CompiledPool, context: RuleContext): boolean {
  return (
    foreignValues(compiled, context).some(admitsNothing) ||
    wordBounds(compiled, context).length > 0 ||
    contradictions(compiled.pool, context.labels).some(({ culprit }) => context.labels.specs.has(culprit.key))
  );
}

/** "1363 types → 324 after `instance-category In [c]` → 0 after `instance-cpu Gt 999`", without steps that excluded nothing. */
function funnelText(total: number, funnel: readonly FunnelStep[]): string {
  const steps = narrowing(funnel).map((step) => `${step.after} after ${requirementText(step)}`);
  const hidden = steps.length - MAX_STEPS_IN_MESSAGE;
  const shown = hidden > 0 ? [...steps.slice(0, MAX_STEPS_IN_MESSAGE - 1), '…', ...steps.slice(-1)] : steps;
  return [`${total} types`, ...shown].join(' → ');
}

function related({ pool, selection }: CompiledPool, last: FunnelStep): Related[] {
  const others = narrowing(selection.funnel).filter((step) => step !== last && !isBuiltIn(step.origin));
  return [
    ...others.map(({ origin, after }) => ({ span: origin.span, message: `${after} left` })),
    ...(isBuiltIn(last.origin) ? [] : [{ span: pool.keySpan, message: 'the pool' }]),
  ];
}

function helpFor(compiled: CompiledPool, context: RuleContext, last: FunnelStep): string {
  const values = valuesBefore(compiled, last, context);
  const left = leftText(last, values);
  if (isBuiltIn(last.origin)) {
    const instead = requirementText({ key: last.key, operator: 'In', values });
    return values.length === 0
      ? `${requirementText(last)} is not written in the pool, but follows from its other settings. ${left}`
      : `${requirementText(last)} is a built-in default. ${left} Add a requirement such as ${instead}.`;
  }
  const about = last.alone === 0 ? context.labels.specs.get(last.key)?.description : undefined;
  return about === undefined ? left : `${left} ${quoted(nameOf(last.key))}: ${about}`;
}

/** What the types had to offer that the last step excluded. */
function leftText({ key, before }: FunnelStep, values: readonly string[]): string {
  const types = `The ${counted(before, 'instance type')} left by then`;
  const name = quoted(nameOf(key));
  if (values.length === 0) return `${types} ${before === 1 ? 'does' : 'do'} not have the label ${name}.`;
  return `${types} ${before === 1 ? 'has' : 'have'} ${name} ${listed(values, 8)}.`;
}

/** Values of the last label among the types that all earlier steps left. */
function valuesBefore(compiled: CompiledPool, last: FunnelStep, { labels }: RuleContext): string[] {
  const key = labels.aliases.get(last.key) ?? last.key;
  const values = new Set(typesBefore(compiled, last, labels).flatMap((type) => type.labels.get(key) ?? []));
  return [...values].filter((value) => labelValueProblem(value) === undefined).sort(compareValues);
}

/** Numbers by size, then words by code unit. */
function compareValues(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y) && x !== y) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}
