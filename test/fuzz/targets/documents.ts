import { Source } from '../../../src/diagnostics/source.ts';
import { toPlain } from '../../../src/diagnostics/to-plain.ts';
import type { LocatedValue } from '../../../src/diagnostics/located.ts';
import { readIgnoreComments } from '../../../src/documents/ignore-comments.ts';
import { parseYaml } from '../../../src/documents/parse-yaml.ts';
import { readDocuments } from '../../../src/documents/read-documents.ts';
import { writeYaml } from '../../../src/documents/write-yaml.ts';
import { AWS_ANSWERS, DEFINITIONS, OBJECTS } from '../corpus.ts';
import { mutated } from '../mutate/mutate.ts';
import { checkFindings, checkFixes, checkSpan, must } from '../oracles.ts';
import type { FuzzTarget } from '../target.ts';

const TEXTS = [...DEFINITIONS, ...OBJECTS, ...AWS_ANSWERS];

/** Written out, aliases make large texts of small ones, and the checks here have no time for those. */
const MOST_WRITTEN = 5_000;
const MOST_CHECKED = 100_000;

/** Both readers of YAML and JSON, comments that silence findings, and the writer. */
export function documentsTarget(): FuzzTarget {
  return {
    name: 'documents',
    make: (random) => mutated(TEXTS, random, 'yaml'),
    run: (input) => {
      const source = new Source('fuzz.yaml', input);
      const { documents, diagnostics, values } = parseYaml(source);
      checkFindings(diagnostics);
      checkFixes(source, diagnostics);
      for (const { value } of documents) {
        if (value === undefined) continue;
        if (values < MOST_CHECKED) checkTree(value);
        if (values < MOST_WRITTEN) checkWritten(value);
      }
      const comments = readIgnoreComments(source);
      checkFindings(comments.diagnostics);
      for (const { span } of comments.ignores) checkSpan(span, 'a comment');
      const plain = readDocuments(new Source(/^\s*[{[]/.test(input) ? 'fuzz.json' : 'fuzz.yaml', input));
      checkFindings(plain.diagnostics);
      for (const document of plain.documents) {
        for (const path of [[], ['items', 0, 'metadata', 'name'], ['a', 1]]) {
          const located = document.locate(path);
          if (values < MOST_CHECKED) checkTree(located);
        }
      }
      return diagnostics.length === 0;
    },
  };
}

function checkTree(value: LocatedValue): void {
  const { span, keySpan, definedAt } = value.origin;
  for (const one of [span, keySpan, definedAt]) if (one !== undefined) checkSpan(one, 'a value');
  if (value.kind === 'list') for (const item of value.items) checkTree(item);
  if (value.kind === 'map') for (const entry of value.entries.values()) checkTree(entry.value);
}

/** What is written is read back as the same. */
function checkWritten(value: LocatedValue): void {
  const plain = toPlain(value);
  if (plain === null || !isWritable(plain)) return;
  const { documents, diagnostics } = parseYaml(new Source('written.yaml', writeYaml(plain)));
  const again = documents[0]?.value;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  must(errors.length === 0, () => `what was written cannot be read: ${errors[0]?.message}`);
  must(
    JSON.stringify(again === undefined ? null : toPlain(again)) === JSON.stringify(plain),
    () => 'what was written is read back as something else',
  );
}

/** JSON has no other numbers. */
function isWritable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isWritable);
}
