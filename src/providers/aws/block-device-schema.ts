import * as z from 'zod';

const MAX_INT64 = Number.MAX_SAFE_INTEGER;

const ebsSchema = z
  .strictObject({
    volumeSize: z.string().describe('Whole Gi, such as `100Gi`.'),
    volumeType: z.enum(['standard', 'io1', 'io2', 'gp2', 'sc1', 'st1', 'gp3']).describe('Default: gp3.'),
    iops: z.int().min(0).max(MAX_INT64),
    throughput: z.int().min(0).max(MAX_INT64).describe('MiB/s; gp3 only.'),
    encrypted: z.boolean().describe('Default: true, unless the volume is made from a snapshot.'),
    kmsKeyID: z.string().describe('Id, alias or ARN of a customer managed key.'),
    snapshotID: z.string().min(1),
    deleteOnTermination: z.boolean().describe('Default: true.'),
    volumeInitializationRate: z.int().min(100).max(300).describe('MiB/s; needs snapshot_id.'),
  })
  .partial();

/** The list replaces the defaults of the AMI family whole; nothing is merged. */
export const blockDeviceMappingsSchema = z
  .array(
    z.strictObject({
      // Karpenter's capacity code reads both without a nil check, so they are required here.
      deviceName: z.string().min(1).describe('Such as `/dev/xvda`.'),
      rootVolume: z.boolean().optional().describe('Whether the kubelet directory lives here. At most one.'),
      ebs: ebsSchema.optional(),
    }),
  )
  .max(50)
  .describe('Replaces the default disks of the AMI family.');
