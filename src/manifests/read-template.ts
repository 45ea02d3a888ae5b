import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { PathSegment } from '../diagnostics/located-path.ts';
import { type KubeObject, titleOf } from './kube-object.ts';
import { isMap } from './pick.ts';
import type { PodData, PodDataReader } from './pod-data.ts';

type Report = (found: Diagnostic) => void;

/** The template at a path, in the shape of a pod. */
export function readTemplate(
  object: KubeObject,
  path: readonly PathSegment[],
  reader: PodDataReader,
  report: Report,
): PodData | undefined {
  let raw: unknown = object.raw;
  for (const key of path) raw = isMap(raw) ? raw[key] : undefined;
  if (isMap(raw)) return reader.read(raw);
  report(
    diagnostic('PW7010', object.place.span(path), `${titleOf(object)} has no template for its pods`, {
      help: `Give it one at \`${path.join('.')}\`. ${titleOf(object)} is left out.`,
    }),
  );
  return undefined;
}
