import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CommentForge, ForgeComment } from '../../src/forge/comment-forge.ts';
import { ForgeError } from '../../src/forge/forge-error.ts';
import { createPatience } from '../../src/forge/patience.ts';
import { upsertComment } from '../../src/forge/upsert-comment.ts';
import { bodyOf, SETTLE_MS, wanted } from './harness.ts';
import { atDepth } from '../at-depth.ts';

/** What `upsertComment` relies on: from looking to landing, a write takes less than it waits before looking again. */
const LONGEST_MS = SETTLE_MS / 2 - 1;

/** Time that passes when everybody waits. */
class VirtualTime {
  readonly #timers: { readonly at: number; readonly wake: () => void }[] = [];
  nowMs = 0;

  readonly sleep = (milliseconds: number): Promise<void> =>
    new Promise((wake) => {
      this.#timers.push({ at: this.nowMs + milliseconds, wake });
    });

  async run<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const finished = work.finally(() => {
      done = true;
    });
    finished.catch(() => undefined);
    for (;;) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      if (done) return finished;
      this.#timers.sort((a, b) => a.at - b.at);
      const next = this.#timers.shift();
      if (next === undefined) throw new Error('everybody waits for nothing');
      this.nowMs = next.at;
      next.wake();
    }
  }
}

/** One request: how long until it has its effect, how long until the answer is there, and whether it is lost. */
interface Trip {
  readonly thereMs: number;
  readonly backMs: number;
  readonly fate: 'arrives' | 'is refused' | 'answer is lost';
}

interface Stored extends ForgeComment {
  body: string;
}

/** A forge that all runs share; each request of a run takes the next of its trips. */
function forgeOf(comments: Stored[], trips: readonly Trip[], time: VirtualTime): CommentForge {
  let used = 0;
  const trip = async <T>(effect: () => T): Promise<T> => {
    const { thereMs, backMs, fate } = trips[used++ % trips.length] ?? {
      thereMs: 1,
      backMs: 1,
      fate: 'arrives',
    };
    // Failures pass.
    const happens = used > 40 ? 'arrives' : fate;
    await time.sleep(thereMs);
    if (happens === 'is refused') throw new ForgeError('503', { kind: 'server', status: 503 });
    const result = effect();
    await time.sleep(backMs);
    if (happens === 'answer is lost') throw new ForgeError('reset', { kind: 'network' });
    return result;
  };
  const author = { login: 'bot', id: 1 };
  const find = (id: number) => comments.findIndex((one) => one.id === id);
  return {
    author: () => Promise.resolve(author),
    list: async function* () {
      yield await trip(() => comments.map((one) => ({ ...one })));
    },
    read: (id) => trip(() => (find(id) < 0 ? undefined : { ...comments[find(id)] }) as Stored | undefined),
    create: (body) =>
      trip(() => {
        const comment = { id: nextId(), author, body };
        comments.push(comment);
        return { ...comment };
      }),
    update: (id, body) =>
      trip(() => {
        const found = comments[find(id)];
        if (found !== undefined) found.body = body;
        return found !== undefined;
      }),
    remove: (id) => trip(() => void (find(id) >= 0 && comments.splice(find(id), 1))),
  };

  function nextId(): number {
    ids.set(comments, (ids.get(comments) ?? 100) + 1);
    return ids.get(comments) ?? 0;
  }
}

const ids = new WeakMap<Stored[], number>();

const trips = (fates: readonly Trip['fate'][], longestMs: number) =>
  fc.array(
    fc.record({
      thereMs: fc.integer({ min: 1, max: longestMs }),
      backMs: fc.integer({ min: 1, max: longestMs }),
      fate: fc.constantFrom(...fates),
    }),
    { minLength: 1, maxLength: 12 },
  );

const scenario = ({ fates, longestMs = LONGEST_MS }: PlayOptions) =>
  fc.record({
    /** What is there before: comments of earlier runs, more than one after an accident. */
    before: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
    runs: fc.array(
      fc.record({
        text: fc.constantFrom('a', 'b', 'c'),
        startMs: fc.nat(6_000),
        trips: trips(fates, longestMs),
      }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    newestFirst: fc.boolean(),
  });

interface PlayOptions {
  readonly fates: readonly Trip['fate'][];
  readonly longestMs?: number;
}

/** Plays many scenarios; `verify` gets the texts that are left, and those of the runs from the newest. */
async function play(options: PlayOptions, verify: (left: string[], runs: string[]) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(scenario(options), async ({ before, runs, newestFirst }) => {
      const time = new VirtualTime();
      const author = { login: 'bot', id: 1 };
      const comments: Stored[] = before.map((order, i) => ({
        id: i + 1,
        author,
        body: bodyOf({ text: `old ${order}`, order: String(order), commit: `old${order}` }),
      }));
      const optionsOf = (i: number) => {
        const order = 10 + (newestFirst ? runs.length - i : i);
        return { text: runs[i]?.text ?? '', order: String(order), commit: `commit${order}` };
      };
      const all = runs.map(async ({ startMs, trips }, i) => {
        await time.sleep(startMs);
        const transport = { sleep: time.sleep, now: () => time.nowMs, random: () => 0.5 };
        return upsertComment({
          ...wanted(optionsOf(i)),
          forge: forgeOf(comments, trips, time),
          patience: createPatience(transport, { maxAttempts: 100, maxTotalMs: 10_000_000 }),
          sleep: time.sleep,
          settleMs: SETTLE_MS,
        });
      });
      await time.run(Promise.all(all));
      const bodies = runs.map((_, i) => bodyOf(optionsOf(i)));
      verify(
        comments.map(({ body }) => body),
        newestFirst ? bodies : bodies.toReversed(),
      );
    }),
    { numRuns: atDepth(400) },
  );
}

const onlyTheNewest = (left: string[], [newest]: string[]) => expect(left).toEqual([newest]);

it('however runs interleave, exactly one comment is left, with the newest text', () =>
  play({ fates: ['arrives'] }, onlyTheNewest));

it('also if requests fail, and if some that fail have had their effect', () =>
  play({ fates: ['arrives', 'arrives', 'arrives', 'is refused', 'answer is lost'] }, onlyTheNewest));

// Then the text may be that of an older run: no forge has a write that depends on what is there.
it('also if writes land later than anybody waits, one comment is left', () =>
  play({ fates: ['arrives'], longestMs: 5 * SETTLE_MS }, (left, runs) => {
    expect(left).toHaveLength(1);
    expect(runs).toContain(left[0]);
  }));
