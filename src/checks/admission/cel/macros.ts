import type { ASTNode } from '@marcbachmann/cel-js';
import { toText } from './library/conversions.ts';
import { compare } from './order.ts';
import type { MethodCall } from './optional-call.ts';
import { CompileProblem, type Frame, type Run } from './scope.ts';
import { CelEntries, CelError, CelList, type CelValue, isCelMap, NoOverload } from './values.ts';

/** What a macro goes through: the key or place of each item, and the item. */
type Entries = readonly (readonly [CelValue, CelValue])[];

/** A macro over lists and maps; undefined for any other call. `name` may be qualified (`cel.bind`). */
export function expandMacro(call: MethodCall): Run | undefined {
  const count = call.args.length;
  switch (`${call.name}/${count}`) {
    case 'all/2':
    case 'exists/2':
    case 'exists_one/2':
    case 'existsOne/2':
      return quantifier(call, oneVariable(call));
    case 'all/3':
    case 'exists/3':
    case 'exists_one/3':
    case 'existsOne/3':
      return quantifier(call, twoVariables(call));
    case 'filter/2':
    case 'map/2':
    case 'map/3':
      return toList(call, oneVariable(call));
    case 'transformList/3':
    case 'transformList/4':
      return toList(call, twoVariables(call));
    case 'transformMap/3':
    case 'transformMap/4':
    case 'transformMapEntry/3':
    case 'transformMapEntry/4':
      return toMap(call, twoVariables(call));
    case 'sortBy/2':
      return sortBy(call, oneVariable(call));
    default:
      return undefined;
  }
}

/** The parts behind the variables, and how an item is put into their slots. */
interface Loop {
  readonly over: Run;
  readonly parts: readonly Run[];
  readonly bind: (frame: Frame, key: CelValue, value: CelValue) => void;
}

function nameOf(node: ASTNode | undefined): string {
  if (node?.op === 'id') return node.args;
  throw new CompileProblem('argument must be a simple name');
}

function oneVariable({ receiver, args, scope, compile }: MethodCall): Loop {
  const [inner, slot] = scope.with(nameOf(args[0]));
  return {
    over: compile(receiver, scope),
    parts: args.slice(1).map((part) => compile(part, inner)),
    bind: (frame, _key, value) => {
      frame[slot] = value;
    },
  };
}

function twoVariables({ receiver, args, scope, compile }: MethodCall): Loop {
  const [half, first] = scope.with(nameOf(args[0]));
  const [inner, second] = half.with(nameOf(args[1]));
  return {
    over: compile(receiver, scope),
    parts: args.slice(2).map((part) => compile(part, inner)),
    bind: (frame, key, value) => {
      frame[first] = key;
      frame[second] = value;
    },
  };
}

/** With one variable, a map is gone through by its keys. */
function entriesOf(value: CelValue, { name, args }: MethodCall): Entries {
  if (value instanceof CelList) return value.items().map((item, place) => [BigInt(place), item]);
  if (!isCelMap(value)) throw new NoOverload();
  const both = name.startsWith('transform') || args.length > 2;
  const map = value;
  return value.keys().map((key) => [key, both && name !== 'map' ? (map.find(key) ?? null) : key]);
}

function truth(value: CelValue): boolean {
  if (typeof value !== 'boolean') throw new NoOverload();
  return value;
}

function quantifier(call: MethodCall, { over, parts, bind }: Loop): Run {
  const [predicate] = parts;
  if (predicate === undefined) throw new CompileProblem(`${call.name}() needs a predicate`);
  if (call.name !== 'all' && call.name !== 'exists') {
    return (frame) => {
      let count = 0;
      for (const [key, value] of entriesOf(over(frame), call)) {
        bind(frame, key, value);
        if (truth(predicate(frame))) count += 1;
      }
      return count === 1;
    };
  }
  const decisive = call.name === 'exists';
  return (frame) => {
    let wrong: CelError | undefined;
    for (const [key, value] of entriesOf(over(frame), call)) {
      bind(frame, key, value);
      try {
        if (truth(predicate(frame)) === decisive) return decisive;
      } catch (error) {
        // One item that decides is enough, even where others go wrong.
        if (!(error instanceof CelError)) throw error;
        wrong ??= error;
      }
    }
    if (wrong !== undefined) throw wrong;
    return !decisive;
  };
}

/** filter, map and transformList. */
function toList(call: MethodCall, { over, parts, bind }: Loop): Run {
  const last = parts[parts.length - 1];
  const filter = call.name === 'filter' || parts.length > 1 ? parts[0] : undefined;
  return (frame) => {
    const items: CelValue[] = [];
    for (const [key, value] of entriesOf(over(frame), call)) {
      bind(frame, key, value);
      if (filter !== undefined && !truth(filter(frame))) continue;
      items.push(call.name === 'filter' || last === undefined ? value : last(frame));
    }
    return CelList.of(items);
  };
}

function toMap(call: MethodCall, { over, parts, bind }: Loop): Run {
  const last = parts[parts.length - 1];
  const filter = parts.length > 1 ? parts[0] : undefined;
  return (frame) => {
    const entries: (readonly [CelValue, CelValue])[] = [];
    for (const [key, value] of entriesOf(over(frame), call)) {
      bind(frame, key, value);
      if (filter !== undefined && !truth(filter(frame))) continue;
      const made = last === undefined ? null : last(frame);
      if (call.name === 'transformMap') entries.push([key, made]);
      else entries.push(...madeEntries(made, new CelEntries(entries)));
    }
    return new CelEntries(entries);
  };
}

function madeEntries(made: CelValue, before: CelEntries): Entries {
  if (!isCelMap(made)) throw new NoOverload();
  const map = made;
  return made.keys().map((key) => {
    if (before.find(key) !== undefined)
      throw new CelError(`insert failed: key ${toText(key)} already exists`);
    return [key, map.find(key) ?? null];
  });
}

function sortBy(call: MethodCall, { over, parts, bind }: Loop): Run {
  const [by] = parts;
  if (by === undefined) throw new CompileProblem('sortBy() needs a key');
  return (frame) => {
    const keyed = entriesOf(over(frame), call).map(([key, value]): readonly [CelValue, CelValue] => {
      bind(frame, key, value);
      return [by(frame), value];
    });
    const sorted = keyed.toSorted(([left], [right]) => compare(left, right) ?? 0);
    return CelList.of(sorted.map(([, value]) => value));
  };
}
