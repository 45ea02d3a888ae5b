import type { DefinitionPart } from '../shards/definition-part.ts';
import type { LoadedSide } from '../sides/side.ts';
import type { OwnerOf } from './known-findings.ts';

/** How files of a side are called on both sides. */
export interface FileOwners {
  /** What comes before the names that both sides have in common. */
  readonly prefix: string;
  /** Two files that are compared with each other are one cluster by any name. */
  readonly single: readonly string[];
}

export function fileOwners({ units }: LoadedSide): FileOwners {
  const one = units.find(({ key, file }) => key !== file && file.endsWith(key));
  return {
    prefix: one === undefined ? '' : one.file.slice(0, one.file.length - one.key.length),
    single: units.filter(({ key }) => key === '').map(({ file }) => file),
  };
}

/** A definition belongs to its clusters, wherever the file is; other files are where they are below what was named. */
export function ownerOf(parts: readonly DefinitionPart[], { prefix, single }: FileOwners): OwnerOf {
  const names = new Map<string, string>();
  for (const { name, file } of parts.flatMap(({ clusters }) => clusters.map(({ report }) => report))) {
    names.set(file, single.includes(file) ? '' : `${names.get(file) ?? ''}\n${name}`);
  }
  return ({ span: { source } }) => {
    const { file } = source;
    return names.get(file) ?? (file.startsWith(prefix) ? file.slice(prefix.length) : file);
  };
}
