import { UsageError } from '../usage-error.ts';
import { expandBraces } from './expand-braces.ts';
import { type Segment, segmentOf } from './glob-segment.ts';

/** One way to read a pattern, after its braces. */
export interface GlobPattern {
  /** The folders before the first wildcard; all of it if there is none. */
  readonly fixed: string;
  /** What comes after them. */
  readonly steps: readonly Step[];
}

/** Of a path. `**` is any number of folders, none included. */
export type Step = Segment | '**';

const LONGEST = 1_000;
const EXTENDED = /(?<!\\)[@!+?*]\(/;

/**
 * What a pattern says: `*`, `?`, `[…]`, `{…,…}` and `**`, and a backslash before what is meant as it is written. No
 * more, because that much can be matched in a time that grows with the name and the pattern only.
 *
 * @throws UsageError if it has more than that, or more of it than is read
 */
export function parseGlob(pattern: string): readonly GlobPattern[] {
  if (pattern.length > LONGEST) {
    const start = `${pattern.slice(0, 40)}…`;
    throw new UsageError(
      `the pattern \`${start}\` has more than ${LONGEST} characters, the most that is read; write several, or name a folder`,
    );
  }
  if (EXTENDED.test(pattern)) {
    throw new UsageError(
      `the pattern \`${pattern}\` has a group like \`@(…)\`, which is not known here; write \`{a,b}\`, or several patterns`,
    );
  }
  return expandBraces(pattern).map((one) => split(one, pattern));
}

function split(text: string, pattern: string): GlobPattern {
  const parts = text.split('/').filter((part, i) => part !== '.' && (part !== '' || i === 0));
  const steps = parts.map((part): Step => (part === '**' ? part : segmentOf(part, pattern)));
  const first = steps.findIndex((step) => nameOf(step) === undefined);
  const count = first < 0 ? steps.length : first;
  const fixed = steps.slice(0, count).map(nameOf).join('/');
  const wild = steps.slice(count);
  if (wild.some((step) => nameOf(step) === '..')) {
    throw new UsageError(
      `the pattern \`${pattern}\` has \`..\` after a wildcard; write the folders above in front`,
    );
  }
  // A folder stands for everything below it.
  const whole = wild.length > 0 && text.endsWith('*') ? wild : [...wild, '**' as const];
  return { fixed: fixed === '' && text.startsWith('/') ? '/' : fixed, steps: whole };
}

/** The one name that matches. */
function nameOf(step: Step): string | undefined {
  return step === '**' ? undefined : step.name;
}
