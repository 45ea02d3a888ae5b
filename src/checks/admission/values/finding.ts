import type { JsonValue } from '../../../diagnostics/json-value.ts';
import type { Refusal, RefusalReason } from '../../../model/admission.ts';
import { badValue, goQuote } from './go-text.ts';
import { dottedOf, type Path, pointerOf } from './path.ts';

/** A refusal in the making. */
export interface Finding {
  readonly reason: RefusalReason;
  readonly path: Path | undefined;
  readonly message: string;
  /** Rules are not asked about an object with such a finding: they could not rely on its types. */
  readonly blocking: boolean;
  readonly rule?: string;
  readonly transition?: boolean;
  readonly reads?: readonly (Path | undefined)[];
}

export function required(path: Path, detail = ''): Finding {
  const message = detail === '' ? 'Required value' : `Required value: ${detail}`;
  return { reason: 'required', path, message, blocking: true };
}

export function invalid(path: Path | undefined, value: JsonValue, detail: string): Finding {
  return { reason: 'value', path, message: `Invalid value: ${badValue(value)}: ${detail}`, blocking: false };
}

/** Of a constraint of the schema, which names its place once more: `spec.x in body should …`. */
export function unfit(path: Path | undefined, value: JsonValue, should: string): Finding {
  return invalid(path, value, `${dottedOf(path)} in body ${should}`);
}

/** What the API server says of a whole value, without repeating it: `"spec.x" must validate …`. */
export function unfitWhole(path: Path | undefined, detail: string): Finding {
  return invalid(path, '', detail);
}

/** `found` is the JSON type of the value. */
export function wrongType(path: Path | undefined, expected: string, found: string): Finding {
  const detail = `${dottedOf(path)} in body must be of type ${expected}: ${goQuote(found)}`;
  return { reason: 'type', path, message: `Invalid value: ${goQuote(found)}: ${detail}`, blocking: true };
}

export function unsupported(
  path: Path | undefined,
  value: JsonValue,
  allowed: readonly JsonValue[],
): Finding {
  const values = allowed.map((one) => goQuote(typeof one === 'string' ? one : JSON.stringify(one)));
  const message = `Unsupported value: ${badValue(value)}: supported values: ${values.join(', ')}`;
  return { reason: 'value', path, message, blocking: true };
}

export function tooLong(path: Path | undefined, limit: number): Finding {
  const message = `Too long: may not be more than ${limit} ${limit === 1 ? 'byte' : 'bytes'}`;
  return { reason: 'value', path, message, blocking: true };
}

export function tooMany(path: Path | undefined, count: number, limit: number): Finding {
  const message = `Too many: ${count}: must have at most ${limit} ${limit === 1 ? 'item' : 'items'}`;
  return { reason: 'value', path, message, blocking: true };
}

export function duplicate(path: Path | undefined, value: JsonValue): Finding {
  const message = `Duplicate value: ${badValue(value)}`;
  return { reason: 'duplicate', path, message, blocking: false };
}

export function unknownField(path: Path): Finding {
  return { reason: 'unknown-field', path, message: 'field not declared in schema', blocking: false };
}

export function refusalOf({ reason, path, message, rule, transition, reads }: Finding): Refusal {
  return {
    reason,
    pointer: pointerOf(path),
    message,
    ...(rule === undefined ? {} : { rule }),
    ...(transition === true ? { transition } : {}),
    ...(reads === undefined ? {} : { reads: reads.map(pointerOf) }),
  };
}
