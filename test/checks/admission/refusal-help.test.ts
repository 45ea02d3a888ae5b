import { describe, expect, it } from 'vitest';
import { refusalFindings } from '../../../src/checks/admission/refusal-finding.ts';
import type { JsonMap, JsonValue } from '../../../src/diagnostics/json-value.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { compile, crdOf, objectOf } from './harness.ts';

const RULE = { 'x-kubernetes-validations': [{ rule: 'self < 3', message: 'too many' }] };
const PROPERTIES: JsonMap = {
  a: { type: 'integer', default: 5, ...RULE },
  b: { type: 'integer', minimum: 1 },
  c: { type: 'string', enum: ['x'] },
};

/** The help of every finding about an object with such a spec. */
function helps(spec: JsonValue, properties = PROPERTIES): readonly (string | undefined)[] {
  const { check } = compile(crdOf({ type: 'object', properties: { spec: { type: 'object', properties } } }));
  const object = objectOf(spec);
  const source = new Source('odd.yaml', 'kind: Odd\n');
  const place = () => ({ span: { source, start: 0, end: 4 } });
  const refusals = check.admit({ object });
  return refusalFindings([{ object, place, crd: '`v1` in odd.yaml', refusals }]).map(({ help }) => help);
}

describe('the help of a refusal', () => {
  it('says where a value comes from that nobody wrote', () => {
    const help =
      "The rule is `self < 3`. The CRD's default supplies the value. So says the CRD `v1` in odd.yaml.";
    expect(helps({})).toEqual([help]);
    expect(helps({ a: null })).toEqual([help]);
    expect(helps({ a: 6 })).toEqual(['The rule is `self < 3`. So says the CRD `v1` in odd.yaml.']);
  });

  it('says that rules wait for what has to be mended first', () => {
    const waiting = 'So says the CRD `v1` in odd.yaml. Its rules are asked once this is mended.';
    expect(helps({ a: 'text' })).toEqual([waiting]);
    expect(helps({ a: 6, c: 'y' })).toEqual([waiting]);
    expect(helps({ a: 1, b: 0 })).toEqual(['So says the CRD `v1` in odd.yaml.']);
    expect(helps({ c: 'y' }, { c: { type: 'string', enum: ['x'] } })).toEqual([
      'So says the CRD `v1` in odd.yaml.',
    ]);
  });
});
