import type { ClusterSettings } from '../model/cluster.ts';
import type { ClusterReviewInput } from '../model/review-input.ts';
import { quotedList } from './words.ts';

/** What is not compared and why, and what the figures of both states rest on where that differs. Sentences. */
export function clusterNotes({ base, head }: ClusterReviewInput): readonly string[] {
  const [before, after] = [base?.compiled, head?.compiled];
  return [
    ...failureNotes('base', before),
    ...failureNotes('head', after),
    ...(before === undefined || after === undefined
      ? []
      : settingNotes(before.cluster.settings, after.cluster.settings)),
  ];
}

function failureNotes(
  state: 'base' | 'head',
  compiled: NonNullable<ClusterReviewInput['base']>['compiled'] | undefined,
): readonly string[] {
  if (compiled?.failed !== true) return [];
  const { failedPools } = compiled.cluster;
  if (failedPools.length === 0)
    return [`The cluster has errors in ${state}: as it is, nothing of it is written.`];
  const [what, whom] = failedPools.length === 1 ? ['Pool', 'it is'] : ['Pools', 'they are'];
  const has = failedPools.length === 1 ? 'has' : 'have';
  return [
    `${what} ${quotedList(failedPools)} ${has} errors in ${state}: ${whom} not compared, nor is what all pools make together. As it is, nothing of the cluster is written.`,
  ];
}

function settingNotes(before: ClusterSettings, after: ClusterSettings): readonly string[] {
  const read: readonly (readonly [string, (settings: ClusterSettings) => unknown])[] = [
    ['region', ({ region }) => region?.value],
    ['zones', ({ zones }) => zones?.map(({ value }) => value)],
    ['catalogue', ({ catalogue }) => catalogue?.value],
    ['spot_price_ratio', ({ spotPriceRatio }) => spotPriceRatio.value],
    ['price_adjustments', ({ priceAdjustments }) => priceAdjustments.map(adjustmentText)],
  ];
  const changed = read
    .filter(([, of]) => JSON.stringify(of(before)) !== JSON.stringify(of(after)))
    .map(([name]) => name);
  const versions = [before, after].map(({ clusterApi }) => clusterApi?.apiVersion.value);
  const isOtherVersion = versions.every((one) => one !== undefined) && versions[0] !== versions[1];
  return [
    ...(changed.length === 0
      ? []
      : [`Types, zones and prices of each state follow its own settings; ${quotedList(changed, 5)} differ.`]),
    ...(isOtherVersion
      ? [
          `Objects of Cluster API are compared as v1beta2; \`api_version\` goes from ${versions[0] ?? ''} to ${versions[1] ?? ''}.`,
        ]
      : []),
  ];
}

function adjustmentText({
  where,
  percent,
  pricePerHourUsd,
}: ClusterSettings['priceAdjustments'][number]): string {
  return JSON.stringify([
    where.map(({ key, operator, values }) => [key.value, operator.value, values.map(({ value }) => value)]),
    percent?.value,
    pricePerHourUsd?.value,
  ]);
}
