import { buildSync } from 'esbuild';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface BundledProgram {
  /** A folder for the `PATH`. */
  readonly bin: string;
  readonly worker: string;
  readonly remove: () => void;
}

/**
 * The command line and its worker from sources, bundled as the package has them: Node runs no TypeScript. `main.js`
 * stands in `bin`, and beside it what else is asked for, name to source.
 */
export function bundledProgram(others: Readonly<Record<string, string>> = {}): BundledProgram {
  const folder = mkdtempSync(path.resolve('node_modules/.poolwright-bundle-'));
  // Beside the bundle stands what it reads.
  symlinkSync(path.resolve('src/catalogue'), path.join(folder, 'catalogue'));
  const bin = path.join(folder, 'bin');
  buildSync({
    entryPoints: { main: 'src/cli/main.ts', worker: 'src/cli/worker.ts', ...others },
    outdir: bin,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    external: ['cdk8s', 'cdk8s-plus-28', 'constructs'],
    banner: {
      js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
    },
  });
  const program = path.join(bin, 'poolwright');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${path.join(bin, 'main.js')}' "$@"\n`);
  chmodSync(program, 0o755);
  return {
    bin,
    worker: path.join(bin, 'worker.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
