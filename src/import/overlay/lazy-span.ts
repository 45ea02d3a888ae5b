import type { PathSegment } from '../../diagnostics/located-path.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { LiveObject } from '../live-objects.ts';

/** A place that is looked up when somebody asks for it: of the values of a dump hardly any is ever shown. */
export function lazySpan(object: LiveObject, path: readonly PathSegment[]): Span {
  const { source } = object;
  if (source === undefined) return object.span(path);
  let found: Span | undefined;
  const span = () => (found ??= object.span(path));
  return {
    source,
    get start() {
      return span().start;
    },
    get end() {
      return span().end;
    },
  };
}
