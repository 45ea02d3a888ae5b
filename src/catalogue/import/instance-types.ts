import * as z from 'zod';
import type { AwsInstanceFacts } from '../catalogue.ts';
import type { ImportFile } from './import-file.ts';
import { firstIssueText } from '../issue-text.ts';

const count = z.int().nonnegative();
const device = z.object({ Name: z.string(), Manufacturer: z.string(), Count: count });

/** What we read of a record of `aws ec2 describe-instance-types`; everything else is ignored. */
const recordSchema = z.object({
  InstanceType: z.string().min(1),
  SupportedUsageClasses: z.array(z.string()).optional(),
  SupportedVirtualizationTypes: z.array(z.string()).optional(),
  Hypervisor: z.enum(['nitro', 'xen', '']).optional(),
  ProcessorInfo: z.object({
    Manufacturer: z.string().optional(),
    SupportedArchitectures: z.array(z.string()),
    SustainedClockSpeedInGhz: z.number().nonnegative().max(1000).optional(),
    SupportedFeatures: z.array(z.string()).optional(),
  }),
  VCpuInfo: z.object({ DefaultVCpus: z.int().positive() }),
  MemoryInfo: z.object({ SizeInMiB: z.int().positive() }),
  EbsInfo: z
    .object({
      EbsOptimizedSupport: z.string().optional(),
      EbsOptimizedInfo: z.object({ MaximumBandwidthInMbps: count.optional() }).optional(),
    })
    .optional(),
  NetworkInfo: z.object({
    MaximumNetworkInterfaces: count.optional(),
    Ipv4AddressesPerInterface: count.optional(),
    EncryptionInTransitSupported: z.boolean().optional(),
    EnaSupport: z.string().optional(),
    DefaultNetworkCardIndex: count.optional(),
    NetworkCards: z.array(z.object({ NetworkCardIndex: count, MaximumNetworkInterfaces: count })).optional(),
    EfaInfo: z.object({ MaximumEfaInterfaces: count.optional() }).optional(),
  }),
  GpuInfo: z
    .object({ Gpus: z.array(device.extend({ MemoryInfo: z.object({ SizeInMiB: count }) })) })
    .optional(),
  InferenceAcceleratorInfo: z.object({ Accelerators: z.array(device) }).optional(),
  NeuronInfo: z
    .object({
      NeuronDevices: z.array(
        z.object({ Name: z.string(), Count: count, CoreInfo: z.object({ Count: count }) }),
      ),
    })
    .optional(),
  InstanceStorageInfo: z
    .object({ TotalSizeInGB: count.optional(), NvmeSupport: z.string().optional() })
    .optional(),
});

type Ec2Record = z.infer<typeof recordSchema>;

/** Facts that EC2 does not decide, because Karpenter has them compiled in. By type name. */
export type CompiledIn = ReadonlyMap<
  string,
  Pick<AwsInstanceFacts, 'networkBandwidthMbps' | 'branchInterfaces'>
>;

/**
 * Facts from `aws ec2 describe-instance-types`. Karpenter asks EC2 for HVM types on x86_64 and arm64 only, so others
 * (mac) are passed over. Network bandwidth and branch interfaces come from `compiledIn` whatever EC2 says: Karpenter
 * reads them from tables of its own, and a type that is not in them has no bandwidth label and no branch interfaces.
 */
export function readInstanceTypes(file: ImportFile, compiledIn: CompiledIn): AwsInstanceFacts[] {
  return file.list('InstanceTypes').flatMap((record, i) => {
    const result = recordSchema.safeParse(record);
    if (!result.success) {
      file.skip(
        ['InstanceTypes', i],
        `${nameOf(record)} is left out: ${firstIssueText(result.error.issues)}`,
      );
      return [];
    }
    const facts = factsOf(result.data);
    return facts === undefined ? [] : [{ ...facts, ...compiledIn.get(facts.name) }];
  });
}

/** The record as people call it; one that is broken may have no name. */
function nameOf(record: unknown): string {
  const result = z.object({ InstanceType: z.string().min(1) }).safeParse(record);
  return result.success
    ? `the instance type \`${result.data.InstanceType}\``
    : 'an instance type without a name';
}

const ARCHITECTURES: ReadonlyMap<string, AwsInstanceFacts['architecture']> = new Map([
  ['x86_64', 'amd64'],
  ['arm64', 'arm64'],
]);

