import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowanceWindows } from '../../src/drift/allowance-windows.ts';
import { allowedDisruptions } from '../../src/drift/allowed-disruptions.ts';
import { replacements } from '../../src/drift/replacements.ts';
import { budgets, instant, isPossible, MINUTE, plainAllowance } from './budget-cases.ts';
import { atDepth } from '../at-depth.ts';

const HOURS = 60 * MINUTE;

describe('allowance windows', () => {
  it('say of every minute what a plain look back says', () => {
    fc.assert(
      fc.property(
        budgets.filter(isPossible),
        instant,
        fc.integer({ min: 1, max: 30 }),
        (given, at, nodes) => {
          const untilMs = at + 40 * HOURS;
          const windows = [
            ...allowanceWindows({ budgets: given, nodes, reason: 'Drifted', fromMs: at, untilMs }),
          ];
          expect(windows[0]?.fromMs).toBe(at);
          expect(windows.at(-1)?.toMs).toBe(untilMs);
          windows.slice(1).forEach((window, i) => {
            expect(window.fromMs).toBe(windows[i]?.toMs);
            expect(window.allowed).not.toBe(windows[i]?.allowed);
          });
          const plainly = plainAllowance(given, { nodes, fromMs: at, untilMs });
          for (const { fromMs, toMs, allowed } of windows) {
            for (const atMs of [fromMs, ...minutesOf(fromMs, toMs), toMs - 1]) {
              const expected = plainly(atMs);
              expect(allowed).toBe(Math.min(expected, nodes));
              expect(allowedDisruptions({ budgets: given, nodes, reason: 'Drifted', atMs })).toBe(expected);
            }
          }
        },
      ),
      { numRuns: atDepth(150) },
    );
  });
});

/** Some of them: all would take too long. */
function minutesOf(fromMs: number, toMs: number): readonly number[] {
  const found: number[] = [];
  for (let at = Math.ceil(fromMs / MINUTE) * MINUTE; at < toMs; at += 17 * MINUTE) found.push(at);
  return found;
}

describe('replacements', () => {
  it('are what going through it minute by minute comes to', () => {
    fc.assert(
      fc.property(
        budgets.filter(isPossible),
        instant.map((at) => Math.floor(at / MINUTE) * MINUTE),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 90 }),
        (given, at, nodes, minutes) => {
          const untilMs = at + 48 * HOURS;
          const replacementMs = minutes * MINUTE;
          const windows = allowanceWindows({ budgets: given, nodes, reason: 'Drifted', fromMs: at, untilMs });
          const found = replacements(windows, { nodes, replacementMs });
          const plainly = plainAllowance(given, { nodes, fromMs: at, untilMs });
          const walked = walk({ nodes, replacementMs, at, untilMs }, plainly);
          expect(found.finishedMs).toBe(walked.finishedMs);
          for (const { fromMs, toMs, replaced } of found.windows) {
            const begun = walked.starts.filter((start) => start >= fromMs && start < toMs).length;
            expect(replaced).toBe(begun);
          }
          expect(found.windows.reduce((sum, { replaced }) => sum + replaced, 0)).toBe(walked.starts.length);
          const last = found.windows.at(-1);
          expect(last?.toMs).toBe(Math.min(walked.finishedMs ?? untilMs, untilMs));
        },
      ),
      { numRuns: atDepth(150) },
    );
  });
});

interface Walk {
  readonly nodes: number;
  readonly replacementMs: number;
  readonly at: number;
  readonly untilMs: number;
}

function walk({ nodes, replacementMs, at, untilMs }: Walk, allowed: (atMs: number) => number) {
  const starts: number[] = [];
  for (let now = at; now < untilMs && starts.length < nodes; now += MINUTE) {
    const most = allowed(now);
    while (starts.length < nodes && starts.filter((start) => start + replacementMs > now).length < most) {
      starts.push(now);
    }
  }
  const last = starts.at(-1);
  return {
    starts,
    finishedMs: starts.length < nodes || last === undefined ? undefined : last + replacementMs,
  };
}
