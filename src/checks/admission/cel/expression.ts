import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import type { Schema } from '../schema/schema.ts';
import { compileNode } from './compile-node.ts';
import { fieldsRead } from './fields-read.ts';
import { CompileProblem, type Frame, Scope } from './scope.ts';
import { syntaxProblem } from './syntax-problem.ts';
import type { CelValue } from './values.ts';

/** An expression that can be asked, many times. */
export interface Expression {
  /** Throws a CelError where evaluating goes wrong. `oldSelf` is undefined where there is none. */
  evaluate(self: CelValue, oldSelf: CelValue | undefined): CelValue;
  readonly usesOldSelf: boolean;
  /** Fields that it reads, from `self`: names and keys of maps. An empty one is `self` itself. */
  readonly reads: readonly (readonly string[])[];
}

export type CompiledExpression = { readonly expression: Expression } | { readonly problem: string };

const LIMITS = { maxAstNodes: 20_000, maxDepth: 150 };
let parser: Environment | undefined;

/**
 * Reads an expression about values of a schema. The problem says why it cannot be asked: a mistake in it, a field that the
 * schema does not have, or a function that is not known here.
 */
export function compileExpression(text: string, schema: Schema): CompiledExpression {
  try {
    const scope = new Scope();
    const ast = parse(text);
    const run = compileNode(ast, scope);
    const { paths, undefinedFields } = fieldsRead(ast, schema);
    const [unknown] = undefinedFields;
    if (unknown !== undefined) return { problem: `undefined field '${unknown}'` };
    return {
      expression: {
        usesOldSelf: scope.usesOldSelf,
        reads: paths,
        evaluate: (self, oldSelf) => {
          const frame: Frame = [self, oldSelf ?? null];
          return run(frame);
        },
      },
    };
  } catch (error) {
    if (error instanceof CompileProblem) return { problem: error.message };
    if (error instanceof ParseError) return { problem: syntaxProblem(error, text) };
    throw error;
  }
}

/** Only the grammar of the library is used; what an expression means is decided here. */
function parse(text: string): ASTNode {
  parser ??= new Environment({ enableOptionalTypes: true, unlistedVariablesAreDyn: true, limits: LIMITS });
  return parser.parse(text).ast;
}
