import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requirementOf } from '../../src/kubernetes/requirement.ts';
import { Requirements } from '../../src/kubernetes/requirements.ts';
import sets from './data/requirement-sets.json' with { type: 'json' };
import { canonical, fromRecord, requirementInputs } from './requirement-harness.ts';

const NONE: ReadonlySet<string> = new Set();
const WELL_KNOWN: ReadonlySet<string> = new Set(['example.com/known']);

describe('recorded requirement sets', () => {
  it('has all 376 of them', () => {
    expect(sets).toHaveLength(376);
  });

  it.each(sets.map((set, i) => [i, set] as const))('number %i', (_i, set) => {
    const node = Requirements.of(set.node.map((input) => fromRecord(set.key, input)));
    const incoming = Requirements.of(set.incoming.map((input) => fromRecord(set.key, input)));
    expect({
      intersects: node.intersects(incoming),
      compatibleStrict: node.compatible(incoming, { allowUndefined: NONE }),
      compatibleAllowWellKnown: node.compatible(incoming, { allowUndefined: WELL_KNOWN }),
    }).toEqual({
      intersects: set.intersects,
      compatibleStrict: set.compatibleStrict,
      compatibleAllowWellKnown: set.compatibleAllowWellKnown,
    });
  });
});

const requirementSet = fc
  .array(requirementInputs(fc.constantFrom('x', 'y', 'z')), { maxLength: 6 })
  .map((inputs) => inputs.map((input) => requirementOf(input)));

function canonicalSet(requirements: Requirements): readonly object[] {
  return [...requirements.entries()]
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map((requirement) => canonical(requirement));
}

describe('Requirements', () => {
  it('does not depend on the order of addition', () => {
    fc.assert(
      fc.property(requirementSet, (requirements) => {
        const forward = Requirements.of(requirements);
        const backward = Requirements.of(requirements.toReversed());
        expect(canonicalSet(forward)).toEqual(canonicalSet(backward));
      }),
    );
  });

  it('intersects both ways alike, and adding in steps is adding at once', () => {
    fc.assert(
      fc.property(requirementSet, requirementSet, (first, second) => {
        const a = Requirements.of(first);
        const b = Requirements.of(second);
        expect(a.intersects(b)).toBe(b.intersects(a));
        expect(a.conflicts(b).length === 0).toBe(a.intersects(b));
        expect(a.conflicts(b).toSorted()).toEqual(b.conflicts(a).toSorted());
        expect(canonicalSet(a.add(second))).toEqual(canonicalSet(Requirements.of([...first, ...second])));
        if (a.compatible(b, { allowUndefined: NONE })) expect(a.intersects(b)).toBe(true);
      }),
    );
  });

  it('leaves the set it adds to as it was', () => {
    const before = Requirements.of([requirementOf({ key: 'x', operator: 'Exists' })]);
    const after = before.add([requirementOf({ key: 'x', operator: 'In', values: ['a'] })]);
    expect(before.get('x').operator()).toBe('Exists');
    expect(after.get('x').operator()).toBe('In');
  });

  it('allows everything on an absent key', () => {
    expect(Requirements.empty.get('x').has('anything')).toBe(true);
    expect(Requirements.empty.has('x')).toBe(false);
  });
});
