import type { JsonValue } from '../../../../../src/diagnostics/json-value.ts';
import type { Case } from '../case.ts';
import type { Edit } from '../edit.ts';
import type { Rule, Schema } from '../schema.ts';
import type { ScratchKind } from './index.ts';
import { scratchCrd } from './scratch-crd.ts';

const RULES = 'x-kubernetes-validations';
const int = (...rules: readonly Rule[]): Schema => ({
  type: 'integer',
  ...(rules.length > 0 ? { [RULES]: rules } : {}),
});
const text = (...rules: readonly Rule[]): Schema => ({
  type: 'string',
  maxLength: 100,
  ...(rules.length > 0 ? { [RULES]: rules } : {}),
});

const positive: Rule = { rule: 'self > 0' };
const immutable: Rule = { rule: 'self == oldSelf', message: 'may not change' };
const item: Schema = {
  type: 'object',
  properties: { name: text(), value: int(immutable) },
  required: ['name'],
};

const spec: Schema = {
  type: 'object',
  [RULES]: [
    { rule: 'self.a > 0 || !has(self.b)', message: 'b needs a positive a', fieldPath: '.b' },
    {
      rule: '!has(self.pair) || self.pair.x < self.pair.y',
      messageExpression: 'self.pair.x > 5 ? "x is big" : "x is small"',
      fieldPath: '.pair.x',
      reason: 'FieldValueForbidden',
    },
    { rule: '!has(self.once) || has(oldSelf.once)', message: 'once may not come later' },
    { rule: 'has(self.kept) || !has(oldSelf.kept)', message: 'kept may not go' },
    {
      rule: '!has(self.list) || self.list.all(x, x.name != "forbidden")',
      fieldPath: '.list',
      message: 'forbidden',
    },
    {
      rule: "!has(self.map) || !('x' in self.map) || self.map['x'] != 'bad'",
      fieldPath: ".map['x']",
      message: 'bad x',
    },
  ],
  properties: {
    a: int(),
    b: int(),
    pair: { type: 'object', properties: { x: int(), y: int() }, required: ['x', 'y'] },
    once: text(),
    kept: text(),
    plain: int(positive),
    two: int({ rule: 'self > 0', message: 'above 0' }, { rule: 'self > 5', message: 'above 5' }),
    expression: text({ rule: 'self != "0"', messageExpression: '"is " + self' }),
    failing: text({
      rule: 'self != "0" && self != "1"',
      messageExpression: '10 / int(self) > 0 ? "is positive" : "is negative"',
      message: 'the message',
    }),
    failingAlone: text({
      rule: 'self != "0" && self != "1"',
      messageExpression: '10 / int(self) > 0 ? "is positive" : "is negative"',
    }),
    emptyExpression: int({ rule: 'self > 0', messageExpression: '""', message: 'the message' }),
    lines: int({ rule: 'self > 0', messageExpression: '"two\\nlines"' }),
    multiline: int({ rule: 'self > 0 &&\nself < 10', message: 'from 1 to 9' }),
    invalid: int({ rule: 'self > 0', message: 'no', reason: 'FieldValueInvalid' }),
    forbidden: int({ rule: 'self > 0', message: 'no', reason: 'FieldValueForbidden' }),
    required: int({ rule: 'self > 0', message: 'no', reason: 'FieldValueRequired' }),
    duplicate: int({ rule: 'self > 0', message: 'no', reason: 'FieldValueDuplicate' }),
    fixed: text(immutable),
    growing: int({
      rule: 'self >= oldSelf',
      messageExpression: 'oldSelf - self > 5 ? "may not sink so far" : "may not sink"',
    }),
    optional: text({
      rule: 'oldSelf.hasValue() || self == "new"',
      optionalOldSelf: true,
      message: 'starts as new',
    }),
    optionalOrSame: text({ rule: 'oldSelf.orValue(self) == self', optionalOldSelf: true, message: 'stays' }),
    list: {
      type: 'array',
      maxItems: 10,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: item,
      [RULES]: [{ rule: 'self.all(x, oldSelf.exists(y, y.name == x.name))', message: 'nothing new' }],
    },
    atomic: {
      type: 'array',
      maxItems: 10,
      'x-kubernetes-list-type': 'atomic',
      items: { type: 'object', properties: { name: text(), value: int(positive) } },
    },
    set: {
      type: 'array',
      maxItems: 10,
      'x-kubernetes-list-type': 'set',
      items: text({ rule: 'self != "bad"' }),
      [RULES]: [{ rule: 'self == ["a", "b"] || self.size() > 2' }],
    },
    sameSet: {
      type: 'array',
      maxItems: 10,
      'x-kubernetes-list-type': 'set',
      items: text(),
      [RULES]: [immutable],
    },
    sameMap: {
      type: 'array',
      maxItems: 10,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', properties: { name: text(), v: int() }, required: ['name'] },
      [RULES]: [immutable],
    },
    map: {
      type: 'object',
      maxProperties: 10,
      additionalProperties: text({ rule: 'self.size() < 5' }, immutable),
    },
    defaulted: { type: 'integer', default: 3, [RULES]: [{ rule: 'self == 3 || self == 4' }] },
    union: {
      type: 'object',
      properties: { type: { type: 'string', enum: ['A', 'B'] }, a: text(), b: text() },
      required: ['type'],
      [RULES]: [{ rule: 'self.type == "A" ? has(self.a) : !has(self.a)', message: 'a only for A' }],
    },
    'with-dash': int(positive),
    names: {
      type: 'object',
      properties: {
        'a-b': int(),
        'a.b': int(),
        'a/b': int(),
        a__b: int(),
        namespace: int(),
        in: int(),
        self: int(),
        _x: int(),
      },
      [RULES]: [
        { rule: '!has(self.a__dash__b) || self.a__dash__b > 0' },
        { rule: '!has(self.a__dot__b) || self.a__dot__b > 0' },
        { rule: '!has(self.a__slash__b) || self.a__slash__b > 0' },
        { rule: '!has(self.a__underscores__b) || self.a__underscores__b > 0' },
        { rule: '!has(self.__namespace__) || self.__namespace__ > 0' },
        { rule: '!has(self.__in__) || self.__in__ > 0' },
        { rule: '!has(self.self) || self.self > 0' },
        { rule: '!has(self._x) || self._x > 0' },
      ],
    },
    nullable: { type: 'string', nullable: true, maxLength: 10, [RULES]: [{ rule: 'self == "x"' }] },
    open: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { a: int() },
      [RULES]: [{ rule: 'has(self.a)' }],
    },
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
      [RULES]: [{ rule: 'self.kind == "Pod" && self.metadata.name.startsWith("a")' }],
    },
    nestedTwice: {
      type: 'object',
      [RULES]: [{ rule: 'self.in1.x > 0' }],
      properties: { in1: { type: 'object', properties: { x: int(positive) }, required: ['x'] } },
      required: ['in1'],
    },
  },
};

