import type { LocatedScalar } from '../diagnostics/located.ts';

/**
 * Plain scalars that are text to YAML 1.2 but something else to YAML 1.1 readers, which are still common (Terraform,
 * PyYAML, Ruby). `y` and `n` are left out: the standard lists them, but hardly any reader follows it.
 */
const RETYPED_BY_YAML_1_1: readonly { readonly pattern: RegExp; readonly becomes: string }[] = [
  { pattern: /^(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/, becomes: 'a boolean' },
  { pattern: /^[-+]?[0-9]+(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/, becomes: 'a number in base 60' },
  { pattern: /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?$/, becomes: 'a date' },
  { pattern: /^[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(?:\.[0-9_]*)?)$/, becomes: 'a number' },
];

/** The first characters of everything above: most texts are ruled out by theirs. */
const MAY_BE_RETYPED = /^[-+0-9yYnNoO]/;

/** What YAML readers make of a scalar that stands where text is wanted. */
export type Retyping =
  /** Text to all of them. */
  | { readonly kind: 'text' }
  /** A number or boolean whose only spelling is the one written: turning it back into text loses nothing. */
  | { readonly kind: 'faithful' }
  /** Something else than the text written, to some reader or to all. `becomes` completes "is ...". */
  | { readonly kind: 'lossy'; readonly becomes: string; readonly readers: 'all' | 'YAML 1.1' };

const TEXT: Retyping = { kind: 'text' };

/** Judges a scalar that is not null. */
export function retyping(scalar: LocatedScalar): Retyping {
  if (scalar.style !== 'plain') return TEXT;
  const { value, text } = scalar;
  if (typeof value === 'string') {
    if (!MAY_BE_RETYPED.test(text)) return TEXT;
    const found = RETYPED_BY_YAML_1_1.find(({ pattern }) => pattern.test(text));
    return found === undefined ? TEXT : { kind: 'lossy', becomes: found.becomes, readers: 'YAML 1.1' };
  }
  const canonical = String(value);
  if (canonical === text) return { kind: 'faithful' };
  const noun = typeof value === 'boolean' ? 'boolean' : 'number';
  return { kind: 'lossy', becomes: `the ${noun} ${canonical}`, readers: 'all' };
}

/** Whether a number written like this is the same quantity to every reader (`1.50`, `1e3`, but not `010` or `1_000`). */
export function sameNumberToAll(text: string): boolean {
  return !/^[-+]?0[0-9xob]|[_:]/.test(text);
}
