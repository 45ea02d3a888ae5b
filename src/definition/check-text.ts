import { diagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import { replacementFix, scalarFix } from '../diagnostics/replacement.ts';
import { dnsSubdomainProblem, labelKeyProblem, labelValueProblem } from '../kubernetes/label.ts';
import type { TextCheck } from './field-traits.ts';
import { removeEntryFix } from '../diagnostics/entry-fixes.ts';
import { writtenAt } from './fixes.ts';

/** The API server refuses an empty taint value, though it accepts the absence of one. */
export const checkTaintValue: TextCheck = function* (text, { key, parent }) {
  if (text.value !== '') return;
  const entry = parent?.entries.get(key);
  yield diagnostic('PW2028', text.origin.span, 'the value of the taint is empty', {
    related: writtenAt(text.origin),
    help: 'Leave `value` out: the API server accepts a taint without a value, but not an empty one.',
    fix: parent === undefined || entry === undefined ? undefined : removeEntryFix(parent, entry),
  });
};

/** `dedicated` becomes a label's value, and a taint's, which must not be empty. */
export const checkDedicated = checkName(
  (text) => (text === '' ? 'is empty' : labelValueProblem(text)),
  'It becomes the value of a label and of a taint: letters, digits, `-`, `_`, `.`, at most 63.',
);

/** `dedicated_key` becomes the key of a label and of a taint. */
export const checkDedicatedKey = checkName(
  labelKeyProblem,
  'It becomes the key of a label and of a taint, such as `dedicated` or `example.com/team`.',
);

/** Regions and zones are values of labels, by which pods and pools ask for them. */
export const checkPlace = checkName(
  labelValueProblem,
  'It is the value of a label on nodes: letters, digits, `-`, `_`, `.`, at most 63.',
);

/** The name of a node class becomes the value of a label on its nodes. */
export const checkObjectName = checkName(
  (text) => dnsSubdomainProblem(text) ?? labelValueProblem(text),
  'It is the name of an object: lower-case letters, digits, `-`, `.`, at most 63.',
);

/** What becomes a name or a label of objects has to be one. */
function checkName(problemOf: (text: string) => string | undefined, help: string): TextCheck {
  return function* (text, { key }) {
    const problem = problemOf(text.value);
    if (problem === undefined) return;
    yield diagnostic('PW2023', text.origin.span, `the text \`${text.value}\` of \`${key}\` ${problem}`, {
      related: writtenAt(text.origin),
      help,
    });
  };
}

/** A provider of commands, not of definitions. */
const REHEARSAL = 'kwok';

/** One of a set of names that grows with the product, so that others are "not available" rather than wrong. */
export function checkAvailable(
  what: 'provider' | 'backend',
  available: readonly string[],
  planned: readonly string[] = [],
): TextCheck {
  return function* (text) {
    if (available.includes(text.value)) return;
    const suggestion = didYouMean(text.value, available);
    const known = planned.includes(text.value);
    yield diagnostic(
      'PW2060',
      text.origin.span,
      known
        ? `${what} \`${text.value}\` is not available in this version`
        : `there is no ${what} \`${text.value}\``,
      {
        related: writtenAt(text.origin),
        help:
          text.value === REHEARSAL
            ? `A definition keeps its own provider; \`poolwright synth --provider ${REHEARSAL}\` rehearses it.`
            : `Available: ${available.map((name) => `\`${name}\``).join(', ')}.`,
        fix: suggestion?.toLowerCase() === text.value.toLowerCase() ? scalarFix(text, suggestion) : undefined,
      },
    );
  };
}

/** `1.34`, or `1.34.2`. */
export const checkVersion: TextCheck = function* (text, { key }) {
  if (/^[0-9]+\.[0-9]+(?:\.[0-9]+)?$/.test(text.value)) return;
  const bare = /^v([0-9]+\.[0-9]+(?:\.[0-9]+)?)$/.exec(text.value)?.[1];
  yield diagnostic('PW2065', text.origin.span, `\`${key}: ${text.value}\` is not a version`, {
    related: writtenAt(text.origin),
    help: bare === undefined ? 'Write two or three numbers, such as `"1.34"`.' : `Write \`"${bare}"\`.`,
    fix: bare === undefined ? undefined : replacementFix(text.origin, `"${bare}"`),
  });
};
