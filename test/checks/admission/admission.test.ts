import { describe, expect, it } from 'vitest';
import type { JsonMap, JsonValue } from '../../../src/diagnostics/json-value.ts';
import { compileFile, objectOf, readLines, verdictText } from './harness.ts';

/**
 * The CRD of odd.yaml uses everything a schema can say. kube-apiserver 1.36.3 gives the same verdicts with the same messages,
 * apart from Go's words for a time it cannot parse; where it gives none (unknown fields, wrong types), the same verdict.
 */
const { check, problems } = compileFile('odd.yaml');

/** A line is a spec; after `!`, fields of the whole object. */
function objectAt(line: string): JsonMap {
  if (!line.startsWith('!')) return objectOf(JSON.parse(line) as JsonValue);
  return objectOf({}, JSON.parse(line.slice(1)) as JsonMap);
}

describe('an object is admitted or refused', () => {
  it('understands the CRD', () => {
    expect(problems).toEqual([]);
  });

  it('on its own', async () => {
    const told = readLines('odd-objects.txt').map(
      (line) => `${line}\n${verdictText(check.admit({ object: objectAt(line) }))}\n`,
    );
    await expect(told.join('')).toMatchFileSnapshot('golden/odd-objects.txt');
  });

  it('in place of another one', async () => {
    const told = readLines('odd-updates.txt').map((line) => {
      const [old, made] = JSON.parse(line) as [JsonValue, JsonValue];
      return `${line}\n${verdictText(check.admit({ object: objectOf(made), oldObject: objectOf(old) }))}\n`;
    });
    await expect(told.join('')).toMatchFileSnapshot('golden/odd-updates.txt');
  });

  it('and gets defaults as it would be stored', () => {
    const stored = check.withDefaults(objectOf({ defo: null, str: null, lm2: [{ a: 'x' }] }));
    expect(stored).toEqual(objectOf({ def: 'dd', defo: { a: 3 }, lm2: [{ a: 'x', b: 1 }] }));
  });

  it('is not changed by asking', () => {
    const object = objectOf({ def: null, defo: {} });
    const before = JSON.stringify(object);
    check.admit({ object, oldObject: object });
    check.withDefaults(object);
    expect(JSON.stringify(object)).toBe(before);
  });
});
