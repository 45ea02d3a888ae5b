import * as z from 'zod';
import { checkLimit } from './check-limit.ts';
import { TAINT_EFFECTS } from '../kubernetes/taint.ts';
import { BACKENDS } from './available.ts';
import { checkBuiltInSet } from './check-settings.ts';
import {
  checkAvailable,
  checkDedicated,
  checkDedicatedKey,
  checkObjectName,
  checkTaintValue,
} from './check-text.ts';
import { poolClusterApi } from './cluster-api-pool-schema.ts';
import { type RefusedKey, withTraits } from './field-traits.ts';
import { flag, integer, judgedText, monthlyUsd, text, textMap, word } from './fields.ts';
import { requirements } from './requirement-schema.ts';

/** Every key is optional everywhere; `null` returns to the built-in value. */
export const nodeClassSchema = withTraits(
  z
    .looseObject({
      extra_securitygroup_ids: z
        .array(judgedText('Security group id.'))
        .describe('Security groups attached in addition to the discovered ones.')
        .nullish(),
      gpu_enabled: flag('Whether the pool is for NVIDIA GPUs. Default false.').nullish(),
      public: flag(
        'Whether nodes stand in public subnets and get public addresses. Default false.',
      ).nullish(),
      tags: textMap('Tags on instances and volumes. Changing one replaces every node.').nullish(),
      volumeSize: judgedText('Size of the disk for pods, such as `100Gi`.').nullish(),
    })
    .describe(
      'The machines: disks, image, network, tags. Beyond the documented keys, the fields of the provider.',
    ),
  { object: { spellings: { volume_size: { canonical: 'volumeSize', note: 'with note' } } } },
);

const taint = (whose: string) =>
  z.strictObject({
    key: text('Key of the taint.'),
    value: text('Value of the taint. Leave it out rather than empty.', { check: checkTaintValue }).nullish(),
    effect: word(TAINT_EFFECTS, `What happens to pods that do not tolerate the ${whose}.`),
  });

const budget = z.strictObject({
  nodes: text('How many nodes may be disrupted at once: a count or a percentage. Default 10%.').nullish(),
  schedule: text('When the budget is active: cron in UTC, together with `duration`.', {
    bare: 'documented',
  }).nullish(),
  duration: judgedText('How long the budget stays active after each `schedule` hit.').nullish(),
  reasons: z
    .array(word(['Underutilized', 'Empty', 'Drifted'], 'Reason for a disruption.'))
    .describe('The disruptions the budget counts. Absent means all.')
    .nullish(),
});

const disruption = z
  .strictObject({
    consolidation_policy: word(
      ['WhenEmptyOrUnderutilized', 'WhenEmpty', 'Balanced'],
      'Which nodes may be consolidated. Default WhenEmptyOrUnderutilized.',
    ).nullish(),
    consolidate_after: judgedText('How long a node must be quiet first, or `Never`. Default 1m.').nullish(),
    budgets: z
      .array(budget)
      .describe('Limits on simultaneous disruption. Default one budget of 10 % of the nodes.')
      .nullish(),
  })
  .describe('Consolidation and disruption budgets.');

const poolFields = {
  node_class: nodeClassSchema.nullish(),
  annotations: textMap('Annotations of the nodes.').nullish(),
  labels: textMap('Labels of the nodes.').nullish(),
  limits: textMap(
    'The most the pool may hold in total, by resource.',
    text('Quantity such as `100`, `500m` or `100Gi`.', {
      bare: 'documented',
      retyped: 'quantity',
      check: checkLimit,
    }),
  ).nullish(),
  requirements: requirements('Which instance types, zones, architectures and so on are allowed.').nullish(),
  taints: z.array(taint('taint')).describe('Taints of the nodes.').nullish(),
  startup_taints: z
    .array(taint('startup taint'))
    .describe('Taints that something removes once the node is ready.')
    .nullish(),
  weight: integer('Pools with more weight are tried first, 1 to 100.').nullish(),
  disruption: disruption.nullish(),
  expire_after: judgedText('Age at which nodes are replaced, or `Never`. Default 720h.').nullish(),
  termination_grace_period: judgedText('How long a draining node may take at most.').nullish(),
  replicas: integer('Fixed number of nodes (static pool).').nullish(),
  profile: text('Name of the profile this pool starts from.').nullish(),
  backend: text('Who creates the nodes. Default: the setting `backend`.', {
    check: checkAvailable('backend', BACKENDS),
  }).nullish(),
  node_class_name: text(
    'Name of the node class object, which pools with equal node classes may share. Default: the name of the pool.',
    { check: checkObjectName },
  ).nullish(),
  defaults: withTraits(
    integer(
      'Number of the built-in set of this pool; 0 fills in nothing and keeps empty values. Default: the setting `defaults`.',
    ),
    { check: checkBuiltInSet },
  ).nullish(),
  max_monthly_usd: monthlyUsd('Budget for the expected cost of the pool in US dollars a month.').nullish(),
  max_monthly_usd_at_limits: monthlyUsd(
    'Budget for the most the pool can cost within its limits, in US dollars a month.',
  ).nullish(),
  dedicated: text('Reserves the nodes: label and taint `dedicated=<value>:NoSchedule`.', {
    check: checkDedicated,
  }).nullish(),
  dedicated_key: text('Key to use for `dedicated`. Default `dedicated`.', {
    check: checkDedicatedKey,
  }).nullish(),
  cluster_api: poolClusterApi.nullish(),
};

const later: Readonly<Record<string, RefusedKey>> = {
  headroom: {
    code: 'PW2031',
    problem: 'is not supported yet',
    help: 'Remove it. Until it is supported, run pause pods with a low priority class to keep capacity spare.',
  },
  spot_percentage: {
    code: 'PW2031',
    problem: 'is not supported yet',
    help: 'Remove it. Until it is supported, use one pool for spot and one for on-demand, with weights or limits.',
  },
};

/** What a pool, and `pool_defaults`, may say. */
export const poolSchema = withTraits(z.strictObject(poolFields), { object: { refused: later } });

const { profile: _profile, ...profileFields } = poolFields;

/** What a profile may say: all a pool may, but no profile. */
export const profileSchema = withTraits(z.strictObject(profileFields), {
  layer: (name) => ({ kind: 'profile', name }),
  object: {
    refused: {
      ...later,
      profile: {
        code: 'PW2051',
        problem: 'is not allowed in a profile: profiles do not build on each other',
        help: 'Copy what is needed, or move what all pools share to `pool_defaults`.',
      },
    },
  },
});

export const POOL_KEYS: readonly string[] = Object.keys(poolFields);
