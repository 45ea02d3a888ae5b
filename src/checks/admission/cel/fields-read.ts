import type { ASTNode } from '@marcbachmann/cel-js';
import type { Schema } from '../schema/schema.ts';
import { withObjectMeta } from './object-meta.ts';
import { unescapeName } from './property-name.ts';

/** Which fields an expression reads. */
export interface FieldsRead {
  /** From `self` (or `oldSelf`), each as far down as it is followed: `self.limits.cpu`. An empty one is `self` itself. */
  readonly paths: readonly (readonly string[])[];
  /** Names of fields that the schema does not have: an API server refuses a CRD with such a rule. */
  readonly undefinedFields: readonly string[];
}

/** What is known of a part of an expression before it is evaluated. Optional values count as what is in them. */
interface Known {
  readonly schema?: Schema | undefined;
  /** Of a list that the expression makes. */
  readonly items?: Known;
  /** From `self`; absent for what is no single place. */
  readonly path?: readonly string[];
}

type Names = ReadonlyMap<string, Known>;

const UNKNOWN: Known = {};

/** Follows the fields that an expression names through the schema of `self`, as far as that says what they are. */
export function fieldsRead(ast: ASTNode, schema: Schema): FieldsRead {
  const reader = new Reader();
  const self = { schema, path: [] };
  reader.whole(
    ast,
    new Map([
      ['self', self],
      ['oldSelf', self],
    ]),
  );
  return { paths: reader.paths, undefinedFields: [...reader.undefinedFields] };
}

class Reader {
  readonly paths: (readonly string[])[] = [];
  readonly undefinedFields = new Set<string>();

  /** A part whose value is used: where it is a place of the object, that is read. */
  whole(node: ASTNode, names: Names): Known {
    const known = this.#part(node, names);
    if (known.path !== undefined) this.paths.push(known.path);
    return known;
  }

  #part(node: ASTNode, names: Names): Known {
    switch (node.op) {
      case 'value':
        return UNKNOWN;
      case 'id':
        return names.get(node.args) ?? UNKNOWN;
      case '.':
      case '.?':
        return this.#field(this.#part(node.args[0], names), node.args[1]);
      case '[]':
      case '[?]':
        return this.#item(node.args[0], node.args[1], names);
      case 'call':
        for (const arg of node.args[1]) this.whole(arg, names);
        return UNKNOWN;
      case 'rcall':
        return this.#call(node.args, names);
      case '?:': {
        const [condition, ...ways] = node.args;
        this.whole(condition, names);
        const [one = UNKNOWN, other = UNKNOWN] = ways.map((way) => this.whole(way, names));
        return one.schema === other.schema ? { schema: one.schema } : UNKNOWN;
      }
      default:
        for (const part of partsOf(node)) this.whole(part, names);
        return UNKNOWN;
    }
  }

  #field({ schema, path }: Known, name: string): Known {
    const place = (key: string) => (path === undefined ? {} : { path: [...path, key] });
    if (schema === undefined || schema.intOrString || schema.types[0] !== 'object') return place(name);
    if (typeof schema.additional === 'object') return { schema: rooted(schema.additional), ...place(name) };
    const key = unescapeName(name) ?? name;
    const property = schema.properties?.get(key);
    if (property === undefined) this.undefinedFields.add(name);
    return { schema: property === undefined ? undefined : rooted(property), ...place(key) };
  }

  #item(of: ASTNode, at: ASTNode, names: Names): Known {
    const list = this.#part(of, names);
    if (at.op === 'value' && typeof at.args === 'string') {
      const { additional } = list.schema ?? {};
      return {
        schema: typeof additional === 'object' ? rooted(additional) : undefined,
        ...(list.path === undefined ? {} : { path: [...list.path, at.args] }),
      };
    }
    if (list.path !== undefined) this.paths.push(list.path);
    this.whole(at, names);
    return itemOf(list);
  }

  #call([name, receiver, args]: (ASTNode & { readonly op: 'rcall' })['args'], names: Names): Known {
    const of = this.whole(receiver, names);
    const value = withoutPlace(of);
    const variables = variablesOf(name, args, of);
    const inner = new Map([...names, ...variables]);
    const parts = args.slice(variables.length).map((arg) => this.whole(arg, inner));
    const last = parts[parts.length - 1];
    if (KEEPS.has(name)) return value;
    if (variables.length === 0) return UNKNOWN;
    if (name === 'filter' || name === 'sortBy') return value;
    if (name === 'map' || name === 'transformList') return last === undefined ? UNKNOWN : { items: last };
    return name === 'optMap' || name === 'optFlatMap' ? (last ?? UNKNOWN) : UNKNOWN;
  }
}

/** Methods whose result is of the type of what they are called on. */
const KEEPS = new Set(['value', 'or', 'orValue', 'slice', 'distinct', 'sort', 'reverse']);
/** Macros, and how many variables they may have: that depends on the number of arguments. */
const ONE = new Set(['all', 'exists', 'exists_one', 'existsOne', 'filter', 'map', 'sortBy']);
const TWO = new Set(['transformList', 'transformMap', 'transformMapEntry']);
const BOTH = new Set(['all', 'exists', 'exists_one', 'existsOne']);

function variablesOf(
  name: string,
  args: readonly ASTNode[],
  of: Known,
): readonly (readonly [string, Known])[] {
  const [first, second] = args.map((arg) => (arg.op === 'id' ? arg.args : undefined));
  if (first === undefined) return [];
  if ((name === 'optMap' || name === 'optFlatMap') && args.length === 2) return [[first, withoutPlace(of)]];
  const item = itemOf(of);
  const two = (TWO.has(name) && args.length >= 3) || (BOTH.has(name) && args.length === 3);
  if (two && second !== undefined) {
    return [
      [first, UNKNOWN],
      [second, item],
    ];
  }
  // With one variable, a map is gone through by its keys.
  const isMap = of.schema?.types[0] === 'object';
  return ONE.has(name) && args.length >= 2 ? [[first, isMap ? UNKNOWN : item]] : [];
}

function itemOf({ items, schema }: Known): Known {
  if (items !== undefined) return withoutPlace(items);
  const below = schema?.items ?? schema?.additional;
  return typeof below === 'object' ? { schema: rooted(below) } : UNKNOWN;
}

function withoutPlace({ schema, items }: Known): Known {
  return { schema, ...(items === undefined ? {} : { items }) };
}

function rooted(schema: Schema): Schema {
  return schema.embedded ? withObjectMeta(schema) : schema;
}

/** Of an operator, a list or a map. */
function partsOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case 'map':
      return node.args.flat();
    case 'list':
      return node.args;
    case '!_':
    case '-_':
      return [node.args];
    case 'value':
    case 'id':
    case '.':
    case '.?':
    case '[]':
    case '[?]':
    case 'call':
    case 'rcall':
    case '?:':
      return [];
    default:
      return node.args;
  }
}
