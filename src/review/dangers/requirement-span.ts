import type { Span } from '../../diagnostics/span.ts';
import type { SpecView } from '../spec-view.ts';

/** The line of the requirement, or else the label, on a key. */
export function requirementSpan(view: SpecView, key: string): Span | undefined {
  const index = view.requirements.findIndex((one) => one.key === key);
  if (index >= 0) return view.span('template', 'spec', 'requirements', index);
  return Object.hasOwn(view.labels, key) ? view.span('template', 'metadata', 'labels', key) : undefined;
}
