import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SynthProcesses } from './synth-processes.ts';

/** `KILL_SEED=7 npm run test:matrix` for other moments. */
const SEED = Number(process.env['KILL_SEED'] ?? 1);

let synth: SynthProcesses;
let one: Readonly<Record<string, string>>;
let two: Readonly<Record<string, string>>;

beforeAll(async () => {
  synth = new SynthProcesses();
  await synth.run('two');
  two = synth.output();
  await synth.run('one');
  one = synth.output();
});

afterAll(() => synth.remove());

/** Every step is tried in process; these are real processes and real signals. */
const STEPS = Array.from({ length: 8 }, (_, i) => 2 + i * 8 + (SEED % 8));
const MOMENTS_MS = Array.from({ length: 5 }, (_, i) => 100 + ((SEED * 7919 + i * 104_729) % 900));

function isOldOrNew(): void {
  for (const [file, text] of Object.entries(synth.output())) {
    if (!/\.poolwright/.test(file)) expect([one[file], two[file]], file).toContain(text);
  }
}

describe(`synth that is killed (seed ${SEED})`, () => {
  it.each(STEPS)(
    'at step %i leaves each file old or new, is noticed, and is completed by the next one',
    async (killAt) => {
      await synth.run('one');
      expect(synth.output()).toEqual(one);
      const { signal } = await synth.run('two', { killAt });
      isOldOrNew();
      const checked = await synth.run('two', {}, '--check');
      const next = await synth.run('two');
      if (signal === 'SIGKILL') {
        expect(checked.code).toBe(1);
        const said = 'dist: an earlier run was interrupted; this one has completed it\n';
        // Before the lock was there nothing had been changed.
        if (killAt > 6) expect(next.stderr).toContain(said);
      }
      expect(synth.output()).toEqual(two);
    },
  );

  it.each(MOMENTS_MS)('after %i ms, too', async (killAfterMs) => {
    await synth.run('one');
    await synth.run('two', { killAfterMs });
    isOldOrNew();
    expect(await synth.run('two')).toMatchObject({ code: 0 });
    expect(synth.output()).toEqual(two);
  });
});

describe('two runs at once', () => {
  it.each([1, 2, 3])('leave what one of them renders, wholly (%i)', async () => {
    synth.forget();
    const ends = await Promise.all([synth.run('one'), synth.run('two'), synth.run('one')]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect([one, two]).toContainEqual(synth.output());
  });

  it('of which one is killed leave what the other renders', async () => {
    for (const killAt of [5, 15, 30]) {
      await Promise.all([synth.run('one', { killAt }), synth.run('two')]);
      await synth.run('two');
      expect(synth.output()).toEqual(two);
    }
  });
});
