import { CelError, type CelValue } from '../values.ts';
import { intAt, textAt } from './arguments.ts';

/** Places in texts count code points. */
export function charactersOf(text: string): readonly string[] {
  return [...text];
}

export function placeAt(args: readonly CelValue[], place: number, length: number): number {
  const value = intAt(args, place);
  if (value < 0n || value > BigInt(length)) throw new CelError(`index out of range: ${value}`);
  return Number(value);
}

/** `text.indexOf(part)`, `text.indexOf(part, from)`; -1 where it is not found. */
export function textIndex(args: readonly CelValue[]): bigint {
  const text = charactersOf(textAt(args, 0));
  const part = charactersOf(textAt(args, 1));
  const from = args.length > 2 ? intAt(args, 2) : 0n;
  if (part.length === 0) return from;
  if (from < 0n) throw new CelError(`index out of range: ${from}`);
  for (let at = from; at <= BigInt(text.length - part.length); at += 1n) {
    if (startsAt(text, part, Number(at))) return at;
  }
  return -1n;
}

/** `text.lastIndexOf(part)`, `text.lastIndexOf(part, from)`. */
export function textLastIndex(args: readonly CelValue[]): bigint {
  const text = charactersOf(textAt(args, 0));
  const part = charactersOf(textAt(args, 1));
  if (part.length === 0) return args.length > 2 ? intAt(args, 2) : BigInt(text.length);
  const from = args.length > 2 ? intAt(args, 2) : BigInt(Math.max(0, text.length - 1));
  if (from < 0n) throw new CelError(`index out of range: ${from}`);
  if (from >= BigInt(text.length)) return -1n;
  for (let at = Math.min(Number(from), text.length - part.length); at >= 0; at -= 1) {
    if (startsAt(text, part, at)) return BigInt(at);
  }
  return -1n;
}

function startsAt(text: readonly string[], part: readonly string[], at: number): boolean {
  return part.every((character, index) => text[at + index] === character);
}
