import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { UNPACKED_BYTES_MAX } from '../../src/cli/crds/read-archive.ts';
import { MAX_FILE_POOLS } from '../../src/definition/read-definition.ts';
import { MAX_POOLS } from '../../src/definition/read-pools.ts';
import { DEFAULT_INPUT_LIMITS, DUMP_LIMITS } from '../../src/documents/input-limits.ts';
import { MAX_PODS } from '../../src/manifests/pod-budget.ts';

const MIB = 2 ** 20;

/** The figures of each row of docs/limits.md, by how the row begins. */
const FIGURES: readonly (readonly [row: string, figures: readonly string[]])[] = [
  ['definition, ', [mib(DEFAULT_INPUT_LIMITS.fileBytes)]],
  ['manifests, dumps, ', [mib(DUMP_LIMITS.fileBytes)]],
  ['commas, ', [grouped(DUMP_LIMITS.nodes)]],
  ['all manifests and dumps', [`${constant('src/cli/workload-files.ts', 'MOST_CHARACTERS') / MIB} Mi`]],
  [
    'what a YAML reader with positions',
    [mib(DEFAULT_INPUT_LIMITS.fileBytes), grouped(DEFAULT_INPUT_LIMITS.nodes)],
  ],
  ['values of a definition', [grouped(DEFAULT_INPUT_LIMITS.nodes)]],
  ['nesting', [grouped(DEFAULT_INPUT_LIMITS.depth)]],
  ['documents in a definition', [grouped(DEFAULT_INPUT_LIMITS.documents)]],
  ['node pools', [grouped(MAX_POOLS), grouped(MAX_FILE_POOLS)]],
  ['a file in the output folder', [mib(constant('src/cli/output-folder.ts', 'MOST_BYTES'))]],
  ['all files of the output folder', [mib(constant('src/cli/output-folder.ts', 'MOST_IN_ALL_BYTES'))]],
  ['the lock in the output', [grouped(constant('src/cli/writing/folder-lock.ts', 'MOST_BYTES'))]],
  ['pods of a plan', [grouped(MAX_PODS)]],
  ['mistakes told', [grouped(constant('src/documents/read-documents.ts', 'PROBLEMS_MAX'))]],
  ['files of `catalogue import`', [mib(constant('src/cli/catalogue-import.ts', 'MAX_BYTES'))]],
  ['a review for `comment`', [mib(constant('src/cli/comment-review.ts', 'MAX_BYTES'))]],
  ['an archive of CRDs', [mib(UNPACKED_BYTES_MAX)]],
  [
    'a pattern of files',
    [
      `${grouped(constant('src/cli/files/glob-cost.ts', 'LONGEST'))} characters`,
      grouped(constant('src/cli/files/glob.ts', 'MOST_NAMES')),
      grouped(constant('src/cli/files/glob.ts', 'MOST_STEPS')),
    ],
  ],
  [
    'an answer of GitHub or GitLab',
    [
      mib(constant('src/forge/read-json-body.ts', 'MAX_BYTES')),
      `${constant('src/forge/http-client.ts', 'MAX_PAGES')} pages`,
      `${constant('src/forge/http-client.ts', 'MAX_REDIRECTS')} redirects`,
    ],
  ],
  ['patterns of the priority', [grouped(constant('src/kubernetes/re2/find-pattern.ts', 'MAX_STATES'))]],
];

it('docs/limits.md has the figures of the code', () => {
  const rows = [...readFileSync('docs/limits.md', 'utf8').matchAll(/^\| (.*?) \| (.*?) \|/gm)].slice(1);
  const wrong = FIGURES.filter(([row, figures]) => {
    const found = rows.filter(([, input = '']) => input.startsWith(row));
    const [most = ''] = found.map(([, , cell]) => cell ?? '');
    return found.length !== 1 || figuresIn(most).join() !== figures.flatMap(figuresIn).join();
  });
  expect(wrong).toEqual([]);
  // A figure that nobody compares would go stale.
  const others = rows.filter(([, input = '']) => !FIGURES.some(([row]) => input.startsWith(row)));
  expect(others.filter(([, , most = '']) => figuresIn(most).length > 0).map(([, input]) => input)).toEqual(
    [],
  );
});

/** Numbers with the unit behind them, if there is one. */
function figuresIn(text: string): readonly string[] {
  return [...text.matchAll(/[\d,]*\d(?: (?:MiB|Mi|pages|redirects|characters))?/g)].map(([figure]) => figure);
}

function mib(bytes: number): string {
  return `${bytes / MIB} MiB`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** The value of a constant that its file keeps to itself: a product or a power of numbers. */
function constant(file: string, name: string): number {
  const [, written = ''] = new RegExp(`const ${name} = ([\\d_ *]+);`).exec(readFileSync(file, 'utf8')) ?? [];
  const factors = written
    .replaceAll('_', '')
    .replaceAll(/2 \*\* (\d+)/g, (_, power: string) => `${2 ** Number(power)}`);
  if (factors === '') throw new Error(`${file} has no constant ${name}`);
  return factors.split('*').reduce((product, factor) => product * Number(factor), 1);
}
