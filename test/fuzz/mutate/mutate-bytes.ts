import type { SeededRandom } from '../seeded-random.ts';
import { AWKWARD } from './awkward.ts';

const CHARACTERS = [
  ...'{}[]:,#&*!|>\'"%@`-?+=()/\\$~^;. \t\r\n\u0000\u0001\u007f\u0085\u00a0\u2028\ufeff\ufffd\uffffé😀0123456789aAzZ',
  '\ud800',
  '\udfff',
  '',
];

/** One edit that knows nothing of the format: cut, doubled, swapped, replaced, repeated, spliced. */
export function mutateBytes(text: string, others: readonly string[], random: SeededRandom): string {
  const at = random.below(text.length + 1);
  const length = 1 + random.below(random.pick([2, 8, 64, 1024]));
  const part = text.slice(at, at + length);
  switch (random.below(10)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + part + text.slice(at);
    case 2: {
      const to = random.below(text.length + 1);
      return text.slice(0, to) + part + text.slice(to);
    }
    case 3:
      return text.slice(0, at) + random.pick(CHARACTERS) + text.slice(at + random.below(2));
    case 4:
      return text.slice(0, at) + random.pick(AWKWARD) + text.slice(at + random.below(8));
    case 5:
      return text.slice(0, at) + random.pick(CHARACTERS).repeat(1 + random.below(300)) + text.slice(at);
    // Cut off, as a download that broke.
    case 6:
      return text.slice(0, at);
    case 7: {
      const other = random.pick(others);
      const from = random.below(other.length + 1);
      return text.slice(0, at) + other.slice(from, from + length) + text.slice(at);
    }
    case 8:
      return text.slice(0, at) + flipped(part, random) + text.slice(at + length);
    default:
      return text.replaceAll(random.pick(['"', ',', '\n', ' ', ':', '0']), random.pick(CHARACTERS));
  }
}

function flipped(part: string, random: SeededRandom): string {
  if (part === '') return part;
  const at = random.below(part.length);
  const unit = part.charCodeAt(at) ^ (1 << random.below(8));
  return part.slice(0, at) + String.fromCharCode(unit) + part.slice(at + 1);
}
