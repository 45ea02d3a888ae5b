import type { Refusal } from '../../../../src/model/admission.ts';
import type { Cause, RecordedCase, Verdict } from './case.ts';
import { tokensOf } from './edit.ts';

/** How our answer to one case relates to the server's. */
export interface Comparison {
  readonly refusedByBoth: boolean;
  /** Both admit or both refuse; create and apply both count where they differ. */
  readonly agrees: boolean;
  /** Fields that only one side blames; empty if both refuse for the same fields. */
  readonly onlyServer: readonly string[];
  readonly onlyOurs: readonly string[];
}

/** What a server adds to causes that it tells as well: rules that were not asked, a scale that cannot be read. */
const ADDED = /some validation rules were not checked|accessor error/;

/** `spec.a[0]['x.y']` and `/spec/a/0/x.y` alike as `spec.a.0.x.y`. */
const plainField = (field: string): string =>
  field.replaceAll(
    /\['([^']*)'\]|\[([^\]]*)\]/g,
    (_all, quoted?: string, plain?: string) => `.${quoted ?? plain ?? ''}`,
  );

const plainPointer = (pointer: string): string => tokensOf(pointer).join('.');

/** The fields that a server blames; the whole object is ''. Some messages name their field at the end of the text only. */
export function fieldsOf(causes: readonly Cause[]): string[] {
  const fields = causes
    .filter((cause) => !ADDED.test(cause.message))
    .map((cause) =>
      cause.field === '<nil>' || cause.field === ''
        ? (/ in ([^\s]+)$/.exec(cause.message)?.[1] ??
          /"([^"]+)" must (?:not )?validate/.exec(cause.message)?.[1] ??
          '')
        : cause.field,
    );
  // A scale's path begins with a dot.
  return [...new Set(fields.map((field) => plainField(field).replace(/^\./, '')))].toSorted();
}

export function compare(recorded: RecordedCase, refusals: readonly Refusal[]): Comparison {
  const { verdict } = recorded;
  const admittedByUs = refusals.length === 0;
  const agrees = admittedByUs === verdict.admitted || admittedByUs === verdict.apply?.admitted;
  const ours = [...new Set(refusals.map((refusal) => plainPointer(refusal.pointer)))].toSorted();
  const causes = causesOf(verdict);
  const theirs = fieldsOf(causes);
  const both = causes.length > 0 && !admittedByUs;
  return {
    refusedByBoth: both,
    agrees,
    onlyServer: both
      ? theirs.filter(
          (field) => !ours.some((mine) => isSame(mine, field)) && !(field === '' && stopsEarly(causes)),
        )
      : [],
    // A server that meets an unknown field, or cannot decode, tells nothing else.
    onlyOurs:
      both && !stopsEarly(causes) ? ours.filter((mine) => !theirs.some((field) => isSame(mine, field))) : [],
  };
}

/** What an apply blames, where it tells fields: it does not in what its own reading of the schema refuses. */
const causesOf = ({ causes, apply }: Verdict): readonly Cause[] =>
  apply?.admitted === false && !stopsEarly(apply.causes) ? apply.causes : causes;

/** Of labels, annotations, finalizers and owners a server names the list or map only; we name the entry. */
const isSame = (ours: string, theirs: string): boolean =>
  ours === theirs ||
  (/(^|\.)metadata\./.test(theirs) &&
    (ours.startsWith(`${theirs}.`) || ours.replaceAll(/\.\d+\./g, '.') === theirs));

const stopsEarly = (causes: readonly Cause[]): boolean =>
  causes.some((cause) => cause.reason === 'UnknownField' || cause.reason === '');