/** Rules over the whole object: what of the metadata a rule can see. */
const topRule: Schema = {
  type: 'object',
  maxProperties: 5,
  additionalProperties: { type: 'string', maxLength: 20 },
};

const set = (field: string, ...values: readonly JsonValue[]): Case[] =>
  values.map((value) => ({
    title: `${field} ${JSON.stringify(value).slice(0, 90)}`,
    base: 'plain',
    edits: [[`/spec/${field}`, value]],
  }));
const turn = (title: string, before: readonly Edit[], ...edits: readonly Edit[]): Case => ({
  title: `change: ${title}`,
  base: 'plain',
  before,
  edits,
});
const at = (field: string, from: JsonValue | undefined, to: JsonValue | undefined): Case =>
  turn(
    `${field} ${JSON.stringify(from) ?? 'absent'} to ${JSON.stringify(to) ?? 'absent'}`,
    from === undefined ? [] : [[`/spec/${field}`, from]],
    to === undefined ? [`/spec/${field}`] : [`/spec/${field}`, to],
  );

export const RULES_KIND: ScratchKind = {
  name: 'rules',
  crd: scratchCrd('Rules', spec, { rest: topRule }),
  bases: { plain: { spec: { a: 1 } } },
  cases: [
    ...set('a', 0, 1),
    ...set('b', 1),
    { title: 'b without a', base: 'plain', edits: [['/spec', { b: 1 }]] },
    { title: 'b and a 0', base: 'plain', edits: [['/spec', { a: 0, b: 1 }]] },
    { title: 'neither a nor b', base: 'plain', edits: [['/spec', {}]] },
    ...set('pair', { x: 1, y: 2 }, { x: 2, y: 1 }, { x: 1 }, { x: 'a', y: 2 }),
    ...set('plain', 0, 1, -1, 'x'),
    ...set('two', 0, 3, 6),
    ...set('expression', '0', '1'),
    ...set('failing', '0', '1', '2'),
    ...set('failingAlone', '0', '1', '2'),
    ...set('emptyExpression', 0, 1),
    ...set('lines', 0, 1),
    ...set('multiline', 0, 5, 10),
    ...set('invalid', 0, 1),
    ...set('forbidden', 0, 1),
    ...set('required', 0, 1),
    ...set('duplicate', 0, 1),
    ...set('once', 'x'),
    ...set('fixed', 'x'),
    ...set('growing', 5),
    ...set('optional', 'new', 'old'),
    ...set('optionalOrSame', 'x'),
    ...set('list', [{ name: 'a', value: 1 }], [{ name: 'forbidden' }], [{ name: 'a' }, { name: 'a' }]),
    ...set('atomic', [{ value: 0 }, { value: 1 }, { value: -1 }], [{}]),
    ...set('set', ['a', 'b'], ['b', 'a'], ['a'], ['a', 'bad'], ['a', 'b', 'c']),
    ...set('map', { a: 'xxxx' }, { a: 'xxxxx' }, { x: 'bad' }, { 'a/b.c': 'xxxxx', "it's": 'xxxxx' }),
    ...set('defaulted', 3, 4, 5, null),
    ...set('union', { type: 'A' }, { type: 'A', a: 'x' }, { type: 'B', a: 'x' }, { type: 'C' }, {}),
    ...set('with-dash', 0, 1),
    ...['a-b', 'a.b', 'a~1b', 'a__b', 'namespace', 'in', 'self', '_x'].flatMap((name) =>
      set(`names/${name}`, 0, 1),
    ),
    ...set('nullable', null, 'x', 'y'),
    ...set('open', {}, { a: 1 }, { b: 1 }, { a: 'x' }),
    ...set(
      'embedded',
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } },
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' } },
      { apiVersion: 'v1', kind: 'Pod' },
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } },
    ),
    ...set('nestedTwice', { in1: { x: 0 } }, { in1: { x: 1 } }, { in1: {} }, {}),
    {
      title: 'a rule and a wrong type',
      base: 'plain',
      edits: [
        ['/spec/plain', 0],
        ['/spec/two', 'x'],
      ],
    },
    {
      title: 'a rule and an enum outsider',
      base: 'plain',
      edits: [
        ['/spec/plain', 0],
        ['/spec/union', { type: 'C' }],
      ],
    },
    {
      title: 'a rule and a missing field',
      base: 'plain',
      edits: [
        ['/spec/plain', 0],
        ['/spec/union', {}],
      ],
    },
    {
      title: 'a rule and a long text',
      base: 'plain',
      edits: [
        ['/spec/plain', 0],
        ['/spec/fixed', 'x'.repeat(101)],
      ],
    },
    {
      title: 'a rule and a bad name',
      base: 'plain',
      edits: [
        ['/spec/plain', 0],
        ['/metadata/name', 'A'],
      ],
    },
    {
      title: 'a rule and an unknown field',
      base: 'plain',
      edits: [
        ['/spec/plain', 0],
        ['/spec/unknownField', 1],
      ],
    },
    {
      title: 'a rule and a duplicate',
      base: 'plain',
      edits: [
        ['/spec/plain', 0],
        ['/spec/set', ['a', 'a', 'b']],
      ],
    },
    at('once', undefined, 'x'),
    at('once', 'x', 'y'),
    at('once', 'x', undefined),
    at('kept', 'x', undefined),
    at('kept', undefined, 'x'),
    at('kept', 'x', 'y'),
    at('fixed', 'x', 'y'),
    at('fixed', 'x', 'x'),
    at('fixed', undefined, 'x'),
    at('fixed', 'x', undefined),
    at('growing', 1, 2),
    at('growing', 2, 1),
    at('growing', 2, 2),
    at('optional', undefined, 'new'),
    at('optional', undefined, 'old'),
    at('optional', 'new', 'old'),
    at('optional', 'new', undefined),
    at('optionalOrSame', 'x', 'y'),
    at('optionalOrSame', undefined, 'y'),
    at('list', [{ name: 'a', value: 1 }], [{ name: 'a', value: 2 }]),
    at(
      'list',
      [
        { name: 'a', value: 1 },
        { name: 'b', value: 2 },
      ],
      [
        { name: 'b', value: 2 },
        { name: 'a', value: 1 },
      ],
    ),
    at('list', [{ name: 'a', value: 1 }], [{ name: 'b', value: 2 }]),
    at('list', [{ name: 'a', value: 1 }], [{ name: 'a' }]),
    at('list', [{ name: 'a' }], [{ name: 'a', value: 2 }]),
    at(
      'list',
      [
        { name: 'a', value: 1 },
        { name: 'b', value: 1 },
      ],
      [{ name: 'b', value: 3 }],
    ),
    at('atomic', [{ value: 1 }], [{ value: 2 }]),
    at('sameSet', ['a', 'b'], ['b', 'a']),
    at('sameSet', ['a', 'b'], ['a']),
    at('sameMap', [{ name: 'a', v: 1 }, { name: 'b' }], [{ name: 'b' }, { name: 'a', v: 1 }]),
    at('sameMap', [{ name: 'a', v: 1 }], [{ name: 'a', v: 2 }]),
    at('map', { a: 'x' }, { a: 'y' }),
    at('map', { a: 'x' }, { b: 'y' }),
    at('map', { a: 'x' }, { a: 'x', b: 'y' }),
    at('defaulted', 4, undefined),
    at('defaulted', undefined, 4),
    turn('nothing', []),
    turn('a', [], ['/spec/a', 5]),
    turn('spec', [], ['/spec', {}]),
    turn('a name', [], ['/metadata/labels', { x: 'y' }]),
    turn('a rule breaks', [], ['/spec/plain', 0]),
    turn('a rule breaks elsewhere', [['/spec/plain', 1]], ['/spec/two', 0]),
    turn('a wrong type', [['/spec/fixed', 'x']], ['/spec/fixed', 5]),
    turn('a wrong type and a change', [['/spec/fixed', 'x']], ['/spec/fixed', 'y'], ['/spec/plain', 'x']),
  ],
};

