import type { ClusterSettings } from '../model/cluster.ts';
import type { ClusterReviewInput } from '../model/review-input.ts';
import { changedSettings } from './changed-settings.ts';
import { failedPools } from './failed-pools.ts';
import { quotedList } from './words.ts';

/** What is not compared and why, and what the figures of both states rest on where that differs. Sentences. */
export function clusterNotes({ base, head }: ClusterReviewInput): readonly string[] {
  const [before, after] = [base?.compiled, head?.compiled];
  return [
    ...failureNotes('base', base),
    ...failureNotes('head', head),
    ...(before === undefined || after === undefined
      ? []
      : settingNotes(before.cluster.settings, after.cluster.settings)),
  ];
}

function failureNotes(state: 'base' | 'head', side: ClusterReviewInput['base']): readonly string[] {
  if (side?.compiled.failed !== true) return [];
  const { source } = side.compiled.cluster;
  const names = failedPools(side.compiled);
  if (side.unread === true)
    return [
      `Nothing of the cluster can be read in ${state}: \`${source.file}\` has errors. It is not compared, and as it is, nothing of it is written.`,
    ];
  if (names.length === 0) return [`The cluster has errors in ${state}: as it is, nothing of it is written.`];
  const [what, whom] = names.length === 1 ? ['Pool', 'it is'] : ['Pools', 'they are'];
  const has = names.length === 1 ? 'has' : 'have';
  return [
    `${what} ${quotedList(names)} ${has} errors in ${state}: ${whom} not compared, nor is what all pools make together. As it is, nothing of the cluster is written.`,
  ];
}

function settingNotes(before: ClusterSettings, after: ClusterSettings): readonly string[] {
  const changed = changedSettings(before, after);
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
