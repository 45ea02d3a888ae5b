import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { Compilation, CompiledCluster } from '../model/compilation.ts';
import type { Host } from './host.ts';
import { type ResolvedInputs, resolveInputs } from './resolve-inputs.ts';
import { UsageError } from './usage-error.ts';

/** The definitions that were named, else the file of that name, else all: a file may name its cluster differently. */
export async function inputsFor(
  cluster: string,
  definitions: readonly string[],
  host: Host,
): Promise<ResolvedInputs> {
  if (definitions.length > 0) return resolveInputs(definitions, host.cwd);
  try {
    return await resolveInputs([cluster], host.cwd);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return resolveInputs([], host.cwd);
  }
}

/** Undefined if there are errors, one of which may have hidden it. `named`: what the name itself stands for, if it may be a file. */
export function findCluster(
  name: string,
  compilation: Compilation,
  named?: ResolvedInputs,
): CompiledCluster | undefined {
  const found = compilation.clusters.find(({ cluster }) => cluster.name === name);
  if (found !== undefined) return found;
  const [input, ...others] = named?.inputs ?? [];
  const [only, ...more] = compilation.clusters;
  if (input?.origin === 'argument' && others.length === 0 && more.length === 0 && only !== undefined)
    return only;
  if (compilation.diagnostics.some(({ severity }) => severity === 'error')) return undefined;
  const names = compilation.clusters.map(({ cluster }) => cluster.name);
  throw new UsageError(`there is no cluster \`${name}\`${suggestion(name, names)}`);
}

/** What to add to a message about a name that does not exist. */
export function suggestion(name: string, names: readonly string[]): string {
  const near = didYouMean(name, names);
  if (near !== undefined) return `; did you mean \`${near}\`?`;
  return names.length === 0 ? '' : `; there is ${names.map((one) => `\`${one}\``).join(', ')}`;
}
