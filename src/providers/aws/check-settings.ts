import { regionOfZone } from '../../catalogue/zone-name.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/did-you-mean.ts';
import type { Located } from '../../diagnostics/located.ts';
import { requirementOf } from '../../kubernetes/requirement.ts';
import type { Cluster, PriceAdjustment } from '../../model/cluster.ts';
import type { InstanceType } from '../../model/instance-type.ts';
import type { PoolRequirement } from '../../model/pool.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { offerMatcher } from './price-adjustments.ts';
import { AWS_REGIONS } from './regions.ts';

export interface Knowledge {
  readonly labels: LabelVocabulary;
  /** Asked only where it matters. */
  readonly typesOf: () => readonly InstanceType[];
}

/** What only the provider can say about a cluster's settings. */
export function checkSettings(cluster: Cluster, knowledge: Knowledge): Diagnostic[] {
  const { region, zones = [], priceAdjustments } = cluster.settings;
  return [
    ...(region === undefined ? [] : checkRegion(region)),
    ...zones.flatMap((zone) => checkZone(zone, region)),
    ...priceAdjustments.flatMap((adjustment) => checkAdjustment(adjustment, knowledge)),
  ];
}

const REGION = /^[a-z]{2,}(?:-[a-z]+)+-[0-9]+$/;

function checkRegion(region: Located<string>): Diagnostic[] {
  if (REGION.test(region.value)) return checkSpelling(region, region.value, '');
  const meant = regionOfZone(region.value);
  return [
    diagnostic('PW5031', region.origin.span, `\`${region.value}\` is not named like an AWS region`, {
      help: meant === undefined ? 'Regions are named like `eu-west-1`.' : `Did you mean \`${meant}\`?`,
    }),
  ];
}

/**
 * A region that is not on our list may be a new one; a near name says that it is more likely misspelt. A number of its
 * own is what new regions have.
 */
function checkSpelling(written: Located<string>, region: string, letter: string): Diagnostic[] {
  if (AWS_REGIONS.has(region)) return [];
  const meant = didYouMean(region, AWS_REGIONS);
  if (meant === undefined || unnumbered(meant) === unnumbered(region)) return [];
  return [
    diagnostic(
      'PW5031',
      written.origin.span,
      `\`${region}\` is none of the AWS regions that poolwright knows`,
      { help: `Did you mean \`${meant}${letter}\`?` },
    ),
  ];
}

function unnumbered(region: string): string {
  return region.replace(/[0-9]+$/, '');
}

function checkZone(zone: Located<string>, region: Located<string> | undefined): Diagnostic[] {
  const own = regionOfZone(zone.value);
  if (own === undefined) {
    const what = /^[a-z]+[0-9]+-az[0-9]+$/.test(zone.value)
      ? 'Zones are listed by name, not by id'
      : 'Zones are named';
    return [
      diagnostic('PW5031', zone.origin.span, `\`${zone.value}\` is not named like an AWS zone`, {
        help: `${what}: \`${region !== undefined && REGION.test(region.value) ? region.value : 'eu-west-1'}a\`.`,
      }),
    ];
  }
  if (region === undefined) return checkSpelling(zone, own, zone.value.slice(own.length));
  if (!REGION.test(region.value) || own === region.value) return [];
  return [
    diagnostic(
      'PW5030',
      zone.origin.span,
      `zone \`${zone.value}\` is in \`${own}\`, not in the region of the cluster`,
      {
        related: [{ span: region.origin.span, message: 'the region is given here' }],
        help: 'Nodes, subnets and prices of a cluster belong to one region.',
      },
    ),
  ];
}

function checkAdjustment(adjustment: PriceAdjustment, { labels, typesOf }: Knowledge): Diagnostic[] {
  const unknown = adjustment.where.flatMap((requirement) => {
    const key = labels.aliases.get(requirement.key.value) ?? requirement.key.value;
    if (labels.specs.has(key)) return [];
    const values = requirement.values.map((value) => value.value);
    // A label that no type has satisfies the negative operators always, the others never.
    const effect = requirementOf({ key, operator: requirement.operator.value, values }).isNegative()
      ? 'has no effect here'
      : 'keeps the price adjustment from ever applying';
    const meant = didYouMean(key, labels.specs.keys());
    return [
      diagnostic(
        'PW5032',
        requirement.key.origin.span,
        `no instance type has the label \`${key}\`: it ${effect}`,
        {
          help: meant === undefined ? undefined : `Did you mean \`${meant}\`?`,
        },
      ),
    ];
  });
  if (unknown.length > 0 || adjustment.where.length === 0) return unknown;
  const types = typesOf();
  if (applies(adjustment, types)) return [];
  const missing = adjustment.where.flatMap((requirement) => missingValues(requirement, types, labels));
  if (missing.length > 0) return missing;
  return [
    diagnostic('PW5032', adjustment.span, 'the price adjustment applies to no instance type', {
      help: '`poolwright catalogue list --where …` shows what its requirements match.',
    }),
  ];
}

function applies(adjustment: PriceAdjustment, types: readonly InstanceType[]): boolean {
  const matches = offerMatcher(adjustment);
  return types.some(({ labels, offerings }) =>
    offerings.some(({ zone, capacityType }) => matches({ labels, zone, capacityType })),
  );
}

/** The values of an `In` if no type has any of them: then it is this requirement that nothing meets. */
function missingValues(
  requirement: PoolRequirement,
  types: readonly InstanceType[],
  labels: LabelVocabulary,
): Diagnostic[] {
  if (requirement.operator.value !== 'In') return [];
  const key = labels.aliases.get(requirement.key.value) ?? requirement.key.value;
  const existing = new Set(types.flatMap((type) => type.labels.get(key) ?? []));
  if (requirement.values.some(({ value }) => existing.has(value))) return [];
  return requirement.values.map(({ value, origin }) => {
    const meant = labels.specs.get(key)?.synonyms?.get(value.toLowerCase()) ?? didYouMean(value, existing);
    return diagnostic(
      'PW5032',
      origin.span,
      `no instance type has \`${value}\` as its \`${key.slice(key.indexOf('/') + 1)}\`: the price adjustment never applies`,
      { help: meant === undefined ? undefined : `Did you mean \`${meant}\`?` },
    );
  });
}
