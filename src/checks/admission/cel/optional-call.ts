import type { ASTNode } from '@marcbachmann/cel-js';
import { type Compile, CompileProblem, type Run, type Scope } from './scope.ts';
import { CelOptional, NONE, NoOverload } from './values.ts';

export interface MethodCall {
  readonly name: string;
  readonly receiver: ASTNode;
  readonly args: readonly ASTNode[];
  readonly scope: Scope;
  readonly compile: Compile;
}

/** Methods of optional values that evaluate their arguments only where they are needed. Undefined for any other method. */
export function compileOptionalCall(call: MethodCall): Run | undefined {
  const { name, receiver, args, scope, compile } = call;
  const [first, second] = args;
  if ((name === 'or' || name === 'orValue') && first !== undefined && second === undefined) {
    const [of, otherwise] = [compile(receiver, scope), compile(first, scope)];
    return (frame) => {
      const value = of(frame);
      if (!(value instanceof CelOptional)) throw new NoOverload();
      if (value.value === undefined) return otherwise(frame);
      return name === 'or' ? value : value.value;
    };
  }
  if (name !== 'optMap' && name !== 'optFlatMap') return undefined;
  if (first === undefined || second === undefined || args.length !== 2) return undefined;
  return mapping(call, first, second);
}

function mapping({ name, receiver, scope, compile }: MethodCall, variable: ASTNode, body: ASTNode): Run {
  if (variable.op !== 'id') throw new CompileProblem(`${name}() variable name must be a simple identifier`);
  const of = compile(receiver, scope);
  const [inner, slot] = scope.with(variable.args);
  const run = compile(body, inner);
  return (frame) => {
    const value = of(frame);
    if (!(value instanceof CelOptional)) throw new NoOverload();
    if (value.value === undefined) return NONE;
    frame[slot] = value.value;
    const mapped = run(frame);
    return name === 'optMap' ? new CelOptional(mapped) : mapped;
  };
}
