import * as z from 'zod';
import { blockDeviceMappingsSchema } from './block-device-schema.ts';
import { kubeletSchema } from './kubelet-schema.ts';
import {
  amiSelectorTermsSchema,
  capacityReservationSelectorTermsSchema,
  placementGroupSelectorSchema,
  securityGroupSelectorTermsSchema,
  subnetSelectorTermsSchema,
} from './selector-schemas.ts';

const MAX_INT32 = 2_147_483_647;

const onOff = z.enum(['enabled', 'disabled']);
const index = z.int().min(0).max(MAX_INT32);

const networkInterfacesSchema = z
  .array(
    z.strictObject({
      networkCardIndex: index,
      deviceIndex: index,
      interfaceType: z.enum(['interface', 'efa-only']),
    }),
  )
  .max(150)
  .describe('Replaces the interfaces that the instance type would get, its EFA count included.');

const metadataOptionsSchema = z
  .strictObject({
    httpEndpoint: onOff.describe('Default: enabled.'),
    httpProtocolIPv6: onOff.describe('Default: disabled.'),
    httpPutResponseHopLimit: z
      .int()
      .min(1)
      .max(64)
      .describe('Default: 1, which keeps pods away from the instance metadata.'),
    httpTokens: z.enum(['required', 'optional']).describe('Default: required.'),
  })
  .partial();

const connectionTrackingSchema = z
  .strictObject({
    tcpEstablishedTimeout: z.int().min(60).max(432_000).describe('Seconds.'),
    udpStreamTimeout: z.int().min(60).max(180).describe('Seconds.'),
    udpTimeout: z.int().min(30).max(60).describe('Seconds.'),
  })
  .partial()
  .describe('Idle timeouts of the network interfaces. Restricts the pool to Nitro types.');

/**
 * What may stand under `node_class` beyond the documented keys, in the provider's spelling and in the order of emission.
 * The shape is that of `EC2NodeClass.spec` in karpenter-provider-aws v1.14.1; what spans several fields is checked by
 * rules over the finished object.
 */
export const nodeClassSchema = z
  .strictObject({
    amiFamily: z
      .enum(['AL2', 'AL2023', 'Bottlerocket', 'Custom', 'Windows2019', 'Windows2022', 'Windows2025'])
      .describe('How nodes start. Needed when no image is named by an alias.'),
    amiSelectorTerms: amiSelectorTermsSchema.describe('Which images to launch. `ami` is the short form.'),
    subnetSelectorTerms: subnetSelectorTermsSchema,
    securityGroupSelectorTerms: securityGroupSelectorTermsSchema,
    capacityReservationSelectorTerms: capacityReservationSelectorTermsSchema,
    placementGroupSelector: placementGroupSelectorSchema,
    associatePublicIPAddress: z.boolean().describe('Default: the value of `public`.'),
    ipPrefixCount: index.describe('Prefixes on the primary interface. Does not change how many pods fit.'),
    role: z.string().min(1).describe('IAM role of the nodes, by name. Default: KarpenterNodeRole-<cluster>.'),
    instanceProfile: z.string().min(1).describe('A ready instance profile, instead of `role`.'),
    kubelet: kubeletSchema,
    blockDeviceMappings: blockDeviceMappingsSchema,
    instanceStorePolicy: z.enum(['RAID0']).describe('Join the local NVMe disks for pods.'),
    networkInterfaces: networkInterfacesSchema,
    detailedMonitoring: z.boolean().describe('CloudWatch metrics by the minute.'),
    metadataOptions: metadataOptionsSchema.describe('Instance metadata service.'),
    connectionTracking: connectionTrackingSchema,
    context: z.string().describe('Reserved by EC2; passed on untouched.'),
    cpuOptions: z
      .strictObject({ nestedVirtualization: onOff })
      .partial()
      .describe('Enabled nested virtualisation restricts the pool to types that can do it.'),
    userData: z.string().describe('Merged with what Karpenter generates for the AMI family.'),
  })
  .partial();

/** A field of `EC2NodeClass.spec`, in the provider's spelling. */
export type NodeClassField = keyof typeof nodeClassSchema.shape;
