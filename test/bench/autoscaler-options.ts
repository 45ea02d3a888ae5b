import { parseArgs } from 'node:util';

export interface AutoscalerOptions {
  /** Of the problems that are to be measured. */
  readonly names: readonly string[];
  readonly runs: number;
}

/** Undefined: wrong usage. */
export function autoscalerOptions(
  args: readonly string[],
  known: readonly string[],
): AutoscalerOptions | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { runs: { type: 'string', default: '9' } },
    });
    const runs = Number(values.runs);
    if (!Number.isInteger(runs) || runs < 1 || positionals.some((name) => !known.includes(name)))
      return undefined;
    return { names: positionals.length > 0 ? positionals : known, runs };
  } catch {
    return undefined;
  }
}