/** A rule at the top sees kind, apiVersion and the name. */
export const TOP_KIND: ScratchKind = {
  name: 'top',
  crd: (() => {
    const crd = scratchCrd(
      'Tops',
      { type: 'object', properties: { name: text() } },
      { size: { type: 'integer' } },
    );
    const schema = crd.spec.versions[0]?.schema.openAPIV3Schema as { [key: string]: unknown };
    schema[RULES] = [
      {
        rule: '!has(self.spec) || !has(self.spec.name) || self.spec.name == self.metadata.name',
        message: 'the names differ',
      },
      { rule: "self.kind == 'Tops' && self.apiVersion.endsWith('/v1')", message: 'kind' },
      {
        rule: "!has(self.metadata.generateName) || self.metadata.generateName == 'case-'",
        message: 'generateName',
      },
      { rule: '!has(self.size) || self.size <= oldSelf.size', message: 'may not grow' },
    ] satisfies Rule[];
    schema['required'] = ['spec'];
    return crd;
  })(),
  bases: { full: { spec: { name: 'case' }, size: 5 } },
  cases: [
    { title: 'another name', base: 'full', edits: [['/spec/name', 'other']] },
    { title: 'another name of the object', base: 'full', edits: [['/metadata/name', 'other']] },
    { title: 'generateName', base: 'full', edits: [['/metadata/generateName', 'case-']] },
    { title: 'another generateName', base: 'full', edits: [['/metadata/generateName', 'x-']] },
    { title: 'no spec', base: 'full', edits: [['/spec']] },
    { title: 'change: grows', base: 'full', before: [], edits: [['/size', 6]] },
    { title: 'change: shrinks', base: 'full', before: [], edits: [['/size', 4]] },
    { title: 'change: size comes', base: 'full', before: [['/size']], edits: [] },
    { title: 'change: size goes', base: 'full', before: [], edits: [['/size']] },
    { title: 'change: size is of a wrong type', base: 'full', before: [], edits: [['/size', 'x']] },
  ],
};
