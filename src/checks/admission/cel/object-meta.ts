import { readSchema } from '../schema/read-schema.ts';
import type { Schema } from '../schema/schema.ts';

const TEXT = { type: 'string' };
/** What rules can always reach at the root of an object, and of an object inside another. */
const OBJECT = readSchema({
  type: 'object',
  properties: {
    apiVersion: TEXT,
    kind: TEXT,
    metadata: { type: 'object', properties: { name: TEXT, generateName: TEXT } },
  },
}).schema;

/** The schema with apiVersion, kind, metadata.name and metadata.generateName. */
export function withObjectMeta(schema: Schema): Schema {
  return { ...schema, properties: new Map([...(schema.properties ?? []), ...(OBJECT.properties ?? [])]) };
}
