/**
 * Runs a script of the repository from its sources: `node test/run-typescript.mjs FILE.ts ARGUMENT…`. Node 20 does not
 * take types away by itself, and a build would be slow and might be stale.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const [entry, ...args] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'poolwright-run-'));
try {
  const outfile = join(folder, 'bin', 'main.mjs');
  // Found from here as from the bundle of the package.
  symlinkSync(resolve('src/catalogue'), join(folder, 'catalogue'));
  for (const name of ['package.json', 'docs']) symlinkSync(resolve(name), join(folder, name));
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: 'inline',
    logLevel: 'warning',
    banner: {
      js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
    },
  });
  const child = spawn(
    process.execPath,
    [...process.execArgv, '--enable-source-maps', '--expose-gc', outfile, ...args],
    { stdio: 'inherit' },
  );
  // A terminal sends Ctrl-C to both; this one waits for what the other has to say, and tidies up behind it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [status] = await once(child, 'exit');
  process.exitCode = status ?? 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
