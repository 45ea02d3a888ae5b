import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OracleFailure } from './failure.ts';
import { moduleWithTiesByName } from './ties-by-name.ts';

const SOURCES = 'test/conformance/oracle';
const FOLDER = join(tmpdir(), 'poolwright-oracle');

/** `unmodified` is Karpenter as it is released. `ties-by-name` never picks at random between equal domains. */
export type OracleVariant = 'unmodified' | 'ties-by-name';

/**
 * Compiles the oracle and returns the path of the program. It lies in the temporary folder under the digest of its
 * sources, so that the next call finds it there.
 */
export function buildOracle(variant: OracleVariant = 'unmodified'): string {
  const program = join(FOLDER, `oracle-${variant}-${digestOfSources()}`);
  if (existsSync(program)) return program;
  mkdirSync(FOLDER, { recursive: true });
  // Another process may be building the same: each has its own folder, and the last rename wins.
  const scratch = mkdtempSync(join(FOLDER, 'build-'));
  try {
    const flags = variant === 'unmodified' ? [] : [`-modfile=${changedModule(scratch)}`];
    go(['build', ...flags, '-o', join(scratch, 'oracle'), '.']);
    renameSync(join(scratch, 'oracle'), program);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return program;
}

function changedModule(scratch: string): string {
  go(['mod', 'download', 'sigs.k8s.io/karpenter']);
  const module = go(['list', '-m', '-f', '{{.Dir}}', 'sigs.k8s.io/karpenter']).trim();
  return moduleWithTiesByName(module, SOURCES, scratch);
}

function go(args: readonly string[]): string {
  const done = spawnSync('go', args, { cwd: SOURCES, encoding: 'utf8' });
  if (done.error !== undefined) {
    throw new OracleFailure(
      'the oracle is a Go program, and the command "go" cannot be run; install Go 1.26.6 or newer (https://go.dev/dl). ' +
        'Only conformance:record, conformance:random and benchmarks against Karpenter need it.',
    );
  }
  if (done.status !== 0)
    throw new OracleFailure(`go ${args.join(' ')} failed in ${SOURCES}:\n${done.stderr}`);
  return done.stdout;
}

/** Of everything that the program is made from. */
function digestOfSources(): string {
  const digest = createHash('sha256');
  const names = readdirSync(SOURCES).filter((name) => /\.go$|^go\.(mod|sum)$|^ties-by-name\.ts$/.test(name));
  for (const name of names.sort()) digest.update(`${name}\n`).update(readFileSync(join(SOURCES, name)));
  return digest.digest('hex').slice(0, 16);
}
