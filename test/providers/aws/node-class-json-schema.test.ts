import { describe, expect, it } from 'vitest';
import { snakeCase } from '../../../src/providers/aws/field-names.ts';
import { nodeClassJsonSchema } from '../../../src/providers/aws/node-class-json-schema.ts';
import { nodeClassSchema } from '../../../src/providers/aws/node-class-schema.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly description?: string;
}

describe('nodeClassJsonSchema', () => {
  const schema = nodeClassJsonSchema() as Schema;

  it('has every field in both spellings, and nothing else', () => {
    const fields = Object.keys(nodeClassSchema.shape);
    expect(new Set(Object.keys(schema.properties ?? {}))).toEqual(
      new Set(['ami', ...fields, ...fields.map(snakeCase)]),
    );
    expect(schema.additionalProperties).toBe(false);
  });

  it('takes an alias or a list for `ami`', () => {
    expect(schema.properties?.['ami']?.anyOf?.map(({ type }) => type)).toEqual(['string', ['array', 'null']]);
  });

  it('goes down into blocks and lists', () => {
    const disks = schema.properties?.['block_device_mappings'];
    expect(disks?.type).toEqual(['array', 'null']);
    expect(Object.keys(disks?.items?.properties?.['ebs']?.properties ?? {})).toContain('kms_key_id');
    expect(disks?.items?.allOf).toEqual([
      { anyOf: [{ required: ['device_name'] }, { required: ['deviceName'] }] },
    ]);
    expect(schema.properties?.['metadata_options']?.properties?.['http_tokens']?.enum).toEqual([
      'required',
      'optional',
      null,
    ]);
  });

  it('describes every field of the first level', () => {
    const silent = Object.entries(schema.properties ?? {}).filter(([, { description }]) => !description);
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});
