import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const FIXTURES = 'test/conformance/bench';

export interface PackerOptions {
  readonly files: readonly string[];
  readonly runs: number;
  readonly oracle: boolean;
  readonly agree: boolean;
  readonly scale: boolean;
}

/** Undefined: wrong usage. */
export function packerOptions(args: readonly string[]): PackerOptions | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        runs: { type: 'string', default: '9' },
        oracle: { type: 'boolean', default: false },
        agree: { type: 'boolean', default: false },
        scale: { type: 'boolean', default: false },
      },
    });
    const runs = Number(values.runs);
    if (!Number.isInteger(runs) || runs < 1) return undefined;
    const files = positionals.length > 0 || values.scale ? positionals : fixtures();
    return { files, runs, oracle: values.oracle, agree: values.agree, scale: values.scale };
  } catch {
    return undefined;
  }
}

/** By kind, then by size. */
function fixtures(): readonly string[] {
  const size = (name: string) => Number(/[0-9]+/.exec(name)?.[0] ?? 0);
  const kind = (name: string) => name.replace(/[0-9].*/, '');
  return readdirSync(FIXTURES)
    .filter((name) => name.endsWith('.json.gz'))
    .sort((a, b) => (kind(a) === kind(b) ? size(a) - size(b) : kind(a) < kind(b) ? -1 : 1))
    .map((name) => join(FIXTURES, name));
}
