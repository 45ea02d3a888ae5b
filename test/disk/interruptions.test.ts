import { describe, expect, it } from 'vitest';
import type { OutputPlanInput } from '../../src/render/output-plan.ts';
import { rendered } from '../render/disk.ts';
import { install, systemError } from './fs-hook.mjs';
import { filesOf, Output } from './output.ts';

const A = 'karpenter/nodepool-a.yaml';
const B = 'karpenter/nodepool-b.yaml';
const EDGE = rendered('edge', { DO_NOT_EDIT: '', [A]: 'edge\n' });
const FIRST = { rendered: [EDGE, rendered('web', { DO_NOT_EDIT: '', [A]: 'a1\n', [B]: 'b1\n' })] };
const SECOND = { rendered: [EDGE, rendered('web', { DO_NOT_EDIT: '', [A]: 'a2\n', 'lab/c.yaml': 'c2\n' })] };
const NOTHING = { rendered: [], removeVanished: true };
const COMPLETED = 'dist: an earlier run was interrupted; this one has completed it\n';
const UNFINISHED =
  /^dist: an earlier run was interrupted; `poolwright synth` completes it\nPW6104 `dist(?:\/\w+)?` was not finished by an earlier run\n$/;

type Input = Partial<OutputPlanInput>;

const STATES: Readonly<Record<string, Input>> = {
  'nothing at all': { rendered: [] },
  FIRST,
  SECOND,
  NOTHING,
};

/** From, to, and what the next run renders. */
const CHANGES = [
  ['nothing at all', 'FIRST', 'FIRST'],
  ['FIRST', 'SECOND', 'SECOND'],
  ['FIRST', 'SECOND', 'FIRST'],
  ['SECOND', 'FIRST', 'SECOND'],
  ['FIRST', 'NOTHING', 'NOTHING'],
  ['FIRST', 'NOTHING', 'SECOND'],
] as const;

function stateOf(name: string): Input {
  return STATES[name] ?? {};
}

interface Trouble {
  /** Called instead of step number `at`. */
  readonly happen: (name: string, half: () => void) => never;
  /** And of all later ones. */
  readonly lasting: boolean;
}

/** Lets a run meet trouble at step 0, 1, 2 … until it ends before; `after` looks at each outcome. */
async function everywhere(
  output: Output,
  [from, to]: readonly [string, string, string],
  trouble: Trouble,
  after: (failed: string | undefined, before: Readonly<Record<string, string>>) => Promise<void>,
): Promise<number> {
  for (let at = 0; ; at++) {
    output.empty();
    await output.run(stateOf(from));
    const before = output.contents();
    let count = 0;
    let met = false;
    const uninstall = install((name, _args, half) => {
      const now = count++;
      if (now === at || (trouble.lasting && now > at)) {
        met = true;
        trouble.happen(name, now === at ? half : () => {});
      }
    });
    let failed: string | undefined;
    try {
      await output.run(stateOf(to));
    } catch (error) {
      failed = (error as Error).message;
    } finally {
      uninstall();
    }
    await after(failed, before);
    if (!met) return at;
  }
}

/** Apart from our own records, temporary files and locks, each file is as it was or as it is to be. */
function isOldOrNew(output: Output, old: Readonly<Record<string, string>>, wanted: Input): void {
  const next = filesOf({ rendered: wanted.rendered ?? [] });
  for (const [file, text] of Object.entries(output.contents())) {
    if (/\.poolwright/.test(file)) continue;
    expect([old[file], next[file]], file).toContain(text);
  }
  for (const [file, text] of Object.entries(old)) {
    if (next[file] === text) expect(output.contents()[file], file).toBe(text);
  }
}

const KILL: Trouble = {
  lasting: true,
  happen: (_name, half) => {
    half();
    throw new Error('killed');
  },
};

describe('a run that is killed at any step', () => {
  it.each(CHANGES)('from %s to %s, and then %s', async (from, to, then) => {
    const output = new Output();
    let told = 0;
    const steps = await everywhere(output, [from, to, then], KILL, async (failed, before) => {
      isOldOrNew(output, before, stateOf(to));
      output.bury();
      const left = Object.keys(output.contents()).some((file) => file.endsWith('-lock'));
      if (left) expect(await output.check(stateOf(to))).toMatch(UNFINISHED);
      const said = await output.run(stateOf(then));
      expect(said).toBe(left ? COMPLETED : '');
      if (left) told++;
      expect(failed === undefined || failed.includes('killed')).toBe(true);
      expect(output.contents()).toEqual(filesOf({ rendered: stateOf(then).rendered ?? [] }));
      expect(await output.check(stateOf(then))).toBe('');
    });
    // All but those before the lock is there, and after it is gone.
    expect(told).toBeGreaterThan(steps - 10);
    expect(steps).toBeGreaterThan(15);
  });

  it('is completed however often that is killed, too', async () => {
    const output = new Output();
    await everywhere(output, ['FIRST', 'SECOND', 'SECOND'], KILL, async () => {
      for (let at = 3; at < 60; at += 7) {
        output.bury();
        let count = 0;
        const uninstall = install((name, _args, half) => {
          if (count++ >= at) KILL.happen(name, half);
        });
        await output.run(at % 2 === 0 ? SECOND : FIRST).catch(() => '');
        uninstall();
      }
      output.bury();
      await output.run(FIRST);
      expect(output.contents()).toEqual(filesOf(FIRST));
    });
  });
});

/** The others take the same ways. The second one is what is forgiven where folders are synchronised. */
const CODES = ['ENOSPC', 'EACCES'];

describe('a run that meets an error at any step', () => {
  it.each(CODES.flatMap((code) => [[code, false] as const, [code, true] as const]))(
    '%s (lasting: %s) says what failed, and the next one completes it',
    async (code, lasting) => {
      const output = new Output();
      const trouble: Trouble = {
        lasting,
        happen: (name, half) => {
          half();
          throw systemError(code, name);
        },
      };
      await everywhere(output, ['FIRST', 'SECOND', 'SECOND'], trouble, async (failed, before) => {
        isOldOrNew(output, before, SECOND);
        expect(failed ?? 'cannot write dist: ').toMatch(/^cannot (?:write|remove) dist(?:\/[\w./-]+)?: /);
        expect(failed ?? '').not.toContain(code);
        output.bury();
        await output.run(SECOND);
        expect(output.contents()).toEqual(filesOf(SECOND));
      });
    },
  );
});
