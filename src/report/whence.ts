import { layerName } from '../diagnostics/describe-origin.ts';
import type { Layer, Origin } from '../diagnostics/origin.ts';
import { locate, type ReportLocation } from './check-report.ts';

/** Where a value came from. */
export interface Whence {
  /** The layer that supplied it. */
  readonly layer?: Layer['kind'];
  /** The layer in words: `profile spot`. Empty if there is none. */
  readonly from: string;
  /** Where it is written; for built-in values the pool. */
  readonly place: ReportLocation;
}

export function whence({ layer, span }: Origin): Whence {
  return {
    ...(layer === undefined ? {} : { layer: layer.kind }),
    from: layer === undefined ? '' : layerName(layer).replaceAll('`', ''),
    place: locate(span),
  };
}

/** `line 24` in the pool's file, `_defaults.yaml:5 (profile spot)` in one beside it, `built-in set 1` in none. */
export function whereText({ from, layer, place }: Whence, file: string): string {
  if (layer === 'built-in') return from;
  const { line } = place.range.start;
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const beside = place.file.startsWith(folder) ? place.file.slice(folder.length) : place.file;
  const where = place.file === file ? `line ${line}` : `${beside}:${line}`;
  if (layer === 'pool' || from === '') return where;
  return `${where} (${layer === 'settings' ? layer : from})`;
}
