import type { ASTNode } from '@marcbachmann/cel-js';
import { FUNCTIONS, METHODS } from './library/library.ts';
import { formatArguments } from './library/text-format.ts';
import { REGEX_METHODS } from './library/regex.ts';
import { readPattern } from '../patterns/re2-pattern.ts';
import { expandMacro } from './macros.ts';
import { compileOptionalCall } from './optional-call.ts';
import { type Compile, CompileProblem, type Run, type Scope } from './scope.ts';
import { hasField } from './select.ts';

type Call = ASTNode & { readonly op: 'call' | 'rcall' };

/** A call of a function, a method or a macro. */
export function compileCall(node: Call, scope: Scope, compile: Compile): Run {
  if (node.op === 'call') return functionCall(node.args[0], node.args[1], scope, compile);
  const [name, receiver, args] = node.args;
  const qualified = qualifiedName(receiver, scope);
  if (qualified !== undefined) {
    const macro = expandMacro({ name: `${qualified}.${name}`, receiver, args, scope, compile });
    if (macro !== undefined) return macro;
    const known = FUNCTIONS.get(`${qualified}.${name}/${args.length}`);
    if (known !== undefined) {
      const runs = args.map((arg) => compile(arg, scope));
      return (frame) => known(runs.map((run) => run(frame)));
    }
  }
  const macro =
    expandMacro({ name, receiver, args, scope, compile }) ??
    compileOptionalCall({ name, receiver, args, scope, compile });
  return macro ?? methodCall(name, receiver, args, scope, compile);
}

/** `sets` of `sets.contains(…)`, unless a variable has that name. */
function qualifiedName(node: ASTNode, scope: Scope): string | undefined {
  return node.op === 'id' && !scope.has(node.args) ? node.args : undefined;
}

function functionCall(name: string, args: readonly ASTNode[], scope: Scope, compile: Compile): Run {
  const [first] = args;
  if (name === 'has' && args.length === 1 && first !== undefined) return presence(first, scope, compile);
  const known = FUNCTIONS.get(`${name}/${args.length}`);
  if (known === undefined) {
    const pattern = name === 'matches' && args.length === 2;
    if (pattern && first !== undefined) return methodCall(name, first, args.slice(1), scope, compile);
    throw unknown(name, args.length);
  }
  const runs = args.map((arg) => compile(arg, scope));
  return (frame) => known(runs.map((run) => run(frame)));
}

function presence(node: ASTNode, scope: Scope, compile: Compile): Run {
  if (node.op !== '.' && node.op !== '.?') throw new CompileProblem('invalid argument to has() macro');
  const [of, name] = [compile(node.args[0], scope), node.args[1]];
  return (frame) => hasField(of(frame), name);
}

function methodCall(
  name: string,
  receiver: ASTNode,
  args: readonly ASTNode[],
  scope: Scope,
  compile: Compile,
): Run {
  const runs = [receiver, ...args].map((arg) => compile(arg, scope));
  const regex = REGEX_METHODS.get(`${name}/${args.length}`);
  if (regex !== undefined) {
    checkPattern(args[0]);
    const patterns = new Map<string, ReturnType<typeof readPattern>>();
    return (frame) =>
      regex(
        patterns,
        runs.map((run) => run(frame)),
      );
  }
  if (name === 'format') checkFormat(receiver, args[0]);
  const method = METHODS.get(`${name}/${args.length}`);
  if (method === undefined) throw unknown(name, args.length);
  return (frame) => method(runs.map((run) => run(frame)));
}

/** A pattern that is written in the expression can be judged at once. */
function checkPattern(node: ASTNode | undefined): void {
  if (node?.op !== 'value' || typeof node.args !== 'string') return;
  const reading = readPattern(node.args);
  if ('problem' in reading) throw new CompileProblem(`the pattern \`${node.args}\` ${reading.problem}`);
}

/** An API server does not take a rule that gives a template more than it asks for. */
function checkFormat(template: ASTNode, list: ASTNode | undefined): void {
  if (template.op !== 'value' || typeof template.args !== 'string' || list?.op !== 'list') return;
  const [expected, given] = [formatArguments(template.args), list.args.length];
  if (given > expected) {
    const counts = `(expected ${expected}, got ${given})`;
    throw new CompileProblem(`too many arguments supplied to string.format ${counts}`);
  }
}

function unknown(name: string, count: number): CompileProblem {
  const words = count === 1 ? '1 argument' : `${count} arguments`;
  return new CompileProblem(`undeclared reference to '${name}' (${words})`);
}
