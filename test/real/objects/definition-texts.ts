import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { blocksOf } from '../../docs/markdown.ts';

/** A definition that stands somewhere in the repository: an example, an input of a test, a block of a page. */
export interface DefinitionText {
  /** File, with the line for a block of a page. */
  readonly where: string;
  readonly text: string;
  /** The `_defaults.yaml` beside it. */
  readonly defaults?: { readonly where: string; readonly text: string };
}

const FOLDERS = ['clusters', 'docs', 'integrations', 'test'];
const DEFAULTS = '_defaults.yaml';

/** Made of the files in docs/diagnostics/. */
const GENERATED = 'docs/diagnostics.md';

/** Below `folders`; not only those that compile: what is not written for its errors is for the caller to leave out. */
export function definitionTexts(folders: readonly string[] = FOLDERS): readonly DefinitionText[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.posix.join(entry.parentPath, entry.name)),
  );
  return ['README.md', ...files]
    .filter((file) => file !== GENERATED)
    .sort()
    .flatMap((file) => (file.endsWith('.md') ? pageBlocks(file) : wholeFile(file)))
    .filter(({ text }) => /^\s*node_pools:/m.test(text));
}

function wholeFile(file: string): readonly DefinitionText[] {
  if (!/\.ya?ml$/.test(file) || path.basename(file) === DEFAULTS) return [];
  const beside = path.join(path.dirname(file), DEFAULTS);
  const defaults = existsSync(beside) ? { where: beside, text: readFileSync(beside, 'utf8') } : undefined;
  return [{ where: file, text: readFileSync(file, 'utf8'), ...(defaults === undefined ? {} : { defaults }) }];
}

function pageBlocks(file: string): readonly DefinitionText[] {
  return blocksOf(readFileSync(file, 'utf8'))
    .filter(({ language }) => language === 'yaml')
    .map(({ text, line }) => ({ where: `${file}:${line}`, text }));
}
