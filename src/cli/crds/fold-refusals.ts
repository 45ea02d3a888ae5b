import type { Diagnostic } from '../../diagnostics/diagnostic.ts';

/** "NodePool `default` and 2 more would be …" */
const OBJECTS = /^(?<kind>\S+) `(?<name>[^`]+)`(?: and (?<more>\d+) more)?(?= would be refused: )/;

/**
 * Refusals at one place that differ in the object they name, folded into one: a mistake in shared defaults is one mistake,
 * however many clusters inherit it. Others pass as they are, in order.
 */
export function foldRefusals(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const places = new Map<string, number>();
  const folded: Diagnostic[] = [];
  for (const found of findings) {
    const { kind, more } = OBJECTS.exec(found.message)?.groups ?? {};
    if (kind === undefined) {
      folded.push(found);
      continue;
    }
    const key = keyOf(found, kind);
    const at = places.get(key);
    const first = at === undefined ? undefined : folded[at];
    if (at === undefined || first === undefined) places.set(key, folded.push(found) - 1);
    else folded[at] = { ...first, message: plus(first.message, 1 + Number(more ?? 0)) };
  }
  return folded;
}

function keyOf({ code, span: { source, start, end }, message }: Diagnostic, kind: string): string {
  return JSON.stringify([code, source.file, start, end, message.replace(OBJECTS, kind)]);
}

function plus(message: string, count: number): string {
  const { kind = '', name = '', more } = OBJECTS.exec(message)?.groups ?? {};
  return message.replace(OBJECTS, `${kind} \`${name}\` and ${Number(more ?? 0) + count} more`);
}
