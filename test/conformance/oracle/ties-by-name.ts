import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { OracleFailure } from './failure.ts';

interface Change {
  readonly find: string;
  readonly replace: string;
  /** How often `find` must be there: otherwise this is not the source that the change was written for. */
  readonly times: number;
}

/**
 * Where Karpenter takes the first of several equal domains in the order of a Go map, which differs from run to run, this
 * takes the first by name. That is one of the choices Karpenter has, and the one that the packer always makes.
 */
const CHANGES = new Map<string, Change>([
  [
    'pkg/scheduling/requirement.go',
    { find: 'r.values.UnsortedList()', replace: 'sets.List(r.values)', times: 2 },
  ],
  [
    'pkg/controllers/provisioning/scheduling/topologygroup.go',
    {
      find: 'for domain := range t.domains {',
      replace: 'for _, domain := range sets.List(sets.KeySet(t.domains)) {',
      times: 5,
    },
  ],
]);

/** What the oracle imports lies in there. */
const PARTS = ['go.mod', 'go.sum', 'pkg'];

/**
 * Makes a copy of Karpenter in which ties are decided by name, and a `go.mod` that uses it. Returns the path of that
 * file, for `go build -modfile`.
 *
 * @param module - folder of Karpenter's module
 * @param sources - folder of the oracle
 * @param folder - where to put both
 */
export function moduleWithTiesByName(module: string, sources: string, folder: string): string {
  const copy = resolve(folder, 'karpenter');
  for (const part of PARTS) copyChanged(module, copy, part);
  const mod = readFileSync(join(sources, 'go.mod'), 'utf8');
  writeFileSync(join(folder, 'go.mod'), `${mod}\nreplace sigs.k8s.io/karpenter => ${copy}\n`);
  writeFileSync(join(folder, 'go.sum'), readFileSync(join(sources, 'go.sum')));
  return join(folder, 'go.mod');
}

function copyChanged(module: string, copy: string, part: string): void {
  for (const file of filesOf(module, part)) {
    const change = CHANGES.get(file);
    const content = readFileSync(join(module, file));
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    writeFileSync(
      join(copy, file),
      change === undefined ? content : changed(content.toString(), change, file),
    );
  }
}

/** Files below a folder, or the file itself, seen from the module. Tests are not needed. */
function filesOf(module: string, part: string): readonly string[] {
  if (part.includes('.')) return [part];
  return readdirSync(join(module, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('_test.go'))
    .map((entry) => relative(module, join(entry.parentPath, entry.name)));
}

function changed(text: string, { find, replace, times }: Change, file: string): string {
  const parts = text.split(find);
  if (parts.length === times + 1) return parts.join(replace);
  throw new OracleFailure(`Karpenter's ${file}: "${find}" is there ${parts.length - 1} times, not ${times}`);
}
