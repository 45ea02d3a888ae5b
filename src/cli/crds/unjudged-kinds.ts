import type { UnjudgedKind } from '../../check-admission.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Severity } from '../../diagnostics/severity.ts';

/** With the severity that the cluster gives it. */
export interface LevelledKind extends UnjudgedKind {
  readonly severity: Severity;
}

/** The kinds of all clusters that no CRD describes, each told once. */
export function unjudgedFindings(kinds: readonly LevelledKind[]): readonly Diagnostic[] {
  const byName = new Map<string, LevelledKind>();
  for (const kind of kinds) {
    const name = `${kind.severity} ${kind.apiVersion} ${kind.kind}`;
    const known = byName.get(name);
    byName.set(name, known === undefined ? kind : { ...known, objects: known.objects + kind.objects });
  }
  return [...byName.values()].map((kind) => ({ ...unjudgedFinding(kind), severity: kind.severity }));
}

/** What is told of the objects of one kind. */
export function unjudgedFinding({ apiVersion, kind, objects, span }: UnjudgedKind): Diagnostic {
  const count = objects === 1 ? '1 object' : `${objects} objects`;
  const message = `${count} of kind ${kind} (\`${apiVersion}\`) not judged: no given CRD describes it`;
  return diagnostic('PW9812', span, message, { help: 'Name its CRD with another `--crds`.' });
}
