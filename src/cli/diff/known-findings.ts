import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { placeAndKind } from '../../diagnostics/fold-pools.ts';
import type { ReviewFinding } from '../../model/review.ts';
import { outcomeOf } from '../exit-code.ts';

export interface ComparedFindings {
  readonly findings: readonly ReviewFinding[];
  /** Of base, in its order. */
  readonly resolved: readonly Diagnostic[];
}

/** The file of a finding in words that hold for both sides: its cluster, or where it is. */
export type OwnerOf = (found: Diagnostic) => string;

export interface SideFindings {
  readonly diagnostics: readonly Diagnostic[];
  readonly ownerOf: OwnerOf;
}

/**
 * Which of head's findings base has too. Lines move, so what counts is what is said, of which cluster; of several that
 * say the same those on equal lines belong together first. That a budget is crossed is known, whatever the amount.
 */
export function compareFindings(base: SideFindings, head: SideFindings): ComparedFindings {
  const known = new Set<Diagnostic>();
  const left = new Set(base.diagnostics);
  for (const keyOf of KEYS) {
    const waiting = new Map<string, Diagnostic[]>();
    for (const found of left) {
      const key = keyOf(found, base.ownerOf);
      if (key === undefined) continue;
      waiting.set(key, [...(waiting.get(key) ?? []), found]);
    }
    for (const found of head.diagnostics) {
      if (known.has(found)) continue;
      const key = keyOf(found, head.ownerOf);
      const twin = key === undefined ? undefined : waiting.get(key)?.shift();
      if (twin === undefined) continue;
      known.add(found);
      left.delete(twin);
    }
  }
  return {
    findings: head.diagnostics.map((diagnostic) => ({ diagnostic, known: known.has(diagnostic) })),
    resolved: [...left],
  };
}

type KeyOf = (found: Diagnostic, ownerOf: OwnerOf) => string | undefined;

/** The strictest first. */
const KEYS: readonly KeyOf[] = [
  (found, ownerOf) => `${saying(found, ownerOf)}\n${lineOf(found)}`,
  saying,
  // Findings that name one of several pools: which one is no difference.
  (found, ownerOf) => `${ownerOf(found)}\n${kindOf(found)}\n${lineOf(found)}`,
  (found, ownerOf) => {
    const subject = SUBJECTS[found.code]?.(found.message);
    return subject === undefined ? undefined : `${ownerOf(found)}\n${found.code}\n${subject}`;
  },
  (found, ownerOf) =>
    outcomeOf(found) === 'money' ? saying({ ...found, message: withoutFigures(found) }, ownerOf) : undefined,
];

/** Findings that list or count: one pool or object more or less makes no other finding. What it is about decides. */
const SUBJECTS: Partial<Record<DiagnosticCode, (message: string) => string>> = {
  // The requirements. Names of pools have no blanks.
  PW4005: (message) => (message.match(/`[^` ]+ [^`]*`/g) ?? []).join('\n'),
  // The pool that wins.
  PW4006: (message) => /`[^`]+`/.exec(message)?.[0] ?? message,
  ...Object.fromEntries(
    ['PW9801', 'PW9802', 'PW9803', 'PW9804', 'PW9805'].map((code) => [code, withoutOthers]),
  ),
  // The kind.
  PW9812: (message) => message.replace(/^\d+ objects? /, ''),
};

/** The first object of several that are refused alike. */
function withoutOthers(message: string): string {
  return message.replace(/ and \d+ more(?= would be refused: )/, '');
}

function saying(found: Diagnostic, ownerOf: OwnerOf): string {
  return `${ownerOf(found)}\n${found.code}\n${found.message}`;
}

/** What `foldPools` goes by, without the place. */
function kindOf(found: Diagnostic): string {
  const [code, , , , ...message] = placeAndKind(found).split('\n');
  return [code, ...message].join('\n').replaceAll(/\b(?:all )?\d+ pools\b/g, 'pool');
}

function lineOf({ span: { source, start } }: Diagnostic): string {
  return source.lineText(source.positionAt(start).line).trim();
}

function withoutFigures({ message }: Diagnostic): string {
  return message.replaceAll(/\$?\d[\d,.]*/g, '#');
}
