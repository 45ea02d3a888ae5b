import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** The oldest version that is supported, and the newest of the two after it. */
export const NODE_VERSIONS = ['20.19.6', '22.23.3', '24.21.0'] as const;

export interface NodeBinary {
  readonly version: string;
  /** Absolute path of the program, or why there is none. */
  readonly program?: string;
  readonly missing?: string;
}

/**
 * A version of Node, as the npm package of that name has it, in a cache outside of the repository. It is got once; what
 * is not there and cannot be got is said.
 */
export function nodeBinary(version: string): NodeBinary {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  const folder = path.join(cache, 'poolwright', 'node', `${version}-${name}`);
  const program = path.join(
    folder,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (!existsSync(program)) install(folder, `${name}@${version}`);
  if (!existsSync(program)) return { version, missing: `${name}@${version} cannot be installed here` };
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return stdout.trim() === `v${version}`
    ? { version, program }
    : { version, missing: `${name}@${version} does not run` };
}

function install(folder: string, what: string): void {
  mkdirSync(folder, { recursive: true });
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--fetch-retries=1'];
  spawnSync('npm', ['install', '--prefix', folder, ...flags, what], {
    cwd: folder,
    shell: process.platform === 'win32',
    timeout: 120_000,
  });
}
