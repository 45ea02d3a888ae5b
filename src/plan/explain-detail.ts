import type { JsonValue } from '../diagnostics/json-value.ts';
import { Requirement } from '../kubernetes/requirement.ts';
import type { Obstacle } from '../packer/explain/step.ts';
import type { Change } from '../packer/explain/relax/change.ts';

/** The facts of an obstacle for programs: amounts as exact text in billionths of the unit, requirements written out. */
export function detailOf(obstacle: Obstacle): JsonValue {
  const { kind: _kind, ...facts } = obstacle;
  return plain(facts);
}

/** The facts of a change, likewise. */
export function changeDetail(change: Change): JsonValue {
  const { kind: _kind, ...facts } = change;
  return plain(facts);
}

function plain(value: unknown): JsonValue {
  if (typeof value === 'bigint') return `${value}`;
  if (value instanceof Requirement) return requirementJson(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    return Object.fromEntries(entries.map(([key, one]) => [key, plain(one)]));
  }
  return value as JsonValue;
}

function requirementJson(requirement: Requirement): JsonValue {
  const { key, values, gte, lte, minValues } = requirement;
  return {
    key,
    operator: requirement.operator(),
    ...(values.size === 0 ? {} : { values: [...values].sort() }),
    ...(gte === undefined ? {} : { gte: `${gte}` }),
    ...(lte === undefined ? {} : { lte: `${lte}` }),
    ...(minValues === undefined ? {} : { minValues }),
  };
}
