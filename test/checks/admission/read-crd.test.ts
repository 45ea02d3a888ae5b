import { assert, jsonValue, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdmissionCheck } from '../../../src/checks/admission/admission-check.ts';
import { readCrd } from '../../../src/checks/admission/read-crd.ts';
import type { JsonMap, JsonValue } from '../../../src/diagnostics/json-value.ts';
import { compile, crdOf, objectOf } from './harness.ts';

const SEED = 20_261_122;

function nested(levels: number): JsonMap {
  let schema: JsonMap = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { type: 'object', properties: { a: schema } };
  return schema;
}

describe('a CustomResourceDefinition', () => {
  it('is told from other objects', () => {
    expect(readCrd({ apiVersion: 'v1', kind: 'ConfigMap' })).toEqual({ problems: [] });
    expect(readCrd(null)).toEqual({ problems: [] });
    expect(readCrd({ apiVersion: 'example.com/v1', kind: 'CustomResourceDefinition' })).toEqual({
      problems: [],
    });
  });

  it('of an old API version is a fatal problem', () => {
    const { crd, problems } = readCrd({
      apiVersion: 'apiextensions.k8s.io/v1beta1',
      kind: 'CustomResourceDefinition',
    });
    expect(crd).toBeUndefined();
    expect(problems).toEqual([expect.objectContaining({ pointer: '/apiVersion', fatal: true })]);
  });

  it('has the versions that are served', () => {
    const { spec } = crdOf({ type: 'object' }) as { spec: JsonMap };
    const [version] = spec['versions'] as readonly JsonMap[];
    const versions = [{ ...version, name: 'v0', served: false }, version ?? {}];
    const { crd } = readCrd({ ...crdOf({}), spec: { ...spec, versions } });
    expect([...(crd?.versions.keys() ?? [])]).toEqual(['v1']);
    expect(crd?.versions.get('v1')?.schemaPointer).toBe('/spec/versions/1/schema/openAPIV3Schema');
  });

  it('tells what of it is not checked, and checks the rest', () => {
    const { check, problems } = compile(
      crdOf({
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: {
              ahead: { type: 'string', pattern: '^(?!x)' },
              odd: { type: 'text' },
              linked: { $ref: '#/definitions/x' },
            },
            'x-kubernetes-validations': [
              { rule: 'nope(self)' },
              { rule: 'self.a +' },
              { rule: "self.ahead == 'a'", messageExpression: 'nope()' },
            ],
          },
        },
      }),
    );
    expect(
      problems.map(({ pointer, message }) => `${pointer.split('/openAPIV3Schema')[1]}: ${message}`),
    ).toEqual([
      '/properties/spec/properties/ahead/pattern: The pattern `^(?!x)` has a lookahead or lookbehind, which RE2 does not know; values are not compared with it.',
      '/properties/spec/properties/odd/type: Not a type of a schema; any value is admitted here.',
      '/properties/spec/properties/linked: `$ref` is not part of a structural schema; it is not checked.',
      "/properties/spec/x-kubernetes-validations/0/rule: The rule `nope(self)` is not checked: undeclared reference to 'nope' (1 argument).",
      '/properties/spec/x-kubernetes-validations/1/rule: The rule `self.a +` is not checked: Unexpected token: EOF.',
      "/properties/spec/x-kubernetes-validations/2/messageExpression: The message `nope()` is not evaluated: undeclared reference to 'nope' (0 arguments).",
    ]);
    expect(problems.every((problem) => !problem.fatal)).toBe(true);
    expect(check.admit({ object: objectOf({ ahead: 'b' }) })).toMatchObject([
      { reason: 'rule', pointer: '/spec' },
    ]);
  });

  it('may go on too deep', () => {
    expect(compile(crdOf(nested(100))).problems).toEqual([]);
    const { problems } = compile(crdOf(nested(5_000)));
    expect(problems).toEqual([expect.objectContaining({ fatal: true })]);
  });

  it('does not break on anything', () => {
    assert(
      property(jsonValue(), jsonValue(), (schema, object) => {
        const given = schema as JsonValue;
        readCrd(given);
        const { crd } = readCrd(crdOf(given));
        if (crd === undefined) return;
        const { check } = createAdmissionCheck(crd, 'v1');
        check.admit({ object: objectOf(object as JsonValue) });
        check.admit({ object: object as JsonValue, oldObject: given });
        check.withDefaults(object as JsonValue);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('refuses an object that goes on too deep', () => {
    let value: JsonValue = 1;
    for (let level = 0; level < 600; level += 1) value = [value];
    const { check } = compile(crdOf({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }));
    expect(check.admit({ object: objectOf(value) })).toMatchObject([{ reason: 'value', pointer: '' }]);
  });
});
