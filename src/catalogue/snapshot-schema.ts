import * as z from 'zod';
import type { AwsInstanceFacts } from './catalogue.ts';
import { TYPE_COLUMNS } from './snapshot-format.ts';

const count = z.int().nonnegative();
const isoDate = z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, 'expected a date such as 2026-09-01');
const accelerator = { name: z.string(), manufacturer: z.string(), count };

/** One row of `types`, by column. */
export const factsSchema = z.strictObject({
  name: z.string().min(1),
  architecture: z.enum(['amd64', 'arm64']),
  vcpus: z.int().positive(),
  memoryMib: z.int().positive(),
  hypervisor: z.enum(['nitro', 'xen', '']),
  cpuManufacturer: z.string(),
  cpuSustainedClockSpeedMhz: count,
  encryptionInTransit: z.boolean(),
  localNvmeGb: count.optional(),
  localDiskGb: count.optional(),
  networkBandwidthMbps: count.optional(),
  ebsBandwidthMbps: count.optional(),
  enis: count.optional(),
  ipv4PerEni: count.optional(),
  networkCards: z.array(count).optional(),
  branchInterfaces: count.optional(),
  efaCount: count.optional(),
  podLimit: count.optional(),
  gpus: z.array(z.strictObject({ ...accelerator, memoryMib: count })).optional(),
  neuronDevices: z.array(z.strictObject({ name: z.string(), count, coresPerDevice: count })).optional(),
  inferenceAccelerators: z.array(z.strictObject(accelerator)).optional(),
  usageClasses: z.array(z.enum(['on-demand', 'spot'])).optional(),
  nestedVirtualization: z.boolean().optional(),
  ena: z.boolean().optional(),
} satisfies Record<keyof AwsInstanceFacts, z.ZodType>);

const columns = z
  .array(z.string())
  .refine((names) => names[0] === 'name', 'the first column is `name`')
  .refine((names) => new Set(names).size === names.length, 'a column is there twice');

const cells = z.array(z.unknown());

/** A table of numbers by name. */
const numberTable = z.strictObject({
  columns,
  rows: z.array(z.tuple([z.string()], z.number().nonnegative().nullable())),
});

/** The whole file. Rows of `types` are checked one by one with `factsSchema`. */
export const snapshotSchema = z
  .strictObject({
    apiVersion: z.string(),
    kind: z.string(),
    provider: z.string(),
    version: z.int(),
    date: isoDate,
    digest: z.string(),
    extends: z.literal('built-in').optional(),
    sources: z.array(z.strictObject({ holds: z.string(), from: z.string(), date: isoDate.optional() })),
    types: z
      .strictObject({
        columns: columns.refine(
          (names) => names.every((name) => (TYPE_COLUMNS as readonly string[]).includes(name)),
          'a column is unknown',
        ),
        rows: z.array(cells).min(1, 'there are no types'),
      })
      .optional(),
    onDemand: numberTable
      .extend({ regions: z.record(z.string(), z.strictObject({ currency: z.string(), date: isoDate })) })
      .refine(
        (table) => table.columns.slice(1).every((region) => table.regions[region] !== undefined),
        'a region has no currency and date',
      )
      .optional(),
    offerings: numberTable.optional(),
    spot: numberTable
      .extend({ zones: z.record(z.string(), z.strictObject({ date: isoDate })) })
      .refine(
        (table) => table.columns.slice(1).every((zone) => table.zones[zone] !== undefined),
        'a zone has no date',
      )
      .optional(),
    zoneIds: z.record(z.string(), z.string()).optional(),
    retired: z.array(z.string()).optional(),
  })
  .refine((file) => file.types !== undefined || file.extends !== undefined, {
    message: 'there are neither `types` nor `extends`',
  });
