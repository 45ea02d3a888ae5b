import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A copy of the example clusters in a repository of their own. The caller removes it. */
export function checkout({ crlf = false, name = 'repository' } = {}): {
  readonly root: string;
  readonly remove: () => void;
} {
  const parent = mkdtempSync(path.join(tmpdir(), 'poolwright-matrix-'));
  const root = path.join(parent, name);
  mkdirSync(path.join(root, '.git'), { recursive: true });
  cpSync('clusters', path.join(root, 'clusters'), { recursive: true });
  mkdirSync(path.join(root, 'base'));
  for (const file of ['_defaults.yaml', 'production.yaml']) {
    const text = readFileSync(path.join('clusters', file), 'utf8');
    writeFileSync(path.join(root, 'base', file), text.replaceAll('100Gi', '200Gi'));
  }
  if (crlf) {
    for (const file of filesBelow(root)) {
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    }
  }
  return { root, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Text of each file, by its path below the folder. */
export function textsBelow(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    filesBelow(folder).map((file) => [
      path.relative(folder, file).split(path.sep).join('/'),
      readFileSync(file, 'utf8'),
    ]),
  );
}
