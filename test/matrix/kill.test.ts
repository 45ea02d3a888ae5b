import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SynthProcesses } from './synth-processes.ts';

/** `KILL_SEED=7 npm run test:matrix` for other moments. */
const SEED = Number(process.env['KILL_SEED'] ?? 1);

let synth: SynthProcesses;
let one: Readonly<Record<string, string>>;
let two: Readonly<Record<string, string>>;
/** Of the run that is killed below. */
let steps: number;
let durationMs: number;

beforeAll(async () => {
  synth = new SynthProcesses();
  await synth.run('two');
  two = synth.output();
  await synth.run('one');
  one = synth.output();
  steps = await synth.steps('two');
  await synth.run('one');
  const startMs = performance.now();
  await synth.run('two');
  durationMs = performance.now() - startMs;
});

afterAll(() => synth.remove());

/** Every step is tried in process; these are real processes and real signals, one in each eighth of the steps. */
const KILLS = Array.from({ length: 8 }, (_, i) => [i + 1, (i + ((SEED * 0.618) % 1)) / 8] as const);
const MOMENTS = Array.from({ length: 5 }, (_, i) => [i + 1, (i + ((SEED * 0.618) % 1)) / 5] as const);

function isOldOrNew(): void {
  for (const [file, text] of Object.entries(synth.output())) {
    if (!/\.poolwright/.test(file)) expect([one[file], two[file]], file).toContain(text);
  }
}

describe(`synth that is killed (seed ${SEED})`, () => {
  it.each(KILLS)(
    'at a step of eighth %i leaves each file old or new, is noticed, and is completed by the next one',
    async (_, share) => {
      const killAt = Math.floor(share * steps);
      await synth.run('one');
      expect(synth.output()).toEqual(one);
      const { signal } = await synth.run('two', { killAt });
      expect(signal, `step ${killAt} of ${steps}`).toBe('SIGKILL');
      isOldOrNew();
      expect((await synth.run('two', {}, '--check')).code).toBe(1);
      const next = await synth.run('two');
      const said = 'dist: an earlier run was interrupted; this one has completed it\n';
      // Before the lock was there nothing had been changed.
      if (killAt > 6) expect(next.stderr).toContain(said);
      expect(synth.output()).toEqual(two);
    },
  );

  let killed = 0;
  it.each(MOMENTS)('in fifth %i of its time, too', async (_, share) => {
    await synth.run('one');
    const { signal } = await synth.run('two', { killAfterMs: share * durationMs });
    if (signal === 'SIGKILL') killed += 1;
    isOldOrNew();
    expect(await synth.run('two')).toMatchObject({ code: 0 });
    expect(synth.output()).toEqual(two);
  });

  // Another run may be faster than the one that was measured.
  it('is killed at some of these moments', () => expect(killed).toBeGreaterThanOrEqual(2));
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
      await synth.run('two');
      const [{ signal }] = await Promise.all([synth.run('one', { killAt }), synth.run('two')]);
      expect(signal, `step ${killAt}`).toBe('SIGKILL');
      await synth.run('two');
      expect(synth.output()).toEqual(two);
    }
  });
});
