import { expect, it } from 'vitest';
import type { JsonMap } from '../../../src/diagnostics/json-value.ts';
import { compile, crdOf, objectOf, readLines } from './harness.ts';

const TEXT = { type: 'string' };
const INTEGER = { type: 'integer' };
const PROPERTIES: JsonMap = {
  s: TEXT,
  p: TEXT,
  none: TEXT,
  nullable: { type: 'string', nullable: true },
  i: INTEGER,
  d: { type: 'number' },
  nan: { type: 'number' },
  bo: { type: 'boolean' },
  l: { type: 'array', items: INTEGER },
  el: { type: 'array', items: INTEGER },
  ls: { type: 'array', items: TEXT },
  m: { type: 'object', additionalProperties: TEXT },
  o: { type: 'object', properties: { a: INTEGER } },
  t: { type: 'string', format: 'date-time' },
  da: { type: 'string', format: 'date' },
  du: { type: 'string', format: 'duration' },
  b: { type: 'string', format: 'byte' },
  set: { type: 'array', 'x-kubernetes-list-type': 'set', items: TEXT },
  lm: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['n'],
    items: { type: 'object', required: ['n'], properties: { n: TEXT, v: INTEGER } },
  },
  ios: { 'x-kubernetes-int-or-string': true },
  ioss: { 'x-kubernetes-int-or-string': true },
  emb: {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  },
  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { known: TEXT } },
  esc: { type: 'object', properties: { 'a-b': INTEGER, if: INTEGER } },
};
const SPEC: JsonMap = {
  s: 'hello',
  p: 'h.*o',
  nullable: null,
  i: 7,
  d: 2,
  nan: 1,
  bo: true,
  l: [3, 1, 2],
  el: [],
  ls: ['a', 'bb'],
  m: { k: 'v' },
  o: {},
  t: '2021-01-01T00:00:00Z',
  da: '2021-01-01',
  du: '90m',
  b: 'YWJj',
  set: ['a', 'b'],
  lm: [
    { n: 'x', v: 1 },
    { n: 'y', v: 2 },
  ],
  ios: 5,
  ioss: '5%',
  emb: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } },
  free: { known: 'a', other: 1 },
  esc: { 'a-b': 1, if: 2 },
};

/** `true`, `false`, how evaluating goes wrong, or why the rule is not asked. */
function answer(rule: string): string {
  const spec = {
    type: 'object',
    properties: PROPERTIES,
    'x-kubernetes-validations': [{ rule, message: 'no' }],
  };
  const { check, problems } = compile(crdOf({ type: 'object', properties: { spec } }));
  const [problem] = problems;
  if (problem !== undefined) return problem.message.slice(problem.message.indexOf('is not checked'));
  const [refusal] = check.admit({ object: objectOf(SPEC) });
  if (refusal === undefined) return 'true';
  return refusal.reason === 'rule' ? 'false' : refusal.message.replace(' evaluating rule: no', '');
}

/**
 * kube-apiserver 1.36.3 answers the same (true, false or an error, whose words may differ) where it takes the rule: it checks
 * types and costs before.
 */
it('evaluates expressions as an API server does', async () => {
  const told = readLines('expressions.txt').map((rule) => `${rule}\n  ${answer(rule)}\n`);
  await expect(told.join('')).toMatchFileSnapshot('golden/expressions.txt');
});