function factsOf(record: Ec2Record): AwsInstanceFacts | undefined {
  const architecture = record.ProcessorInfo.SupportedArchitectures.flatMap(
    (name) => ARCHITECTURES.get(name) ?? [],
  )[0];
  const isHvm = record.SupportedVirtualizationTypes?.includes('hvm') ?? true;
  if (architecture === undefined || !isHvm) return undefined;
  const { ProcessorInfo: processor, SupportedUsageClasses: usage } = record;
  return {
    name: record.InstanceType,
    architecture,
    vcpus: record.VCpuInfo.DefaultVCpus,
    memoryMib: record.MemoryInfo.SizeInMiB,
    hypervisor: record.Hypervisor ?? '',
    cpuManufacturer: labelText(processor.Manufacturer ?? ''),
    cpuSustainedClockSpeedMhz: Math.round((processor.SustainedClockSpeedInGhz ?? 0) * 1000),
    encryptionInTransit: record.NetworkInfo.EncryptionInTransitSupported ?? false,
    ...networkFacts(record.NetworkInfo),
    ...diskFacts(record),
    ...acceleratorFacts(record),
    ...(usage === undefined
      ? {}
      : { usageClasses: (['on-demand', 'spot'] as const).filter((one) => usage.includes(one)) }),
    ...(processor.SupportedFeatures === undefined
      ? {}
      : { nestedVirtualization: processor.SupportedFeatures.includes('nested-virtualization') }),
  };
}

function networkFacts(network: Ec2Record['NetworkInfo']): Partial<AwsInstanceFacts> {
  const cards = (network.NetworkCards ?? []).toSorted((a, b) => a.NetworkCardIndex - b.NetworkCardIndex);
  const usual = cards.find((card) => card.NetworkCardIndex === (network.DefaultNetworkCardIndex ?? 0));
  const enis = usual?.MaximumNetworkInterfaces ?? network.MaximumNetworkInterfaces;
  const efaCount = network.EfaInfo?.MaximumEfaInterfaces ?? 0;
  return {
    ...(enis === undefined ? {} : { enis }),
    ...(network.Ipv4AddressesPerInterface === undefined
      ? {}
      : { ipv4PerEni: network.Ipv4AddressesPerInterface }),
    ...(cards.length > 1 ? { networkCards: cards.map((card) => card.MaximumNetworkInterfaces) } : {}),
    ...(efaCount > 0 ? { efaCount } : {}),
    ...(network.EnaSupport === 'unsupported' ? { ena: false } : {}),
  };
}

function diskFacts({ EbsInfo: ebs, InstanceStorageInfo: local }: Ec2Record): Partial<AwsInstanceFacts> {
  const ebsBandwidthMbps = ebs?.EbsOptimizedInfo?.MaximumBandwidthInMbps;
  const sizeGb = local?.TotalSizeInGB;
  const disk = local?.NvmeSupport === 'unsupported' ? 'localDiskGb' : 'localNvmeGb';
  return {
    ...(ebsBandwidthMbps === undefined || ebs?.EbsOptimizedSupport !== 'default' ? {} : { ebsBandwidthMbps }),
    ...(sizeGb === undefined ? {} : { [disk]: sizeGb }),
  };
}

function acceleratorFacts(record: Ec2Record): Partial<AwsInstanceFacts> {
  const gpus = record.GpuInfo?.Gpus.map((gpu) => ({
    ...accelerator(gpu),
    memoryMib: gpu.MemoryInfo.SizeInMiB,
  }));
  const neuronDevices = record.NeuronInfo?.NeuronDevices.map((neuron) => ({
    name: labelText(neuron.Name),
    count: neuron.Count,
    coresPerDevice: neuron.CoreInfo.Count,
  }));
  const others = record.InferenceAcceleratorInfo?.Accelerators.map(accelerator);
  return {
    ...(gpus === undefined ? {} : { gpus }),
    ...(neuronDevices === undefined ? {} : { neuronDevices }),
    ...(others === undefined ? {} : { inferenceAccelerators: others }),
  };
}

function accelerator({ Name, Manufacturer, Count }: z.infer<typeof device>) {
  return { name: labelText(Name), manufacturer: labelText(Manufacturer), count: Count };
}

/** Karpenter's `lowerKabobCase`. */
function labelText(text: string): string {
  return text.replaceAll(' ', '-').toLowerCase();
}
