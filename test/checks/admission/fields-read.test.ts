import { describe, expect, it } from 'vitest';
import type { JsonMap } from '../../../src/diagnostics/json-value.ts';
import { compile, crdOf, objectOf } from './harness.ts';

const TEXT = { type: 'string' };
const SPEC: JsonMap = {
  type: 'object',
  properties: {
    weight: { type: 'integer' },
    'a-b': { type: 'integer' },
    labels: { type: 'object', additionalProperties: TEXT },
    list: { type: 'array', items: { type: 'object', properties: { key: TEXT } } },
    maps: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { size: { type: 'integer' } } },
    },
    any: { 'x-kubernetes-int-or-string': true },
    when: { type: 'string', format: 'date-time' },
  },
};

function compiled(rule: JsonMap) {
  const spec = { ...SPEC, 'x-kubernetes-validations': [{ message: 'no', ...rule }] };
  return compile(crdOf({ type: 'object', properties: { spec } }));
}

describe('a field that the schema does not have', () => {
  it.each([
    ['!has(self.wieght) || self.wieght < 3', 'wieght'],
    ['oldSelf.wieght == self.weight', 'wieght'],
    ['self.list.all(one, one.kye == "a")', 'kye'],
    ['self.list.filter(one, one.key == "a").exists(one, one.kye == "a")', 'kye'],
    ['self.list.map(one, one).all(one, has(one.kye))', 'kye'],
    ['self.list[0].kye == "a"', 'kye'],
    ['self.maps.all(key, self.maps[key].seize > 1)', 'seize'],
    ['self.maps.all(key, value, value.seize > 1)', 'seize'],
    ['self.maps["a"].seize > 1', 'seize'],
    ['self.?wieght.orValue(1) == 1', 'wieght'],
    ['self.?list.optMap(list, list.all(one, one.kye == "a")).orValue(true)', 'kye'],
  ])('makes that a rule is not asked: %s', (rule, name) => {
    expect(compiled({ rule }).problems).toEqual([
      {
        pointer: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/x-kubernetes-validations/0/rule',
        message: `The rule \`${rule}\` is not checked: undefined field '${name}'.`,
        fatal: false,
      },
    ]);
  });

  it.each([
    'self.a__dash__b < 3 && self.labels.anything == "a" && self.labels["b"] == "c"',
    'self.list.map(one, {"kye": one.key}).all(made, made.kye == "a")',
    'dyn(self).wieght == 1 || self.any.wieght == 1',
    'self.list.all(self, self.key == "a")',
  ])('is not seen in %s', (rule) => {
    expect(compiled({ rule }).problems).toEqual([]);
  });

  it('is told of a fieldPath, too', () => {
    const { problems } = compiled({ rule: 'self.weight < 3', fieldPath: '.wieght' });
    expect(problems.map(({ message }) => message)).toEqual([
      'The rule `self.weight < 3` is not checked: its fieldPath `.wieght` names no field.',
    ]);
  });
});

it('tells what a rule reads', () => {
  const { check } = compiled({
    rule: 'has(self.weight) && self.labels["a/b"] == "x" && self.list.all(one, one.key == "")',
  });
  const [refusal] = check.admit({ object: objectOf({ weight: 1, labels: {}, list: [] }) });
  expect(refusal?.reads).toEqual(['/spec/weight', '/spec/labels/a~1b', '/spec/list']);
});

it.each([
  ['2024-03-05T00:00:00+25:00', false],
  ['2024-03-05T00:00:00+24:60', true],
  ['2024-03-05T00:00:00,5Z', true],
  ['2024-03-05T00:00:00.5Z', true],
])('a rule reads the time %s as Go does: %s', (when, admitted) => {
  const { check } = compiled({ rule: 'self.when == self.when' });
  expect(check.admit({ object: objectOf({ when }) }).length === 0).toBe(admitted);
});

it('does not ask what is said of new objects where nobody knows whether one is new', () => {
  const { check } = compiled({ rule: 'oldSelf.hasValue() || self.weight < 3', optionalOldSelf: true });
  const object = objectOf({ weight: 5 });
  expect(check.admit({ object, oldUnknown: true })).toEqual([]);
  expect(check.admit({ object })).toMatchObject([{ reason: 'rule', message: 'Invalid value: no' }]);
  expect(check.admit({ object })[0]?.transition).toBeUndefined();
  expect(check.admit({ object, oldObject: object })).toEqual([]);
});
