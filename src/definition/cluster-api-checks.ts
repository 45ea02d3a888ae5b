import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { LocatedScalar, LocatedValue } from '../diagnostics/located.ts';
import { parseDuration } from '../kubernetes/duration.ts';
import { dnsLabelProblem, dnsSubdomainProblem } from '../kubernetes/label.ts';
import type { LocatedText, TextCheck } from './field-traits.ts';
import { writtenAt } from './fixes.ts';

/** Go duration text, as the Cluster Autoscaler reads it: `10m`, `1h30m`. */
export const checkDuration: TextCheck = function* (text, { key }) {
  const nanoseconds = parseDuration(text.value);
  if (nanoseconds !== undefined && nanoseconds >= 0n) return;
  yield refused(text, `\`${key}: ${text.value}\` is not a duration`, {
    help: 'Write hours, minutes and seconds, such as `10m` or `1h30m`. A day is `24h`.',
  });
};

/** A part of a node, or `-1`: no node is used so little. */
export const checkUtilization: TextCheck = function* (text, { key }) {
  if (/^(?:-1|0(?:\.[0-9]+)?|1(?:\.0+)?|\.[0-9]+)$/.test(text.value)) return;
  yield refused(text, `\`${key}: ${text.value}\` is not a part of a node`, {
    help: 'Write a number from `0` to `1`, such as `0.5`, or `-1` for never.',
  });
};

/** `3` or `40%`, as Kubernetes' IntOrString takes it. */
export const checkCountOrPercent: TextCheck = function* (text, { key }) {
  if (/^(?:0|[1-9][0-9]{0,8}|(?:0|[1-9][0-9]?|100)%)$/.test(text.value)) return;
  yield refused(text, `\`${key}: ${text.value}\` is neither a count nor a percentage`, {
    help: 'Write a whole number, such as `1`, or a percentage, such as `40%`.',
  });
};

export const checkDnsLabel: TextCheck = function* (text, { key }) {
  const problem = dnsLabelProblem(text.value);
  if (problem !== undefined) yield refused(text, `${shown(key, text)} ${problem}`);
};

export const checkDomain: TextCheck = function* (text, { key }) {
  const problem =
    dnsSubdomainProblem(text.value) ?? (text.value.includes('.') ? undefined : 'is not a domain');
  if (problem === undefined) return;
  yield refused(text, `${shown(key, text)} ${problem}`, {
    help: 'Write a domain of yours, such as `example.com`.',
  });
};

export const checkDriver: TextCheck = function* (text, { key }) {
  const problem = dnsSubdomainProblem(text.value);
  if (problem !== undefined) yield refused(text, `${shown(key, text)} ${problem}`);
};

/** The manager compiles these by Go's engine, which knows neither lookaround nor references back. */
export const checkLabelPattern: TextCheck = function* (text) {
  const problem = /\(\?(?:=|!|<=|<!)|\\[1-9]/.test(text.value)
    ? 'uses what Go does not have: lookaround, references back'
    : compiles(text.value)
      ? undefined
      : 'is not a regular expression';
  if (problem !== undefined) yield refused(text, `\`${text.value}\` ${problem}`);
};

function compiles(pattern: string): boolean {
  try {
    // Flags at the beginning are Go's spelling.
    return new RegExp(pattern.replace(/^\(\?[a-zA-Z]+\)/, '')) instanceof RegExp;
  } catch {
    // The engine's own message names no place.
    return false;
  }
}

/** Names of CSI drivers, which stand between `,` and `=` in an annotation. */
export function* checkDriverNames(value: LocatedValue): Iterable<Diagnostic> {
  if (value.kind !== 'map') return;
  for (const { key, keySpan } of value.entries.values()) {
    const problem = dnsSubdomainProblem(key);
    if (problem !== undefined) yield diagnostic('PW2023', keySpan, `the CSI driver \`${key}\` ${problem}`);
  }
}

const EXPANDERS = ['least-waste', 'most-pods', 'least-nodes', 'priority', 'random', 'grpc'];

/** A chain of expanders that the autoscaler starts with. */
export function* checkExpanders(value: LocatedValue): Iterable<Diagnostic> {
  if (value.kind !== 'list') return;
  const first = new Map<string, LocatedScalar>();
  const texts = value.items.filter((item): item is LocatedText => isText(item));
  for (const [i, item] of texts.entries()) {
    const earlier = first.get(item.value);
    if (earlier !== undefined) {
      yield diagnostic('PW2067', item.origin.span, `the expander \`${item.value}\` is named twice`, {
        related: [{ span: earlier.origin.span, message: 'first named here' }],
        help: 'Remove one of the two: the autoscaler refuses to start with such a chain.',
      });
    } else if (item.value === 'price') {
      yield diagnostic(
        'PW2067',
        item.origin.span,
        'the expander `price` does not work with Cluster API, which knows no prices',
        { help: 'Remove it, or the autoscaler ends at start-up. Use `priority` with `price_tiers`.' },
      );
    } else if (!EXPANDERS.includes(item.value)) {
      yield unknownExpander(item);
    } else if (item.value === 'random' && i < texts.length - 1) {
      yield diagnostic('PW2067', item.origin.span, 'the expander `random` leaves nothing to those after it', {
        help: 'Put it last.',
      });
    }
    if (earlier === undefined) first.set(item.value, item);
  }
}

function unknownExpander({ value, origin }: LocatedText): Diagnostic {
  const nearest = didYouMean(value, EXPANDERS);
  return diagnostic('PW2067', origin.span, `there is no expander \`${value}\``, {
    help:
      nearest === undefined
        ? `Expanders: ${EXPANDERS.map((name) => `\`${name}\``).join(', ')}.`
        : `Did you mean \`${nearest}\`?`,
  });
}

function shown(key: string, { value }: LocatedText): string {
  return value === '' ? `\`${key}\`` : `\`${key}: ${value}\``;
}

function isText(value: LocatedValue): boolean {
  return value.kind === 'scalar' && typeof value.value === 'string';
}

function refused(text: LocatedText, message: string, { help }: { readonly help?: string } = {}): Diagnostic {
  return diagnostic('PW2023', text.origin.span, message, { related: writtenAt(text.origin), help });
}
