import { jsonPointer } from '../../../diagnostics/json-pointer.ts';
import type { CrdProblem } from '../../../model/admission.ts';
import type { Schema, SchemaRule } from '../schema/schema.ts';
import { compileExpression, type Expression } from './expression.ts';
import { withObjectMeta } from './object-meta.ts';
import { isFieldPath, readFieldPath } from './field-path.ts';

/** The rules of a schema node, and of what is below it. */
export interface RuleNode {
  /** What the rules' values are made by. */
  readonly schema: Schema;
  readonly rules: readonly CompiledRule[];
  readonly properties: ReadonlyMap<string, RuleNode>;
  readonly additional: RuleNode | undefined;
  readonly items: RuleNode | undefined;
  readonly allOf: readonly RuleNode[];
}

export interface CompiledRule {
  readonly source: SchemaRule;
  readonly expression: Expression;
  readonly message: Expression | undefined;
  readonly fieldPath: readonly string[];
}

/** Compiles all rules of a schema; undefined where it has none. Rules that cannot be asked are told and left out. */
export function compileRules(schema: Schema, problems: CrdProblem[]): RuleNode | undefined {
  return hasRules(schema) ? ruleNode(schema, schema, true, problems) : undefined;
}

/** The API server does not look for rules below `allOf` unless there are others elsewhere. */
function hasRules(schema: Schema): boolean {
  if (schema.rules.length > 0) return true;
  if (schema.items !== undefined && hasRules(schema.items)) return true;
  if (typeof schema.additional === 'object' && hasRules(schema.additional)) return true;
  return [...(schema.properties?.values() ?? [])].some(hasRules);
}

/** `rules` is the node whose rules are read, `schema` the one that says what values are: they differ below `allOf`. */
function ruleNode(
  rules: Schema,
  schema: Schema,
  root: boolean,
  problems: CrdProblem[],
): RuleNode | undefined {
  const self = root || schema.embedded ? withObjectMeta(schema) : schema;
  const node: RuleNode = {
    schema: self,
    rules: rules.rules.flatMap((rule) => compileRule(rule, self, problems)),
    properties: propertyNodes(rules, schema, problems),
    additional: below(rules.additional, schema.additional, problems),
    items: below(rules.items, schema.items, problems),
    allOf: rules.allOf.flatMap((nested) => ruleNode(nested, schema, root, problems) ?? []),
  };
  const empty =
    node.rules.length === 0 &&
    node.properties.size === 0 &&
    node.additional === undefined &&
    node.items === undefined &&
    node.allOf.length === 0;
  return empty ? undefined : node;
}

function below(
  rules: Schema | boolean | undefined,
  schema: Schema | boolean | undefined,
  problems: CrdProblem[],
): RuleNode | undefined {
  if (typeof rules !== 'object' || typeof schema !== 'object') return undefined;
  return ruleNode(rules, schema, schema.embedded, problems);
}

function propertyNodes(rules: Schema, schema: Schema, problems: CrdProblem[]): ReadonlyMap<string, RuleNode> {
  const nodes = new Map<string, RuleNode>();
  for (const [name, property] of rules.properties ?? []) {
    const node = below(property, schema.properties?.get(name), problems);
    if (node !== undefined) nodes.set(name, node);
  }
  return nodes;
}

function compileRule(source: SchemaRule, schema: Schema, problems: CrdProblem[]): CompiledRule[] {
  const unasked = (part: 'rule' | 'fieldPath', why: string): CompiledRule[] => {
    const message = `The rule \`${source.rule}\` is not checked: ${why}.`;
    problems.push({ pointer: source.pointer + jsonPointer(part), message, fatal: false });
    return [];
  };
  const compiled = compileExpression(source.rule, schema);
  if ('problem' in compiled) return unasked('rule', compiled.problem);
  const fieldPath = readFieldPath(source.fieldPath);
  if (fieldPath === undefined || !isFieldPath(fieldPath, schema)) {
    return unasked('fieldPath', `its fieldPath \`${source.fieldPath}\` names no field`);
  }
  return [
    {
      source,
      expression: compiled.expression,
      message: messageOf(source, schema, problems),
      fieldPath,
    },
  ];
}

function messageOf(source: SchemaRule, schema: Schema, problems: CrdProblem[]): Expression | undefined {
  if (source.messageExpression === '') return undefined;
  const compiled = compileExpression(source.messageExpression, schema);
  if ('expression' in compiled) return compiled.expression;
  problems.push({
    pointer: source.pointer + jsonPointer('messageExpression'),
    message: `The message \`${source.messageExpression}\` is not evaluated: ${compiled.problem}.`,
    fatal: false,
  });
  return undefined;
}
