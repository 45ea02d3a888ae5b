import { jsonPointer } from '../diagnostics/json-pointer.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import type { SelectorRules } from '../model/provider.ts';
import { causeSource } from './cause-source.ts';
import { changeText } from './change-text.ts';
import type { Difference } from './differences.ts';
import type { ObjectPair } from './hashed-replacements.ts';
import type { Replacement, Replacements } from './replacement.ts';
import { selectedChange } from './selected-change.ts';

/**
 * What other selector terms of a node class mean for nodes. Terms act through what the cloud has; what the terms alone tell
 * is decided here, everything else is told as undecided.
 */
export function selectorReplacements(
  difference: Difference,
  pair: ObjectPair,
  selectors: readonly SelectorRules[],
): Replacements {
  const [field = ''] = difference.path;
  const rules = selectors.find((one) => one.field === field);
  // What other fields select shows in those that are known.
  if (rules === undefined) return { found: [], undecided: [] };
  const change = selectedChange(termsOf(difference.before), termsOf(difference.after), rules);
  const undecided = change.isUndecided ? [undecidedText(rules)] : [];
  const { scope } = change;
  if (scope === 'none') return { found: [], undecided };
  const path = jsonPointer('spec', ...difference.path);
  const found: Replacement = {
    cause: {
      kind: pair.after.kind,
      path,
      message: changeText({ ...difference, within: ['spec'] }),
      scope,
      reason: rules.reason,
      source: causeSource(difference, pair),
    },
    ...(scope === 'all' ? {} : { which: usingText(change.names, rules) }),
    concerns: concernsOf(scope, change.names, rules),
  };
  return { found: [found], undecided };
}

function termsOf(value: JsonValue | undefined): readonly JsonMap[] {
  return Array.isArray(value) ? value.filter(isJsonMap) : [];
}

function concernsOf(
  scope: 'all' | 'partial',
  names: readonly string[],
  { nodeLabel, capacityType }: SelectorRules,
): Replacement['concerns'] {
  if (scope === 'all') return () => true;
  return (node) => {
    if (node.basis === 'plan') {
      return capacityType === undefined || (node.capacityType ?? capacityType) === capacityType;
    }
    const value = nodeLabel === undefined ? undefined : node.labels[nodeLabel];
    if (nodeLabel === undefined) return true;
    return value !== undefined && names.includes(value);
  };
}

function usingText(names: readonly string[], { noun: [one, many] }: SelectorRules): string {
  const listed = names.map((name) => `\`${name}\``);
  const last = listed.at(-1) ?? '';
  return listed.length === 1
    ? `with ${one} ${last}`
    : `with ${many} ${listed.slice(0, -1).join(', ')} and ${last}`;
}

function undecidedText({ field, reason, noun: [one, many], replaces }: SelectorRules): string {
  const terms = `\`spec.${field}\``;
  const only = `Only the cloud knows which ${many} ${terms} find`;
  if (replaces === 'another set') {
    return `${only}: if they are not exactly the same as before, all nodes are replaced (${reason}).`;
  }
  if (replaces === 'not picked') {
    return `${only}: nodes with another ${one} than the newest that fits them are replaced (${reason}).`;
  }
  return `${only}: nodes with a ${one} that they find no more are replaced (${reason}).`;
}
