import { definitionJsonSchema } from '../../src/definition/json-schema.ts';
import { nodeClassJsonSchema } from '../../src/providers/aws/node-class-json-schema.ts';

/** The parts of JSON Schema that the schema of definition files uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** One key of the definition file, as the tables show it. */
export interface SchemaRow {
  /** `disruption.budgets[].nodes` */
  readonly key: string;
  readonly value: string;
  /** In the words of the schema; empty without. */
  readonly byDefault: string;
  readonly meaning: string;
}

const ROOT = definitionJsonSchema(nodeClassJsonSchema()) as Schema & {
  readonly $defs: Readonly<Record<string, Schema>>;
};

const SHARED_NODE_CLASS = ['extra_securitygroup_ids', 'gpu_enabled', 'public', 'tags', 'volumeSize'];

/** The rows of a table by its name in the pages. Together the tables have every key there is. */
export function schemaRows(table: string): readonly SchemaRow[] {
  const nodeClass = definition('nodeClass');
  const shared = (key: string) => SHARED_NODE_CLASS.includes(key);
  if (table === 'settings') return rows(definition('settings'), '');
  // A startup taint has the keys of a taint.
  if (table === 'pool')
    return rows(definition('pool'), '').filter(({ key }) => !key.startsWith('startup_taints['));
  if (table === 'requirement') return rows(definition('requirement'), '');
  const ofPools = rows(definition('poolClusterApi'), '');
  if (table === 'pool_cluster_api') return ofPools;
  if (table === 'cluster_api') {
    // The settings have the keys of a pool too, and another spelling of one.
    const others = new Set(['cas_version', ...ofPools.map(({ key }) => key)]);
    return rows(definition('clusterApi'), '').filter(({ key }) => !others.has(key));
  }
  if (table === 'shared') return rows(nodeClass, '').filter(({ key }) => shared(key));
  if (table === 'aws') return rows(nodeClass, '', 'in the row').filter(({ key }) => !shared(key));
  throw new Error(`no page has a table \`${table}\``);
}

export const TABLES = [
  'settings',
  'pool',
  'requirement',
  'shared',
  'aws',
  'cluster_api',
  'pool_cluster_api',
] as const;

/** Every key and every part of a path, to tell a word of the format from a word of the page. */
export function schemaWords(): ReadonlySet<string> {
  const words = new Set<string>(['node_pools']);
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { properties } = schema as Schema;
    for (const key of Object.keys(properties ?? {})) words.add(key);
    for (const child of Object.values(schema)) visit(child);
  };
  visit(ROOT);
  return words;
}

export function markdownTable(table: string): readonly string[] {
  const found = schemaRows(table);
  const withDefaults = found.some(({ byDefault }) => byDefault !== '');
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' ');
  const head = ['key', 'value', ...(withDefaults ? ['default'] : []), 'meaning'];
  return [
    line(head),
    `|${'---|'.repeat(head.length)}`,
    ...found.map(({ key, value, byDefault, meaning }) =>
      line([`\`${key}\``, value, ...(withDefaults ? [byDefault] : []), meaning]),
    ),
  ];
}

function definition(name: string): Schema {
  const found = ROOT.$defs[name];
  if (found === undefined) throw new Error(`the schema has no definition \`${name}\``);
  return found;
}

/** One spelling of each key: of those that are accepted the schema has ours first. */
function ownKeys({ properties = {} }: Schema): readonly (readonly [string, Schema])[] {
  const spellings = new Set<string>();
  return Object.entries(properties).filter(([key]) => {
    const letters = key.replaceAll('_', '').toLowerCase();
    const isFirst = !spellings.has(letters);
    spellings.add(letters);
    return isFirst;
  });
}

function rows(
  schema: Schema,
  path: string,
  nested: 'as rows' | 'in the row' = 'as rows',
): readonly SchemaRow[] {
  return ownKeys(schema).flatMap(([key, written]) => {
    const value = withoutNull(written);
    const inner = innerOf(value);
    const own = row(`${path}${key}`, value, nested === 'as rows' ? '' : keysText(inner?.schema));
    if (nested === 'in the row' || inner === undefined) return [own];
    return [own, ...rows(inner.schema, `${path}${key}${inner.step}.`)];
  });
}

