import type { PriceFlag, PricingNote } from '../model/instance-type.ts';
import { pricingNotes } from './money.ts';
import type { ReviewReport, ReviewReportCluster } from './review-contract.ts';
import type { ReviewItems } from './review-details.ts';
import { isQuiet } from './review-groups.ts';
import { clusterList } from './review-names.ts';
import type { ReviewVoice } from './review-voice.ts';

/** What figures rest on, as sentences; those that hold for some clusters only say for which. */
export function assumptionItems(report: ReviewReport, voice: ReviewVoice): ReviewItems {
  return assumptions(report).map(({ text, clusters }) => () => {
    const where = clusters.length === report.clusters.length ? '' : `${clusterList(clusters, voice)}: `;
    return `- ${where}${voice.text(text)}`;
  });
}

/** The limits of all of it, said once. */
const SIMULATED =
  'this is a simulation: what an image alias or the tags of subnets and security groups find, interruptions of spot capacity and PodDisruptionBudgets are not known to it';

export interface ReviewAssumption {
  readonly text: string;
  /** Those it holds for. */
  readonly clusters: readonly string[];
}

/** Notes and what is assumed about prices, each once. */
export function assumptions({ clusters }: ReviewReport): readonly ReviewAssumption[] {
  // Figures are shown of what changes.
  if (clusters.every(isQuiet)) return [];
  const told = new Map<string, string[]>();
  for (const cluster of clusters) {
    for (const text of new Set([...cluster.notes, ...priceNotes(cluster)])) {
      const names = told.get(text);
      if (names === undefined) told.set(text, [cluster.name]);
      else names.push(cluster.name);
    }
  }
  const all = clusters.map(({ name }) => name);
  return [
    ...[...told].map(([text, names]) => ({ text, clusters: names })),
    { text: SIMULATED, clusters: all },
  ];
}

function priceNotes({ cost, pricing }: ReviewReportCluster): readonly string[] {
  const date = cost.after?.priceDate ?? cost.before?.priceDate;
  if (cost.after === undefined && cost.before === undefined) return [];
  const flags = flagsOf(pricing);
  const price = { perHourUsd: 0, zone: '', capacityType: 'on-demand' as const, flags };
  return pricingNotes(pricing, {
    prices: [{ ...price, ...(date === undefined ? {} : { date }) }],
    per: 'hour and month',
  });
}

function flagsOf({ proxyRegion, spotAssumed }: PricingNote): readonly PriceFlag[] {
  return [
    ...(proxyRegion === undefined ? [] : (['proxy'] as const)),
    ...(spotAssumed === undefined ? [] : (['assumed'] as const)),
  ];
}
