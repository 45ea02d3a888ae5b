import { definitionJsonSchema } from '../definition/json-schema.ts';
import { nodeClassJsonSchema } from '../providers/aws/node-class-json-schema.ts';

/** `poolwright schema`. */
export function schemaText(): string {
  return `${JSON.stringify(definitionJsonSchema(nodeClassJsonSchema()), null, 2)}\n`;
}
