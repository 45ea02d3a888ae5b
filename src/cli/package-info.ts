import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where this package is installed: the nearest `package.json` above this file that is ours. */
export function packageFolder(): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (existsSync(file) && packageJson(file).name === 'poolwright') return folder;
    if (path.dirname(folder) === folder) throw new Error('the package of poolwright is incomplete');
  }
}

export function packageVersion(): string {
  return packageJson(path.join(packageFolder(), 'package.json')).version;
}

function packageJson(file: string): { readonly name?: string; readonly version: string } {
  return JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version: string };
}
