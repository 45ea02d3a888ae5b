import type { SeededRandom } from '../seeded-random.ts';
import { AWKWARD } from './awkward.ts';

/** One to four random edits of a definition: lines moved, dropped, doubled, re-indented, values and characters replaced. */
export function mutateLines(text: string, others: readonly string[], random: SeededRandom): string {
  let mutated = text;
  for (let edits = 1 + random.below(4); edits > 0; edits--) mutated = edit(mutated, others, random);
  return mutated;
}

function edit(text: string, others: readonly string[], random: SeededRandom): string {
  const lines = text.split('\n');
  const at = random.below(lines.length);
  const line = lines[at] ?? '';
  switch (random.below(11)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, line);
      break;
    case 2:
      lines[at] = `  ${line}`;
      break;
    case 3:
      lines[at] = line.replace(/^ {2}/, '');
      break;
    case 4:
    case 5:
      lines[at] = line.replace(/([:-] +).*$/, `$1${random.pick(AWKWARD)}`);
      break;
    case 6:
      lines[at] = line.replace(/^( *(?:- )?)[^:#]+:/, `$1${random.pick(AWKWARD)}:`);
      break;
    case 7:
      lines.splice(random.below(lines.length), 0, line);
      break;
    case 8: {
      const other = random.pick(others).split('\n');
      lines.splice(at, 0, ...other.slice(random.below(other.length)).slice(0, 1 + random.below(4)));
      break;
    }
    case 9:
      return replaceCharacter(text, random);
    default:
      lines[at] = `${line.slice(0, random.below(line.length + 1))}${random.pick(AWKWARD)}`;
  }
  return lines.join('\n');
}

function replaceCharacter(text: string, random: SeededRandom): string {
  const at = random.below(text.length + 1);
  const character = random.pick([...'{}[]:,#&*!|>\'"%@`-? \t\r\n\u0000\ufeffé', '']);
  return text.slice(0, at) + character + text.slice(at + random.below(2));
}
