import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Severity } from '../../diagnostics/severity.ts';
import { foldRefusals } from './fold-refusals.ts';

/** Refusals that objects are spared because they were there before. */
export interface Forgiven {
  readonly refusals: readonly Diagnostic[];
  /** Of the finding that counts them. @default nobody wants to know */
  readonly severity?: Severity;
}

/** One finding for all clusters of a run, for each severity that they give it. */
export function forgivenFindings(all: readonly Forgiven[]): readonly Diagnostic[] {
  const bySeverity = new Map<Severity, Diagnostic[]>();
  for (const { refusals, severity } of all) {
    if (severity === undefined) continue;
    bySeverity.set(severity, [...(bySeverity.get(severity) ?? []), ...refusals]);
  }
  return [...bySeverity].flatMap(([severity, refusals]) =>
    forgivenFinding(foldRefusals(refusals)).map((found) => ({ ...found, severity })),
  );
}

/** What is told of refusals, at the first of them. */
export function forgivenFinding(refusals: readonly Diagnostic[]): readonly Diagnostic[] {
  const [first] = refusals;
  if (first === undefined) return [];
  const more = refusals.length === 1 ? '1 more error' : `${refusals.length} more errors`;
  return [
    diagnostic('PW9813', first.span, `${more} if the objects were new: they are in the base already`, {
      help: 'An API server forgives an object what was wrong before. In a new cluster it refuses it: `--crds` without `--base` shows that.',
    }),
  ];
}
