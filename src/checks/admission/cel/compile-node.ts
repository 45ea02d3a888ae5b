import type { ASTNode } from '@marcbachmann/cel-js';
import { asUint, calculate, negate, type Operator } from './arithmetic.ts';
import { compileCall } from './compile-call.ts';
import { bytesLiteral } from './bytes-literal.ts';
import { contains, equal } from './equality.ts';
import { compare } from './order.ts';
import { CompileProblem, type Run, type Scope } from './scope.ts';
import { index, optionalIndex, optionalSelect, select } from './select.ts';
import { CelEntries, CelError, CelList, CelType, type CelValue, isCelMap, NoOverload } from './values.ts';

const TYPES = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'list', 'map', 'null_type', 'type'];

export function compileNode(node: ASTNode, scope: Scope): Run {
  const compile = (part: ASTNode): Run => compileNode(part, scope);
  switch (node.op) {
    case 'value':
      return literal(node.args instanceof Uint8Array ? bytesLiteral(node.args, textOf(node)) : node.args);
    case 'id':
      return identifier(node.args, scope);
    case '.':
      return selection(node, scope);
    case '.?': {
      const [of, name] = [compile(node.args[0]), node.args[1]];
      return (frame) => optionalSelect(of(frame), name);
    }
    case '[]':
      return binary(index, compile(node.args[0]), compile(node.args[1]));
    case '[?]':
      return binary(optionalIndex, compile(node.args[0]), compile(node.args[1]));
    case 'call':
    case 'rcall':
      return compileCall(node, scope, compileNode);
    case 'list':
      return list(node.args.map(compile));
    case 'map':
      return map(node.args.map(([key, value]) => [compile(key), compile(value)]));
    case '?:':
      return ternary(compile(node.args[0]), compile(node.args[1]), compile(node.args[2]));
    case '&&':
    case '||':
      return logical(node.op, compile(node.args[0]), compile(node.args[1]));
    case '!_':
      return not(compile(node.args));
    case '-_':
      return negative(compile(node.args));
    default:
      return binary(operation(node.op), compile(node.args[0]), compile(node.args[1]));
  }
}

type Binary = (left: CelValue, right: CelValue) => CelValue;

function binary(apply: Binary, left: Run, right: Run): Run {
  return (frame) => apply(left(frame), right(frame));
}

function operation(op: '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | Operator): Binary {
  switch (op) {
    case '==':
      return equal;
    case '!=':
      return (left, right) => !equal(left, right);
    case 'in':
      return isIn;
    case '<':
      return (left, right) => (compare(left, right) ?? 0) < 0;
    case '<=':
      return (left, right) => (compare(left, right) ?? 1) <= 0;
    case '>':
      return (left, right) => (compare(left, right) ?? 0) > 0;
    case '>=':
      return (left, right) => (compare(left, right) ?? -1) >= 0;
    default:
      return (left, right) => calculate(op, left, right);
  }
}

function isIn(value: CelValue, container: CelValue): boolean {
  if (container instanceof CelList) return contains(container, value);
  if (isCelMap(container)) return container.find(value) !== undefined;
  throw new NoOverload();
}

function textOf({ input, start, end }: ASTNode): string {
  return input.slice(start, end);
}

function literal(value: unknown): Run {
  const made = literalValue(value);
  return () => made;
}

function literalValue(value: unknown): CelValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value;
    default:
      if (value === null || value instanceof Uint8Array) return value;
      // The parser has a class of its own for unsigned integers.
      if (typeof value === 'object' && 'value' in value) return asUint(BigInt(String(value.value)));
      throw new CompileProblem('it has a literal that is not known here');
  }
}

function identifier(name: string, scope: Scope): Run {
  const slot = scope.read(name);
  if (slot !== undefined) return (frame) => frame[slot] ?? null;
  if (!TYPES.includes(name)) throw new CompileProblem(`undeclared reference to '${name}'`);
  const type = new CelType(name);
  return () => type;
}

function selection(node: ASTNode & { readonly op: '.' }, scope: Scope): Run {
  const [of, name] = node.args;
  const type = qualifiedType(of, name, scope);
  if (type !== undefined) return () => type;
  const run = compileNode(of, scope);
  return (frame) => select(run(frame), name);
}

/** `google.protobuf.Duration`, as `type()` calls it. */
function qualifiedType(of: ASTNode, name: string, scope: Scope): CelType | undefined {
  if (name !== 'Duration' && name !== 'Timestamp') return undefined;
  if (of.op !== '.' || of.args[1] !== 'protobuf') return undefined;
  const [root] = of.args;
  if (root.op !== 'id' || root.args !== 'google' || scope.has('google')) return undefined;
  return new CelType(`google.protobuf.${name}`);
}

function list(items: readonly Run[]): Run {
  return (frame) => CelList.of(items.map((item) => item(frame)));
}

function map(entries: readonly (readonly [Run, Run])[]): Run {
  return (frame) => new CelEntries(entries.map(([key, value]) => [key(frame), value(frame)]));
}

function ternary(condition: Run, then: Run, otherwise: Run): Run {
  return (frame) => (asBoolean(condition(frame)) ? then(frame) : otherwise(frame));
}

function asBoolean(value: CelValue): boolean {
  if (typeof value !== 'boolean') throw new NoOverload();
  return value;
}

/** `&&` and `||`: one side that decides is enough, even where the other goes wrong. */
function logical(operator: '&&' | '||', left: Run, right: Run): Run {
  const decisive = operator === '||';
  return (frame) => {
    let wrong: CelError | undefined;
    try {
      if (asBoolean(left(frame)) === decisive) return decisive;
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      wrong = error;
    }
    if (asBoolean(right(frame)) === decisive) return decisive;
    if (wrong !== undefined) throw wrong;
    return !decisive;
  };
}

function not(of: Run): Run {
  return (frame) => !asBoolean(of(frame));
}

function negative(of: Run): Run {
  return (frame) => negate(of(frame));
}
