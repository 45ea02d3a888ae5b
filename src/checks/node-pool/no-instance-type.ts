import { usedHere, writtenHere } from '../../diagnostics/describe-origin.ts';
import { type Diagnostic, diagnostic, type Related } from '../../diagnostics/diagnostic.ts';
import { invariant } from '../../diagnostics/invariant.ts';
import { originAt } from '../../diagnostics/origin-at.ts';
import { labelValueProblem } from '../../kubernetes/label.ts';
import type { CompiledPool, RuleContext } from '../../model/compilation.ts';
import type { InstanceTable } from '../../model/instance-type.ts';
import type { FunnelStep, PoolSelection } from '../../model/selection.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { narrowing, typesBefore, type WantedExclusion, wantedExclusions } from '../reselect.ts';
import { ADMITTED_TYPES, poolRule } from '../rule.ts';
import { foreignValues } from '../value-domain.ts';
import { counted, listed, nameOf, quoted, requirementText } from '../words.ts';
import { contradictions } from './contradiction.ts';
import { admitsNothing } from './missing-value.ts';
import { wordBounds } from './numeric-operator.ts';

const MAX_STEPS_IN_MESSAGE = 4;

export const noInstanceType = poolRule(
  { codes: ['PW3580'], needs: ADMITTED_TYPES },
  function* (compiled, context) {
    const { pool, selection } = compiled;
    if (selection.types.length > 0 || isExplained(compiled, context)) return;
    const last = selection.funnel.find(({ after }) => after === 0);
    const ruledOut = wantedExclusions(compiled, last, context.labels);
    if (ruledOut.some(({ wanted }) => wanted.length > 0)) {
      yield unusable(compiled, last, ruledOut);
    } else if (last === undefined || (last.before === 0 && ruledOut.length === 0)) {
      yield diagnostic(
        'PW3580',
        pool.keySpan,
        `pool \`${pool.name}\` matches no instance type: the catalogue offers none`,
        {
          help: 'The zones, the image family or other node class settings leave no instance type.',
        },
      );
    } else {
      yield diagnostic(
        'PW3580',
        last.origin.span,
        `pool \`${pool.name}\` matches no instance type: ${funnelText(compiled, ruledOut)}`,
        {
          related: [...related(compiled, last), ...ruledOut.flatMap((one) => settingHere(compiled, one))],
          help: ruledOut.length > 0 ? ruledOut.map(alsoText).join(' ') : helpFor(compiled, context, last),
        },
      );
    }
  },
);

/** The types that the pool asks for exist, but a setting of its node class rules them all out: blame the setting. */
function unusable(
  compiled: CompiledPool,
  last: FunnelStep | undefined,
  ruledOut: readonly WantedExclusion[],
): Diagnostic {
  const { pool, nodeClass } = compiled;
  const [main, ...others] = ruledOut
    .filter(({ wanted }) => wanted.length > 0)
    .toSorted((a, b) => b.wanted.length - a.wanted.length);
  invariant(
    main !== undefined && nodeClass !== undefined,
    'a node class rules out types that the pool asks for',
  );
  const setting = originAt(nodeClass.origins, main.pointer);
  const all = [main, ...others].flatMap(({ wanted }) => wanted);
  const settings = [...new Set([main, ...others].map((one) => one.setting))].join(' and ');
  const asked =
    last === undefined || isBuiltIn(last.origin)
      ? []
      : [{ span: last.origin.span, message: 'the requirement that no other type meets' }];
  // A built-in image stands nowhere: then what asks for the types is the place to look at.
  const blamed = isBuiltIn(setting) ? (last?.origin.span ?? pool.keySpan) : (setting.keySpan ?? setting.span);
  return diagnostic(
    'PW3580',
    blamed,
    `pool \`${pool.name}\` matches no instance type: the ${counted(all.length, 'type')} that its requirements ask for cannot be used with ${settings}`,
    {
      related: [
        ...(isBuiltIn(setting) ? [] : [...asked, ...usedHere(setting, pool)]),
        ...others
          .filter(({ pointer }) => pointer !== main.pointer)
          .flatMap((one) => settingHere(compiled, one)),
      ],
      help: `${[main, ...others].map(reasonText).join(' ')} Ask for other types, or change the node class.`,
    },
  );
}

function reasonText({ reason, wanted }: WantedExclusion): string {
  return `${reason} That rules out ${listed(wanted.map(({ name }) => name))}.`;
}

/** Types are lost for two causes: a setting, and requirements after the one that is blamed. */
function alsoText({ askedFor, setting, reason }: WantedExclusion): string {
  const [subject, object] = askedFor.length === 1 ? ['exists', 'it'] : ['exist', 'them'];
  return `${counted(askedFor.length, 'such type')} ${subject}, but cannot be used with ${setting}: ${reason} Other requirements of the pool exclude ${object} too.`;
}

function settingHere({ nodeClass }: CompiledPool, { pointer, setting }: WantedExclusion): Related[] {
  return nodeClass === undefined ? [] : writtenHere(originAt(nodeClass.origins, pointer), setting);
}

/** Another error names the very requirement that matches nothing, so this one would repeat it. */
function isExplained(compiled: CompiledPool, context: RuleContext): boolean {
  return (
    foreignValues(compiled, context).some(admitsNothing) ||
    wordBounds(compiled, context).length > 0 ||
    contradictions(compiled.pool, context.labels).some(({ culprit }) => context.labels.specs.has(culprit.key))
  );
}

/** "1363 types → 324 after `instance-category In [c]` → 0 after `instance-cpu Gt 999`", without steps that excluded nothing. */
function funnelText({ selection, table }: CompiledPool, ruledOut: readonly WantedExclusion[]): string {
  const steps = narrowing(selection.funnel).map((step) => `${step.after} after ${requirementText(step)}`);
  const hidden = steps.length - MAX_STEPS_IN_MESSAGE;
  const shown = hidden > 0 ? [...steps.slice(0, MAX_STEPS_IN_MESSAGE - 1), '…', ...steps.slice(-1)] : steps;
  return [`${selection.total} types`, ...exclusionSteps(selection, table, ruledOut), ...shown].join(' → ');
}

/** What settings of the node class leave, as far as they matter here. */
function exclusionSteps(
  { total, funnel }: PoolSelection,
  { exclusions = [] }: InstanceTable,
  ruledOut: readonly WantedExclusion[],
): string[] {
  const usable = funnel[0]?.before ?? total;
  const pointers = new Set(ruledOut.map(({ pointer }) => pointer));
  let left = usable + exclusions.reduce((sum, { types }) => sum + types.length, 0);
  return exclusions.flatMap(({ pointer, setting, types }) => {
    left -= types.length;
    return pointers.has(pointer) ? [`${left} with ${setting}`] : [];
  });
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
