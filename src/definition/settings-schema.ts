import * as z from 'zod';
import { BACKENDS, LATER_PROVIDERS, PROVIDERS } from './available.ts';
import { settingsClusterApi } from './cluster-api-settings-schema.ts';
import { checkBuiltInSet, checkPriceAdjustment, checkZones } from './check-settings.ts';
import { checkAvailable, checkPlace, checkVersion } from './check-text.ts';
import { type RefusedKey, traitsOf, withTraits } from './field-traits.ts';
import { integer, monthlyUsd, name, text, textMap, word } from './fields.ts';
import { listOfOne } from './list-of-one.ts';
import { nodeClassSchema, poolSchema, profileSchema } from './pool-schema.ts';
import { requirements } from './requirement-schema.ts';
import { checkRules } from './rules.ts';
import { scenarioSchema } from './scenario-schema.ts';

const priceAdjustment = withTraits(
  z.strictObject({
    where: requirements('The instance types and offerings it applies to.'),
    percent: z.number().min(-100).describe('Change in percent: `-30` is a discount of 30 %.').nullish(),
    price: z
      .number()
      .nonnegative()
      .describe('Price in US dollars an hour, instead of the list price.')
      .nullish(),
  }),
  { check: checkPriceAdjustment },
);

export const settingsNodeClass = withTraits(nodeClassSchema.describe('Node class of every pool.'), {
  ...traitsOf(nodeClassSchema),
  layer: () => ({ kind: 'node_class' }),
});

export const poolDefaults = withTraits(poolSchema.describe('What every pool starts from.'), {
  ...traitsOf(poolSchema),
  layer: () => ({ kind: 'pool_defaults' }),
});

const WORKLOADS = 'Manifests that the dry run packs. Default `<cluster>/workloads/**/*.{yaml,yml,json}`.';

const workloads = withTraits(z.array(name('Glob, relative to the file that names it.')).describe(WORKLOADS), {
  reshape: listOfOne,
  editorShape: {
    description: WORKLOADS,
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  },
});

const tags = (what: string, absent: string) => textMap(`${what} Default ${absent}.`).nullish();

const sharedFields = {
  provider: text('Where machines come from. Default aws.', {
    check: checkAvailable('provider', PROVIDERS, LATER_PROVIDERS),
  }).nullish(),
  backend: text('Who creates the nodes. Default karpenter.', {
    check: checkAvailable('backend', BACKENDS),
  }).nullish(),
  region: name('Region of the cluster, for prices.', { check: checkPlace }).nullish(),
  zones: withTraits(
    z
      .array(name('Zone name.', { check: checkPlace }))
      .min(1)
      .describe('Zones of the cluster.'),
    {
      check: checkZones,
    },
  ).nullish(),
  kubernetes_version: text('Kubernetes version, such as "1.34"; for Cluster API with the patch: "1.34.2".', {
    check: checkVersion,
  }).nullish(),
  karpenter_version: text('Karpenter version. Default "1.14".', { check: checkVersion }).nullish(),
  defaults: withTraits(integer('Number of the built-in set. Default 1.'), {
    check: checkBuiltInSet,
  }).nullish(),
  node_class: settingsNodeClass.nullish(),
  pool_defaults: poolDefaults.nullish(),
  profiles: z
    .record(z.string(), profileSchema.nullish())
    .describe('Named sets of pool keys. A pool takes one with `profile`.')
    .nullish(),
  workloads: workloads.nullish(),
  scenarios: z
    .record(z.string(), scenarioSchema.nullish())
    .describe('Named what-ifs for the plan: outages and growth.')
    .nullish(),
  max_monthly_usd: monthlyUsd('Budget for the expected cost of the cluster in US dollars a month.').nullish(),
  max_monthly_usd_at_limits: monthlyUsd(
    'Budget for the most the cluster can cost within its limits, in US dollars a month.',
  ).nullish(),
  catalogue: name(
    'Path of a catalogue snapshot, relative to this file. Default: the built-in one.',
  ).nullish(),
  spot_price_ratio: z
    .number()
    .positive()
    .max(1)
    .describe('Spot price as a part of the on-demand price where none is known. Default 0.4.')
    .nullish(),
  price_adjustments: z.array(priceAdjustment).describe('Discounts and own prices, in order.').nullish(),
  discovery_tags: tags(
    'Tags by which subnets and security groups are found.',
    '`karpenter.sh/discovery: <cluster>`',
  ),
  public_subnet_tags: tags(
    'Further tags of the subnets of pools with `public: true`.',
    '`kubernetes.io/role/elb: "1"`',
  ),
  private_subnet_tags: tags(
    'Further tags of the subnets of all other pools.',
    '`kubernetes.io/role/internal-elb: "1"`',
  ),
  rules: withTraits(
    z
      .record(z.string(), word(['off', 'info', 'warning'], 'Level of the finding.').nullish())
      .describe('Levels of findings by code. Errors cannot be lowered.'),
    { check: checkRules },
  ).nullish(),
  fail_on: word(
    ['error', 'warning', 'info'],
    'Findings from this level on fail the run. Default error.',
  ).nullish(),
  cluster_api: settingsClusterApi.nullish(),
};

const cluster = text('Name of the cluster. Default: the name of the file without its extension.').nullish();

const organisationMaxMonthlyUsd = monthlyUsd(
  'Budget for the sum over the clusters of one run, in US dollars a month.',
).nullish();

const onlyInDefaults: RefusedKey = {
  code: 'PW2062',
  problem: 'counts over all clusters of a run, so it cannot stand in the file of one',
  help: 'Move it to `_defaults.yaml`.',
};

const onlyInClusters: RefusedKey = {
  code: 'PW2062',
  problem: 'names one cluster, so it cannot stand in a file that several share',
  help: 'Move it to the file of the cluster.',
};

/** The `poolwright` block of a cluster's own file. */
export const clusterSettingsSchema = withTraits(z.strictObject({ cluster, ...sharedFields }), {
  object: { refused: { organisation_max_monthly_usd: onlyInDefaults } },
});

/** The `poolwright` block of `_defaults.yaml`. */
export const defaultSettingsSchema = withTraits(
  z.strictObject({ ...sharedFields, organisation_max_monthly_usd: organisationMaxMonthlyUsd }),
  { object: { refused: { cluster: onlyInClusters } } },
);

export const SETTING_KEYS: readonly string[] = ['cluster', ...Object.keys(defaultSettingsSchema.shape)];
