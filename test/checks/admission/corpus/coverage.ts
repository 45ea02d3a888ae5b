import type { Cause, RecordedCase } from './case.ts';
import { baseOf, crdOf } from './corpus.ts';
import { edited } from './edit.ts';
import { type Rule, schemaOf, type Schema } from './schema.ts';
import { placeOf, placesOf, type Target, targetsOf } from './targets.ts';

export interface Covered extends Target {
  readonly crd: string;
  /** Recorded cases that the server refuses because of it. */
  readonly failing: number;
  /** Recorded cases that use the place and are admitted. */
  readonly passing: number;
}

const keyOf = (path: string, keyword: string, rule?: Rule): string =>
  `${path} ${keyword} ${rule?.rule ?? ''}`;

/** What refuses and what passes at each keyword and rule of the CRDs. */
export function coverageOf(recording: readonly RecordedCase[]): Covered[] {
  return [...new Set(recording.map((one) => one.crd))].flatMap((crd) => {
    const schema = schemaOf(crdOf(crd));
    const targets = targetsOf(schema);
    const failing = new Map<string, number>();
    const passing = new Map<string, number>();
    const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const one of recording) {
      if (one.crd !== crd) continue;
      if (one.verdict.admitted) for (const key of passedBy(one, schema, targets)) count(passing, key);
      for (const key of new Set(one.verdict.causes.flatMap((cause) => blamedBy(cause, schema, targets))))
        count(failing, key);
    }
    return targets.map((target) => {
      const key = keyOf(target.path, target.keyword, target.rule);
      return { ...target, crd, failing: failing.get(key) ?? 0, passing: passing.get(key) ?? 0 };
    });
  });
}

function passedBy(one: RecordedCase, schema: Schema, targets: readonly Target[]): string[] {
  const base = baseOf(one.crd, one.base);
  const now = placesOf(schema, edited(base, one.edits));
  const before = one.before === undefined ? undefined : placesOf(schema, edited(base, one.before));
  return targets
    .filter(
      ({ path, rule }) =>
        now.has(path) &&
        (rule === undefined ||
          !rule.rule.includes('oldSelf') ||
          rule.optionalOldSelf === true ||
          before?.has(path) === true),
    )
    .map(({ path, keyword, rule }) => keyOf(path, keyword, rule));
}

const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/should match/, 'pattern'],
  [/at least \d+ chars/, 'minLength'],
  [/should be greater than/, 'minimum'],
  [/should be less than/, 'maximum'],
  [/should have at least \d+ items/, 'minItems'],
  [/should have at least \d+ properties/, 'minProperties'],
  [/multiple of|MultipleOf/, 'multipleOf'],
  [/with format (int32|float|double|int64)/, 'format'],
];

function blamedBy(cause: Cause, schema: Schema, targets: readonly Target[]): string[] {
  const field = cause.field === '<nil>' ? (/ in ([^\s]+)$/.exec(cause.message)?.[1] ?? '') : cause.field;
  const path = placeOf(schema, field);
  const parent = path.split('.').slice(0, -1).join('.');
  const name = path.slice(parent.length === 0 ? 0 : parent.length + 1);
  switch (cause.reason) {
    case 'UnknownField':
      return [keyOf(parent, 'unknown')];
    case 'FieldValueNotSupported':
      return [keyOf(path, 'enum')];
    case 'FieldValueTypeInvalid':
      // With a format, the message names that, whatever is wrong.
      return [keyOf(path, 'type'), keyOf(path, 'format')];
    case 'FieldValueTooMany':
      return [keyOf(path, 'maxItems'), keyOf(path, 'maxProperties')];
    case 'FieldValueTooLong':
      return [keyOf(path, 'maxLength')];
    default:
  }
  const keyword = TEXTS.find(([text]) => text.test(cause.message))?.[1];
  const rules = targets.filter(
    (target) => target.rule !== undefined && blames(target.rule, target.path, path, cause.message),
  );
  if (rules.length > 0) return rules.map((target) => keyOf(target.path, 'rule', target.rule));
  if (cause.reason === 'FieldValueRequired') return [keyOf(parent, `required:${name}`)];
  if (cause.reason === 'FieldValueDuplicate') return [keyOf(path.replace(/\.\*$/, ''), 'duplicate')];
  return keyword === undefined ? [] : [keyOf(path, keyword)];
}

function blames(rule: Rule, at: string, path: string, message: string): boolean {
  const inside = rule.fieldPath === undefined ? path === at : path.startsWith(at);
  if (!inside) return false;
  if (rule.message !== undefined && message.endsWith(rule.message)) return true;
  const flat = rule.rule.replaceAll(/\s+/g, ' ').trim();
  if (message.includes('evaluating rule')) return message.includes(rule.message ?? flat);
  if (rule.messageExpression !== undefined && !message.includes('failed rule'))
    return !message.includes('in body');
  return rule.message === undefined && message.replaceAll(/\s+/g, ' ').endsWith(`failed rule: ${flat}`);
}
