import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { minimise } from './minimise.ts';
import { must } from './oracles.ts';
import { randomOf } from './seeded-random.ts';
import { TARGETS } from './targets.ts';
import { tryInput } from './try-input.ts';

/** A few of each; `npm run fuzz` is for the many. */
const INPUTS_PER_WEIGHT = 1;
const SEED = 20261122;
const FOUND = 'test/fuzz/regressions';
const targets = Object.entries(TARGETS);

describe('fuzzing, a little of it', () => {
  it.each(targets)('%s takes whatever comes', async (name, { weight, load }) => {
    const target = await load();
    for (let index = 0; index < weight * INPUTS_PER_WEIGHT; index++) {
      const input = target.make(randomOf(SEED, name, index));
      expect(target.make(randomOf(SEED, name, index))).toBe(input);
      // oxlint-disable-next-line no-await-in-loop -- One after the other, as users do.
      expect(await tryInput(target, input), `input ${index} of seed ${SEED}`).not.toMatchObject({
        kind: 'failed',
      });
    }
  });

  it.each(readdirSync(FOUND))('%s, which broke it once, does so no more', async (file) => {
    const name = file.split('-')[0] ?? '';
    const target = await TARGETS[name]?.load();
    must(target !== undefined, () => `no target is called ${name}`);
    expect(await tryInput(target, readFileSync(`${FOUND}/${file}`, 'utf8'))).not.toMatchObject({
      kind: 'failed',
    });
  });

  it('tells what breaks', async () => {
    const target = {
      name: 'broken',
      make: () => '',
      run: (input: string) => {
        must(!input.includes('b\nc'), () => 'it has both');
        Object.assign(Object.prototype, input.includes('z') ? { polluted: true } : {});
        return true;
      },
    };
    expect(await tryInput(target, 'a')).toMatchObject({ kind: 'sound' });
    const failed = await tryInput(target, 'a\nb\nc\nd');
    expect(failed).toMatchObject({
      kind: 'failed',
      signature: expect.stringMatching(/it has both/) as string,
    });
    expect(await tryInput(target, 'z')).toMatchObject({
      kind: 'failed',
      error: expect.stringMatching(/polluted/) as string,
    });
    const small = await minimise(
      'a\n'.repeat(50) + 'b\nc\n' + 'd\n'.repeat(50),
      async (input) => (await tryInput(target, input)).kind === 'failed',
      () => false,
    );
    expect(small).toBe('b\nc');
  });
});
