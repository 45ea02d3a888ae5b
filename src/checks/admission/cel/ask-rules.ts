import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { type Correlation, counterpart } from '../values/correlation.ts';
import { duplicate, type Finding } from '../values/finding.ts';
import { badValue, goQuote } from '../values/go-text.ts';
import { childOf, type Path } from '../values/path.ts';
import { fromJson } from './from-json.ts';
import { trimSpace } from './library/texts.ts';
import type { CompiledRule, RuleNode } from './rules.ts';
import { CelError, CelOptional, type CelValue, NONE, NoOverload } from './values.ts';

const MAX_MESSAGE = 5 * 1024;

interface Visit {
  readonly value: JsonValue;
  /** Undefined where there is none, or none that corresponds. */
  readonly old: JsonValue | undefined;
  /** Whether there is an old object is not known. */
  readonly oldUnknown: boolean;
  readonly path: Path | undefined;
  /** What did not change is not refused anew; undefined without an old object. */
  readonly correlation: Correlation | undefined;
  /** The nearest part around this one that has a counterpart. */
  readonly around: Correlation | undefined;
}

/** Asks all rules of a node and of what is below it. */
export function askRules(node: RuleNode, visit: Visit): readonly Finding[] {
  const found: Finding[] = [];
  ask(node, visit, found);
  return found;
}

function ask(node: RuleNode, visit: Visit, found: Finding[]): void {
  const { value } = visit;
  if (value === null) return;
  if (node.rules.length > 0) askOwn(node, visit, found);
  for (const nested of node.allOf) ask(nested, { ...visit, correlation: undefined }, found);
  if (Array.isArray(value)) askItems(node, visit, value as readonly JsonValue[], found);
  else if (isJsonMap(value)) askProperties(node, visit, value, found);
}

function askItems(node: RuleNode, visit: Visit, items: readonly JsonValue[], found: Finding[]): void {
  const below = node.items;
  if (below === undefined) return;
  const old = Array.isArray(visit.old) ? (visit.old as readonly JsonValue[]) : [];
  items.forEach((value, index) => {
    const correlation = visit.correlation?.index(index);
    ask(
      below,
      { ...stepped(visit, index, correlation), value, old: counterpart(value, old, node.schema) },
      found,
    );
  });
}

function askProperties(node: RuleNode, visit: Visit, map: JsonMap, found: Finding[]): void {
  if (node.additional === undefined && node.properties.size === 0) return;
  const { mapType } = node.schema;
  const correlates = mapType === '' || mapType === 'granular' || mapType === 'atomic';
  for (const [key, value] of Object.entries(map)) {
    const below = node.properties.get(key) ?? node.additional;
    if (below === undefined) continue;
    const old =
      correlates && isJsonMap(visit.old) && Object.hasOwn(visit.old, key) ? visit.old[key] : undefined;
    ask(below, { ...stepped(visit, key, visit.correlation?.key(key)), value, old }, found);
  }
}

function stepped(
  visit: Visit,
  token: string | number,
  correlation: Correlation | undefined,
): Omit<Visit, 'value' | 'old'> {
  const { oldUnknown } = visit;
  return {
    path: childOf(visit.path, token),
    oldUnknown,
    correlation,
    around: visit.correlation ?? visit.around,
  };
}

function askOwn(node: RuleNode, visit: Visit, found: Finding[]): void {
  const old = visit.old ?? undefined;
  const type = node.schema.types.length === 1 ? (node.schema.types[0] ?? '') : '';
  let self: CelValue | undefined;
  let oldSelf: CelValue | undefined;
  for (const rule of node.rules) {
    const needsOld = !rule.source.optionalOldSelf || visit.oldUnknown;
    if (rule.expression.usesOldSelf && old === undefined && needsOld) continue;
    try {
      self ??= fromJson(visit.value, node.schema);
      if (old !== undefined && rule.expression.usesOldSelf) oldSelf ??= fromJson(old, node.schema);
      const given = oldFor(rule, oldSelf);
      if (rule.expression.evaluate(self, given) === true) continue;
      const finding = brokenRule(rule, visit, messageOf(rule, self, given), type);
      if (rule.expression.usesOldSelf || (visit.correlation ?? visit.around)?.unchanged() !== true)
        found.push(finding);
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      found.push(failedRule(rule, visit, error, type));
    }
  }
}

function oldFor({ source }: CompiledRule, oldSelf: CelValue | undefined): CelValue | undefined {
  if (!source.optionalOldSelf) return oldSelf;
  return oldSelf === undefined ? NONE : new CelOptional(oldSelf);
}

/** The message of the rule; one that goes wrong, is empty or has line breaks gives way to the fixed one. */
function messageOf(rule: CompiledRule, self: CelValue, oldSelf: CelValue | undefined): string {
  try {
    const made = rule.message?.evaluate(self, oldSelf);
    const text = typeof made === 'string' ? trimSpace(made) : '';
    if (text !== '' && !text.includes('\n') && text.length <= MAX_MESSAGE) return text;
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
  }
  const { message } = rule.source;
  return message === '' ? `failed rule: ${trimSpace(rule.source.rule)}` : trimSpace(message);
}

function brokenRule(rule: CompiledRule, visit: Visit, detail: string, type: string): Finding {
  const path = rule.fieldPath.reduce<Path | undefined>((at, name) => childOf(at, name), visit.path);
  const whole = type === 'object' || type === 'array';
  const value = whole ? '' : `: ${badValue(visit.value)}`;
  const messages: Readonly<Record<string, string>> = {
    FieldValueForbidden: `Forbidden: ${detail}`,
    FieldValueRequired: `Required value: ${detail}`,
    FieldValueDuplicate: whole ? 'Duplicate value' : duplicate(path, visit.value).message,
  };
  const message = messages[rule.source.reason] ?? `Invalid value${value}: ${detail}`;
  return { reason: 'rule', path, message, blocking: false, ...ruleOf(rule, visit) };
}

function failedRule(rule: CompiledRule, visit: Visit, error: CelError, type: string): Finding {
  const { source } = rule;
  const name = trimSpace(source.message === '' ? source.rule : source.message);
  const detail =
    error instanceof NoOverload
      ? `'${error.message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`
      : `${error.message} evaluating rule: ${name}`;
  const message = `Invalid value: ${goQuote(type)}: ${detail}`;
  return { reason: 'rule-failed', path: visit.path, message, blocking: false, ...ruleOf(rule, visit) };
}

function ruleOf(
  { source, expression }: CompiledRule,
  { old, path: at }: Visit,
): Pick<Finding, 'rule' | 'transition' | 'reads'> {
  const reads = expression.reads
    .filter((names) => names.length > 0)
    .map((names) => names.reduce<Path | undefined>((path, name) => childOf(path, name), at));
  const transition = expression.usesOldSelf && (old ?? undefined) !== undefined;
  return {
    rule: source.rule,
    ...(transition ? { transition } : {}),
    ...(reads.length > 0 ? { reads } : {}),
  };
}
