import path from 'node:path';
import type { DefinitionFile } from '../../compile.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Host } from '../host.ts';
import {
  loadDefinitions,
  type LoadedDefinitions,
  type LoadOptions,
  STANDARD_INPUT,
} from '../load-definitions.ts';
import { reportPath } from '../repository.ts';
import { type ResolvedInputs, resolveInputs } from '../resolve-inputs.ts';
import { dealtTogether } from './dealt-together.ts';
import { possibleNames } from './possible-names.ts';
import type { Shard } from './shard.ts';

/** The definitions of a run, and which of them one shard does. */
export interface Share {
  readonly resolved: ResolvedInputs;
  /** All definitions: what they are called decides who does them. */
  readonly loaded: LoadedDefinitions;
  /** Its own, in their order. */
  readonly files: readonly SharedFile[];
  /** Those of the others. */
  readonly otherFiles: readonly SharedFile[];
  /** Files that could not be decoded. What concerns no definition in particular is everybody's. */
  readonly problems: readonly { readonly index: number; readonly diagnostic: Diagnostic }[];
}

export interface SharedFile {
  readonly definition: DefinitionFile;
  /** Its place among all definition files of the run. */
  readonly index: number;
}

/** Reads the definitions and takes the share of these shards: dealt by the first, that again by the next. */
export async function loadShare(
  args: readonly string[],
  { shards, ...options }: LoadOptions & { readonly shards: readonly Shard[] },
  host: Host,
): Promise<Share> {
  const resolved = await resolveInputs(args, host.cwd);
  const loaded = await loadDefinitions(resolved.inputs, options, host);
  const names = resolved.inputs.map(({ file }) => nameOf(file, loaded.root));
  const places = new Map(names.map((name, index) => [name, index]));
  const placed = loaded.files.map((definition) => ({
    definition,
    index: places.get(definition.source.file) ?? 0,
  }));
  const mine = dealtTogether(clusterNames(names.length, placed, shards), shards);
  return {
    resolved,
    loaded,
    files: placed.filter(({ index }) => mine.has(index)),
    otherFiles: placed.filter(({ index }) => !mine.has(index)),
    problems: loaded.problems.flatMap((diagnostic) => {
      const index = places.get(diagnostic.span.source.file);
      return index !== undefined && !mine.has(index) ? [] : { index: index ?? 0, diagnostic };
    }),
  };
}

/** By place; a file that is no text has none. */
function clusterNames(
  count: number,
  placed: readonly SharedFile[],
  shards: readonly Shard[],
): readonly (readonly string[])[] {
  const names = Array.from({ length: count }, (): readonly string[] => []);
  if (shards.length === 0) return names;
  for (const { definition, index } of placed) names[index] = possibleNames(definition);
  return names;
}

function nameOf(file: string, root: string): string {
  return file === '-' ? STANDARD_INPUT : reportPath(root, path.resolve(file));
}
