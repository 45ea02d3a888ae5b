import type { Severity } from '../diagnostics/severity.ts';
import type { Located, LocatedMap } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Span } from '../diagnostics/span.ts';
import type { BackendName } from '../model/backend-name.ts';
import type { ClusterSettings, PriceAdjustment, ProviderName } from '../model/cluster.ts';
import { DEFAULT_BUILT_IN_SET } from './built-ins.ts';
import { readList, readMap, readMaps, readNumber, readText, readTexts, readWord } from './read-located.ts';
import { readRequirements } from './read-requirements.ts';
import { readRules } from './rules.ts';
import { readScenarios } from './read-scenarios.ts';
import { withoutAbsent } from './without-absent.ts';

/** Part of the on-demand price that spot is assumed to cost where no price is known. */
const SPOT_PRICE_RATIO = 0.4;
const KARPENTER_VERSION = '1.14';

/** The typed settings of a merged tree. Built-in values point at `span`. */
export function clusterSettings(tree: LocatedMap, cluster: string, span: Span): ClusterSettings {
  const set = readNumber(tree, 'defaults')?.value ?? DEFAULT_BUILT_IN_SET;
  const origin: Origin = { span, layer: { kind: 'built-in', set } };
  const builtIn = <Value>(value: Value): Located<Value> => ({ value, origin });
  return {
    provider: readWord<ProviderName>(tree, 'provider') ?? builtIn<ProviderName>('aws'),
    backend: readWord<BackendName>(tree, 'backend') ?? builtIn<BackendName>('karpenter'),
    karpenterVersion: readText(tree, 'karpenter_version') ?? builtIn(KARPENTER_VERSION),
    defaults: readNumber(tree, 'defaults') ?? builtIn(set),
    workloads:
      readList(tree, 'workloads') === undefined
        ? [builtIn(`${cluster}/workloads/**/*.{yaml,yml,json}`)]
        : readTexts(tree, 'workloads'),
    scenarios: readScenarios(tree),
    spotPriceRatio: readNumber(tree, 'spot_price_ratio') ?? builtIn(SPOT_PRICE_RATIO),
    priceAdjustments: readMaps(tree, 'price_adjustments').map(readPriceAdjustment),
    rules: readRules(tree),
    failOn: readWord<Severity>(tree, 'fail_on') ?? builtIn<Severity>('error'),
    ...optionalSettings(tree),
  };
}

function optionalSettings(tree: LocatedMap): Partial<ClusterSettings> {
  const zones = readTexts(tree, 'zones');
  return withoutAbsent({
    region: readText(tree, 'region'),
    zones: zones.length > 0 ? zones : undefined,
    kubernetesVersion: readText(tree, 'kubernetes_version'),
    maxMonthlyUsd: readNumber(tree, 'max_monthly_usd'),
    maxMonthlyUsdAtLimits: readNumber(tree, 'max_monthly_usd_at_limits'),
    organisationMaxMonthlyUsd: readNumber(tree, 'organisation_max_monthly_usd'),
    catalogue: readText(tree, 'catalogue'),
    discoveryTags: readMap(tree, 'discovery_tags'),
    publicSubnetTags: readMap(tree, 'public_subnet_tags'),
    privateSubnetTags: readMap(tree, 'private_subnet_tags'),
  });
}

function readPriceAdjustment(map: LocatedMap): PriceAdjustment {
  return {
    where: readRequirements(map, 'where'),
    span: map.origin.span,
    ...withoutAbsent({
      percent: readNumber(map, 'percent'),
      pricePerHourUsd: readNumber(map, 'price'),
    }),
  };
}
