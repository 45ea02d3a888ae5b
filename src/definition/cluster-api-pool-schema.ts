import * as z from 'zod';
import {
  checkCountOrPercent,
  checkDriver,
  checkDriverNames,
  checkDuration,
  checkUtilization,
} from './cluster-api-checks.ts';
import { type RefusedKey, type TextCheck, withTraits } from './field-traits.ts';
import { integer, name, text, word } from './fields.ts';

/** More than nine digits is more than any reader of the annotation promises to take. */
const MAX_SIZE = 999_999_999;

/** Text whose form its check judges, so that quotes do not matter. */
function judged(description: string, check: TextCheck) {
  return text(description, { bare: 'documented', retyped: 'none', check });
}

function duration(description: string) {
  return judged(description, checkDuration);
}

const scaleDown = z
  .strictObject({
    utilization_threshold: judged(
      'A node used less than this part may go: `0` to `1`, `-1` for never.',
      checkUtilization,
    ).nullish(),
    gpu_utilization_threshold: judged('The same for nodes with GPUs.', checkUtilization).nullish(),
    unneeded_time: duration('How long a node must be unneeded before it goes.').nullish(),
    unready_time: duration('How long an unready node must be unneeded before it goes.').nullish(),
  })
  .describe('When the Cluster Autoscaler takes nodes of the pool away. Default what its flags say.');

const healthCheck = z
  .strictObject({
    unhealthy_after: duration('How long a node may be not ready or unknown. Default 5m.').nullish(),
    node_startup_timeout: duration('How long a machine may take to become a node. Default 15m.').nullish(),
    max_unhealthy: judged(
      'More unhealthy machines than this stop remediation: a count or a percentage. Default 40%.',
      checkCountOrPercent,
    ).nullish(),
  })
  .describe('Replaces unhealthy machines, by a MachineHealthCheck.');

const csiDrivers = withTraits(
  z
    .record(name('Name of a driver.'), integer('Volumes on one node; `0` is no limit.').min(0).nullish())
    .describe('Volumes that a node can hold, by CSI driver, instead of the known figures.'),
  { check: checkDriverNames },
);

/** What a pool may say; in the settings they are where every pool starts. */
export const poolClusterApiFields = {
  max_types: integer('The most instance types the pool becomes. Default 8.').min(1).nullish(),
  max_machine_deployments: integer('The most MachineDeployments the pool becomes. Default 48.')
    .min(1)
    .nullish(),
  max_size: integer('The most nodes of each MachineDeployment. Default what the limits allow, or 100.')
    .min(1)
    .max(MAX_SIZE)
    .nullish(),
  min_size: integer('Nodes that are always there, spread over the zones. Default 0.')
    .min(0)
    .max(MAX_SIZE)
    .nullish(),
  limit_strategy: word(
    ['independent', 'split', 'quota'],
    'How the limits, which all MachineDeployments share, are applied. Default independent.',
  ).nullish(),
  annotated_resources: word(
    ['allocatable', 'capacity'],
    'What the annotations promise. Default allocatable; capacity with `balancing: generic`.',
  ).nullish(),
  price_tiers: integer('Priorities that one weight is split into, cheaper types first. Default 1.')
    .min(1)
    .max(100)
    .nullish(),
  max_surge: judged(
    'Machines beyond the wanted number while a new version rolls out.',
    checkCountOrPercent,
  ).nullish(),
  max_unavailable: judged(
    'Machines that may be missing while a new version rolls out.',
    checkCountOrPercent,
  ).nullish(),
  deletion_order: word(['Random', 'Newest', 'Oldest'], 'Which machines go first.').nullish(),
  scale_down: scaleDown.nullish(),
  max_node_provision_time: duration('How long a new machine may take before it counts as failed.').nullish(),
  max_node_startup_time: duration('How long a new node may take to get ready.').nullish(),
  csi_drivers: csiDrivers.nullish(),
  dra_driver: text('Driver of dynamic resource allocation for the accelerators, not a device plugin.', {
    check: checkDriver,
  }).nullish(),
  health_check: healthCheck.nullish(),
};

const forTheCluster: RefusedKey = {
  code: 'PW2062',
  problem: 'holds for the whole cluster, so it cannot stand in a pool',
  help: 'Move it to `cluster_api` of the `poolwright` settings.',
};

const CLUSTER_WIDE_KEYS = [
  'cluster_name',
  'namespace',
  'api_version',
  'bootstrap',
  'output',
  'topology',
  'autoscaler_version',
  'cas_version',
  'autoscaler_namespace',
  'expanders',
  'balancing',
  'key_prefix',
  'max_machine_deployments_per_cluster',
  'additional_sync_machine_labels',
  'machine_taint_propagation',
] as const;

/** `cluster_api` of a pool. */
export const poolClusterApi = withTraits(
  z.strictObject(poolClusterApiFields).describe('Settings for the Cluster API backends.'),
  { object: { refused: Object.fromEntries(CLUSTER_WIDE_KEYS.map((key) => [key, forTheCluster])) } },
);
