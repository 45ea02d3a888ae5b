import { GitBlobs } from '../../../src/cli/files/git-blobs.ts';
import { GitListing } from '../../../src/cli/files/git-listing.ts';
import { type GitProcess, plainMessage } from '../../../src/cli/files/git-process.ts';
import { GitTree } from '../../../src/cli/files/git-tree.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { must } from '../oracles.ts';
import { mutateBytes } from '../mutate/mutate-bytes.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { type FuzzTarget, joinParts, splitParts } from '../target.ts';

const OID = '0123456789abcdef0123456789abcdef01234567';
const NAMES = [
  'a.yaml',
  'clusters/b.yaml',
  'clusters/_defaults.yaml',
  'x/../y',
  'é\n"',
  '__proto__',
  'constructor/x',
  '.git',
  'deep/er/and/deeper.yaml',
  '*.yaml',
  ' ',
];
const TARGETS = [
  'a.yaml',
  '../a.yaml',
  '/etc/passwd',
  'loop',
  '',
  'clusters',
  '../../..',
  'x'.repeat(5_000),
  'a\0b',
  'a/'.repeat(200_000),
];

/**
 * What git prints of trees that anybody may have committed: odd names, links to anywhere, links in circles, blobs that
 * are not there. The form of the listing itself is git's promise.
 */
export function gitTarget(): FuzzTarget {
  return {
    name: 'git',
    make: (random) => {
      const entries = Array.from({ length: random.below(12) }, () => entry(random));
      const blob = mutateBytes(random.pick(TARGETS), TARGETS, random);
      return joinParts([
        ['listing', entries.join('\0')],
        ['blob', blob],
        ['stderr', mutateBytes('fatal: bad object\nerror: x', TARGETS, random)],
      ]);
    },
    run: (input) => {
      const parts = splitParts(input);
      const part = (name: string) => (parts.get(name) ?? '').replace(/\n$/, '');
      must(plainMessage(part('stderr')) !== '', () => 'git says nothing');
      const lines = part('listing')
        .split('\0')
        .filter((line) => /^\d{6} (?:blob|commit) [0-9a-f]{40}\t[^\0]+$/s.test(line));
      const tree = new GitTree({
        name: 'git:main',
        commit: OID,
        root: '/repository',
        listing: new GitListing(lines.map((line) => `${line}\0`).join('')),
        blobs: new GitBlobs(blobsOf(part('blob'))),
      });
      let read = 0;
      for (const name of ['', ...NAMES, 'clusters', 'loop', 'loop/x']) {
        const file = `/repository/${name}`;
        read += answers(() => tree.kindOf(file));
        read += answers(() => tree.namesIn(file));
        read += answers(() => tree.filesBelow(file));
        read += answers(() => tree.read(file, 1_000));
      }
      return read > 20;
    },
  };
}

function answers(ask: () => unknown): number {
  try {
    return ask() === undefined ? 0 : 1;
  } catch (error) {
    // A path that is not there is a system error, as on the disk.
    if (error instanceof UsageError || (error instanceof Error && 'code' in error)) return 0;
    throw error;
  }
}

function entry(random: SeededRandom): string {
  const mode = random.pick(['100644', '100755', '120000', '120000', '160000']);
  const name = random.pick([...NAMES, 'loop', 'clusters']);
  return `${mode} ${mode === '160000' ? 'commit' : 'blob'} ${OID}\t${name}`;
}

function blobsOf(content: string): GitProcess {
  const bytes = Buffer.from(content);
  const stdout = Buffer.concat([Buffer.from(`${OID} blob ${bytes.length}\n`), bytes, Buffer.from('\n')]);
  return { run: () => ({ ok: true, stdout, stderr: '' }) } as unknown as GitProcess;
}
