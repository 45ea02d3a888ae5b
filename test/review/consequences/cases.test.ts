import { describe, expect, it } from 'vitest';
import { CASES } from './cases.ts';
import { told } from './harness.ts';

describe('the consequences of a change', () => {
  it.each(Object.keys(CASES))('where %s', async (name) => {
    const text = told(CASES[name] ?? { base: undefined, head: undefined });
    await expect(text).toMatchFileSnapshot(`golden/${name.replaceAll(' ', '-')}.txt`);
  });
});
