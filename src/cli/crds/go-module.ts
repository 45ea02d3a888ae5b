import path from 'node:path';
import { DISK } from '../files/disk.ts';
import type { Host } from '../host.ts';
import { UsageError } from '../usage-error.ts';

/** A folder of Go's module cache. */
export interface GoModule {
  /** As it was named: `sigs.k8s.io/karpenter@v1.14.1/pkg`. */
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  /** Below the module, with `/`; empty for all of it. */
  readonly below: string;
}

/** `MODULE@VERSION`, the module with a dot in its first part as all that are downloaded have. */
const MODULE = /^([\w-]+(?:\.[\w-]+)+(?:\/[\w.~-]+)*)@([^@/]+)((?:\/[^/]+)*)\/?$/;

export function isGoModule(name: string): boolean {
  return MODULE.test(name);
}

/**
 * Where Go has unpacked a module. Nothing is downloaded.
 * @throws UsageError if it is not there
 */
export function findGoModule(name: string, { env }: Pick<Host, 'env'>): GoModule {
  const [, module = '', version = '', rest = ''] = MODULE.exec(name) ?? [];
  if (!/^v\d+\.\d+\.\d+[\w.+-]*$/.test(version)) {
    throw new UsageError(
      `\`${name}\` has no exact version: write it as go.mod does, such as ${module}@v1.2.3`,
    );
  }
  const below = rest.slice(1);
  if (below.split('/').includes('..')) throw new UsageError(`\`${name}\` leaves the module`);
  const cache = moduleCache(env);
  if (cache === undefined) {
    throw new UsageError(`nobody says where Go keeps its modules, and ${module} is one: set GOMODCACHE`);
  }
  const root = path.join(cache, ...escaped(module).split('/')) + `@${escaped(version)}`;
  const marker = path.join(
    cache,
    'cache',
    'download',
    ...escaped(module).split('/'),
    '@v',
    `${escaped(version)}.partial`,
  );
  if (DISK.kindOf(root) !== 'folder' || DISK.kindOf(marker) !== undefined) {
    throw new UsageError(
      `${module}@${version} is not in Go's module cache (${cache}): run \`go mod download ${module}@${version}\``,
    );
  }
  const folder = path.join(root, below);
  if (DISK.kindOf(folder) === undefined)
    throw new UsageError(`there is no \`${below}\` in ${module}@${version}`);
  return { name: `${module}@${version}`, folder, below };
}

/** Where Go itself would look. */
function moduleCache(env: Host['env']): string | undefined {
  const { GOMODCACHE, GOPATH, HOME, USERPROFILE } = env;
  if (isSet(GOMODCACHE)) return GOMODCACHE;
  // The first of several is where modules go.
  const [workspace] = (GOPATH ?? '').split(path.delimiter);
  if (isSet(workspace)) return path.join(workspace, 'pkg', 'mod');
  const home = [HOME, USERPROFILE].find(isSet);
  return home === undefined ? undefined : path.join(home, 'go', 'pkg', 'mod');
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

/** File systems may not tell capitals apart: `!a` stands for `A`. */
function escaped(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}
