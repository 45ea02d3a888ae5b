import { alternatives } from '../../diagnostics/describe-value.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { SavedCluster, SavedCompilation } from '../../import/saved/saved-compilation.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import { counted } from '../../report/words.ts';
import type { UnitCluster } from './side.ts';

/** How a saved cluster was read. */
export interface SavedFate {
  /** It was compiled from the texts in the document. */
  readonly hasText: boolean;
  /** Objects that differ from what it compiles to. */
  readonly changed: number;
  /** Pools that the objects do not amount to. */
  readonly lost: readonly string[];
  /** The same cluster on the other side. */
  readonly counterpart: UnitCluster | undefined;
}

export interface SavedDocument {
  readonly source: Source;
  readonly saved: SavedCompilation;
  readonly options: { readonly version: string };
}

/** What is not as it was when the document was written, and what is not known. */
export function savedNotes(
  { cluster }: CompiledCluster,
  saved: SavedCluster,
  { hasText, changed, lost, counterpart }: SavedFate,
  { source: { file }, saved: document, options: { version } }: SavedDocument,
): readonly string[] {
  const notes: string[] = [];
  const { poolwrightVersion } = document;
  if (poolwrightVersion !== version) {
    notes.push(
      `${file} was written by poolwright ${poolwrightVersion}, and this is ${version}: its objects are compared as they were written; types, prices and plans are those of this version.`,
    );
  }
  if (hasText && changed > 0) {
    notes.push(
      `${counted(changed, 'object')} of ${file} ${changed === 1 ? 'is' : 'are'} not what this version makes of the definition in it: the objects of ${file} are compared.`,
    );
  }
  if (!hasText && !saved.failed) notes.push(withoutText(file, counterpart));
  if (lost.length > 0 && !saved.failed) {
    const names = alternatives(
      lost.map((name) => `\`${name}\``),
      'and',
    );
    notes.push(
      `What the objects of ${names} in ${file} admit and cost is not known, so they are not compared.`,
    );
  }
  const catalogue = cluster.settings.catalogue?.value;
  if (catalogue !== undefined && counterpart?.compiled.cluster.settings.catalogue?.value !== catalogue) {
    notes.push(`The catalogue ${catalogue} is not in ${file}: the built-in one stands in for it.`);
  }
  return notes;
}

function withoutText(file: string, counterpart: UnitCluster | undefined): string {
  const from =
    counterpart === undefined
      ? 'built-in values stand in'
      : `${counterpart.compiled.cluster.source.file} has the say`;
  return `${file} does not hold the text of the definition, or this version reads it otherwise: its objects are compared, and for what they do not say (prices, scenarios, options of Cluster API) ${from}.`;
}
