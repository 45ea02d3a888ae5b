import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { snakeCase, spellingsOf } from '../../../src/providers/aws/field-names.ts';
import { nodeClassSchema } from '../../../src/providers/aws/node-class-schema.ts';
import { awsProviderVersion } from '../../../src/providers/aws/versions.ts';

describe('snakeCase', () => {
  it.each([
    ['cpuCFSQuota', 'cpu_cfs_quota'],
    ['imageGCHighThresholdPercent', 'image_gc_high_threshold_percent'],
    ['clusterDNS', 'cluster_dns'],
    ['kmsKeyID', 'kms_key_id'],
    ['httpTokens', 'http_tokens'],
    ['httpProtocolIPv6', 'http_protocol_ipv6'],
    ['deviceName', 'device_name'],
    ['associatePublicIPAddress', 'associate_public_ip_address'],
    ['podsPerCore', 'pods_per_core'],
    ['ownerID', 'owner_id'],
    ['iops', 'iops'],
    ['memory.available', 'memory.available'],
    ['ephemeral-storage', 'ephemeral-storage'],
    ['nodefs.inodesFree', 'nodefs.inodesFree'],
  ])('spells %s as %s', (field, ours) => {
    expect(snakeCase(field)).toBe(ours);
  });

  it('never gives two fields of one block the same spelling', () => {
    for (const fields of blocks(nodeClassSchema)) {
      expect(new Set(fields.map(snakeCase)).size).toBe(fields.length);
    }
  });
});

describe('spellingsOf', () => {
  it('leads both spellings to the field', () => {
    expect([...spellingsOf(['kmsKeyID', 'iops'])]).toEqual([
      ['kmsKeyID', 'kmsKeyID'],
      ['kms_key_id', 'kmsKeyID'],
      ['iops', 'iops'],
    ]);
  });
});

describe('awsProviderVersion', () => {
  it('has no field both as known and as later in its newest version', () => {
    const later = [...(awsProviderVersion('1.14').laterFields.get('kubelet') ?? [])];
    const known = Object.keys(nodeClassSchema.shape.kubelet.unwrap().shape);
    expect(later).toContain('cpuManagerPolicy');
    expect(later.filter((field) => known.includes(field))).toEqual([]);
  });
});

function* blocks(schema: z.ZodType): Generator<string[]> {
  if (schema instanceof z.ZodOptional) yield* blocks(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) yield* blocks(schema.element as z.ZodType);
  if (!(schema instanceof z.ZodObject)) return;
  yield Object.keys(schema.shape);
  for (const field of Object.values(schema.shape)) yield* blocks(field as z.ZodType);
}
