import * as z from 'zod';
import { snakeCase } from './field-names.ts';
import { nodeClassSchema } from './node-class-schema.ts';

/** The parts of JSON Schema that the node class schema produces. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly [keyword: string]: unknown;
}

/**
 * JSON Schema (draft 2020-12) of what may stand under `node_class` beyond the keys that all providers share, for editors.
 * Fields are there in our spelling and in the provider's; `null` is allowed wherever a layer may take a value back.
 */
export function nodeClassJsonSchema(): object {
  const { $schema: _, ...generated } = z.toJSONSchema(nodeClassSchema, { io: 'input' }) as Schema;
  const schema = bothSpellings(generated);
  const terms = schema.properties?.['ami_selector_terms'] ?? {};
  const ami = {
    description: 'Image to launch: an alias such as `al2023@v20260101`, or a list of selector terms.',
    anyOf: [{ type: 'string' }, terms],
  };
  return { ...schema, properties: { ami, ...schema.properties } };
}

function bothSpellings(schema: Schema): Schema {
  const { properties, required = [], items, additionalProperties, ...rest } = schema;
  if (items !== undefined) return { ...rest, items: bothSpellings(items) };
  if (properties === undefined) return { ...rest, ...present('additionalProperties', additionalProperties) };
  const spelt = Object.entries(properties).flatMap(([field, value]) => {
    const either = nullable(bothSpellings(value));
    return [...new Set([snakeCase(field), field])].map((name) => [name, either] as const);
  });
  const needed = required.map((field) => ({
    anyOf: [...new Set([snakeCase(field), field])].map((name) => ({ required: [name] })),
  }));
  return {
    ...rest,
    properties: Object.fromEntries(spelt),
    ...(needed.length === 0 ? {} : { allOf: needed }),
    additionalProperties: false,
  };
}

function nullable(schema: Schema): Schema {
  const { type, enum: values } = schema;
  return {
    ...schema,
    ...(typeof type === 'string' ? { type: [type, 'null'] } : {}),
    ...(values === undefined ? {} : { enum: [...values, null] }),
  };
}

function present(key: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [key]: value };
}
