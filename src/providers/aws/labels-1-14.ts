import type { LabelSpec } from '../../model/provider.ts';
import {
  ARCH,
  awsLabel,
  CAPACITY_RESERVATION_ID,
  CAPACITY_TYPE,
  INSTANCE_TYPE,
  OS,
  REGION,
  WINDOWS_BUILD,
  ZONE,
  ZONE_ID,
} from './label-keys.ts';
import { closed, integer, open } from './label-spec.ts';

/**
 * What the well-known labels of Karpenter 1.14 on AWS may say. `karpenter.sh/nodepool` is well known to Karpenter,
 * but no definition may use it, so it is left out. `karpenter.k8s.aws/nitro-sandbox` comes after 1.14.
 *
 * Every key is stamped: a node gets the single value of its type, zone, capacity type, tenancy, reservation or
 * placement group (pkg/cloudprovider/cloudprovider.go, `instanceToNodeClaim`).
 */
export const LABELS_1_14: ReadonlyMap<string, LabelSpec> = new Map([
  closed(INSTANCE_TYPE, 'Name of the EC2 instance type, such as m7i.large.'),
  closed(ARCH, 'Processor architecture.', {
    values: ['amd64', 'arm64'],
    synonyms: {
      x86_64: 'amd64',
      'x86-64': 'amd64',
      x86: 'amd64',
      x64: 'amd64',
      aarch64: 'arm64',
      graviton: 'arm64',
    },
  }),
  closed(OS, 'Operating system of the image.', { values: ['linux', 'windows'] }),
  closed(WINDOWS_BUILD, 'Windows build number; absent on Linux.', {
    values: ['10.0.17763', '10.0.20348', '10.0.26100'],
  }),
  closed(ZONE, 'Availability zone, such as eu-west-1a.'),
  closed(REGION, 'AWS region.'),
  closed(ZONE_ID, 'Zone id, the same in every account, such as euw1-az1.'),
  closed(CAPACITY_TYPE, 'How the machine is bought.', {
    values: ['on-demand', 'spot', 'reserved'],
    synonyms: { ondemand: 'on-demand', on_demand: 'on-demand', 'on demand': 'on-demand' },
  }),
  closed(awsLabel('instance-category'), 'Letters at the start of the type name: c, m, r, g, inf.'),
  integer(awsLabel('instance-generation'), 'First number of the type name: 7 for m7i.large.'),
  closed(awsLabel('instance-family'), 'Type name up to the dot: m7i.'),
  closed(awsLabel('instance-size'), 'Type name after the dot: large, metal.'),
  closed(awsLabel('instance-capability-flex'), 'Whether the family is a flex one, with a shared processor.', {
    values: ['true', 'false'],
  }),
  integer(awsLabel('instance-cpu'), 'Number of vCPUs.'),
  closed(awsLabel('instance-cpu-manufacturer'), 'Maker of the processor.', {
    synonyms: { amazon: 'aws', graviton: 'aws' },
  }),
  integer(
    awsLabel('instance-cpu-sustained-clock-speed-mhz'),
    'Sustained clock speed in MHz; 0 where EC2 does not say.',
  ),
  integer(awsLabel('instance-memory'), 'Memory in MiB as EC2 lists it, before any overhead.'),
  closed(awsLabel('instance-hypervisor'), 'Hypervisor; the empty value means bare metal.', {
    values: ['nitro', 'xen', ''],
  }),
  closed(
    awsLabel('instance-encryption-in-transit-supported'),
    'Whether traffic between machines is encrypted.',
    {
      values: ['true', 'false'],
    },
  ),
  closed(awsLabel('instance-tenancy'), 'Shared or dedicated hardware.', { values: ['default', 'dedicated'] }),
  integer(awsLabel('instance-local-nvme'), 'Local NVMe disks, in GB together; absent without.'),
  integer(
    awsLabel('instance-network-bandwidth'),
    'Baseline network bandwidth in Mbps; absent for vaguely rated types.',
  ),
  integer(
    awsLabel('instance-ebs-bandwidth'),
    'Maximum EBS bandwidth in Mbps; absent unless EBS optimised by default.',
  ),
  closed(awsLabel('instance-gpu-name'), 'Model of the GPU, such as t4 or h100.'),
  closed(awsLabel('instance-gpu-manufacturer'), 'Maker of the GPU.'),
  integer(awsLabel('instance-gpu-count'), 'Number of GPUs; 0 for a fraction of one.'),
  integer(awsLabel('instance-gpu-memory'), 'Memory of one GPU in MiB.'),
  closed(awsLabel('instance-accelerator-name'), 'Model of the accelerator, such as inferentia2.'),
  closed(awsLabel('instance-accelerator-manufacturer'), 'Maker of the accelerator.'),
  integer(awsLabel('instance-accelerator-count'), 'Number of accelerators.'),
  open(CAPACITY_RESERVATION_ID, 'Capacity reservation the machine runs in.', { onlyOn: 'reserved' }),
  closed(awsLabel('capacity-reservation-type'), 'Kind of the capacity reservation.', {
    values: ['default', 'capacity-block'],
    onlyOn: 'reserved',
  }),
  closed(awsLabel('capacity-reservation-interruptible'), 'Whether the reservation may be taken back.', {
    values: ['true', 'false'],
    onlyOn: 'reserved',
  }),
  open(awsLabel('placement-group-id'), 'Placement group of the node class.'),
  integer(awsLabel('placement-group-partition'), 'Partition in the placement group, counted from 1.'),
]);