function row(key: string, schema: Schema, more: string): SchemaRow {
  const description = schema.description ?? '';
  const match = /\s*Default:? (.+?)\.(?= |$)/.exec(description);
  const meaning = description.replace(match?.[0] ?? '', '').trim();
  return {
    key,
    value: valueText(schema),
    byDefault: defaultText(match?.[1] ?? ''),
    meaning: [meaning, more].filter((part) => part !== '').join(' '),
  };
}

/** A value as it would be written is code, words are words. */
function defaultText(text: string): string {
  return /^[^\s`]+$/.test(text) && text !== 'all' ? `\`${text}\`` : text;
}

function keysText(inner: Schema | undefined): string {
  if (inner === undefined) return '';
  const seen = new Map<string, string>();
  const keys = ownKeys(inner).map(([key, schema]) => {
    const deeper = innerOf(withoutNull(schema));
    if (deeper === undefined) return `\`${key}\``;
    const names = ownKeys(deeper.schema)
      .map(([one]) => `\`${one}\``)
      .join(', ');
    const same = seen.get(names);
    if (same === undefined) seen.set(names, key);
    return `\`${key}\` (${same === undefined ? names : `as \`${same}\``})`;
  });
  return `Keys: ${keys.join(', ')}.`;
}

interface Inner {
  readonly schema: Schema;
  /** What stands between the key and the inner ones. */
  readonly step: '' | '[]' | '.<name>';
}

function innerOf(schema: Schema): Inner | undefined {
  if (schema.properties !== undefined) return { schema, step: '' };
  if (schema.items?.properties !== undefined) return { schema: schema.items, step: '[]' };
  const { additionalProperties: values } = schema;
  if (typeof values !== 'object') return undefined;
  const named = withoutNull(values);
  return named.properties === undefined ? undefined : { schema: named, step: '.<name>' };
}

function withoutNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  const others = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const only = others[0];
  return others.length === 1 && only !== undefined && anyOf?.length === 2 ? { ...only, ...rest } : schema;
}

const LINKS: Readonly<Record<string, string>> = {
  nodeClass: '[node class](node-class.md)',
  pool: 'pool keys',
  profile: 'pool keys',
  requirement: '[requirements](pool.md#requirements)',
  clusterApi: '[Cluster API](cluster-api.md#keys-of-the-settings)',
  poolClusterApi: '[Cluster API](cluster-api.md#keys-of-a-pool)',
};

function valueText(schema: Schema): string {
  if (schema.$ref !== undefined) return LINKS[schema.$ref.replace('#/$defs/', '')] ?? '';
  if (schema.enum !== undefined) {
    return schema.enum
      .filter((value) => value !== null)
      .map((value) => `\`${String(value)}\``)
      .join(', ');
  }
  if (schema.anyOf !== undefined) return anyOfText(schema.anyOf);
  const [type, ...others] = [schema.type ?? 'any'].flat().filter((one) => one !== 'null');
  return others.length > 0 ? 'quantity' : typeText(type ?? '', schema);
}

function anyOfText(shapes: readonly Schema[]): string {
  if (shapes.some(({ items }) => items?.$ref === '#/$defs/requirement')) return LINKS['requirement'] ?? '';
  return [...new Set(shapes.map(valueText))].join(' or ');
}

function typeText(type: string, { items, additionalProperties, properties }: Schema): string {
  if (type === 'array') return `list of ${plural(valueText(items ?? {}))}`;
  if (type === 'object') {
    if (properties !== undefined || typeof additionalProperties !== 'object') return 'map';
    const value = valueText(withoutNull(additionalProperties));
    return value === '' || value === 'any' ? 'map' : `map of names to ${value}`;
  }
  return (
    { string: 'text', integer: 'whole number', number: 'number', boolean: '`true`, `false`' }[type] ?? type
  );
}

function plural(noun: string): string {
  return { text: 'texts', map: 'maps' }[noun] ?? noun;
}
