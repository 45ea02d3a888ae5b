import type { AwsCatalogue } from '../../catalogue/catalogue.ts';
import { isRegionalZone, regionOfZone } from '../../catalogue/zone-name.ts';
import type { Cluster } from '../../model/cluster.ts';
import type { AssumedZones } from '../../model/instance-type.ts';
import { REGION, ZONE, ZONE_ID } from './label-keys.ts';
import { namedValues, UNKNOWN } from './named-values.ts';

/** Where the nodes of a cluster can be, as far as the definition says. */
export interface Location {
  readonly region?: string;
  /** Values of the region label: the region, or what may be one. */
  readonly regionLabels: readonly string[];
  readonly zones: readonly LocationZone[];
  /** The definition lists no zones, and these stand in. */
  readonly zonesAssumed?: AssumedZones;
}

export interface LocationZone {
  readonly name: string;
  /** The zone's id, or the ids it may have. */
  readonly ids: readonly string[];
}

/** How many zones are assumed when the definition lists none. */
const ASSUMED_ZONES = 3;
/** No region has more zones. */
const MOST_ZONES = 6;

/**
 * Region and zones of a cluster. Without listed zones, those that an imported snapshot knows for the region stand in;
 * else the ones that pools name, filled up with invented ones. A pool that names its zone must not look impossible
 * only because the settings are silent.
 */
export function locate(cluster: Cluster, catalogue: AwsCatalogue): Location {
  const written = unique((cluster.settings.zones ?? []).map((zone) => zone.value));
  const named = namedPlaces(cluster);
  const region =
    cluster.settings.region?.value ??
    commonRegion(written) ??
    commonRegion(named.zones) ??
    only(named.regions);
  const assumed = written.length > 0 ? undefined : assumedZones(region, named.zones, catalogue);
  const zones = assumed === undefined ? written : [...assumed.named, ...inventedZones(region, assumed)];
  return {
    ...(region === undefined ? {} : { region }),
    regionLabels: region === undefined ? orUnknown(named.regions) : [region],
    zones: zones.map((name) => ({ name, ids: zoneIds(name, region, named.zoneIds, catalogue) })),
    ...(assumed === undefined ? {} : { zonesAssumed: assumed }),
  };
}

interface NamedPlaces {
  readonly zones: readonly string[];
  readonly regions: readonly string[];
  readonly zoneIds: readonly string[];
}

/** Where the pools of a cluster ask to be. */
function namedPlaces(cluster: Cluster): NamedPlaces {
  const named = namedValues(cluster, [ZONE, REGION, ZONE_ID]);
  return {
    zones: named(ZONE).filter((zone) => regionOfZone(zone) !== undefined),
    regions: named(REGION),
    zoneIds: named(ZONE_ID),
  };
}

function assumedZones(
  region: string | undefined,
  named: readonly string[],
  catalogue: AwsCatalogue,
): AssumedZones {
  const known = [...catalogue.zones.keys()].filter(
    (zone) => isRegionalZone(zone) && regionOfZone(zone) === region,
  );
  if (known.length > 0) return { from: 'catalogue', named: known, unnamed: 0 };
  const usable = named.filter((zone) => region === undefined || regionOfZone(zone) === region);
  return {
    from: usable.length === 0 ? 'nothing' : 'pools',
    named: usable,
    unnamed: Math.max(0, ASSUMED_ZONES - usable.length),
  };
}

/** Stand-ins for zones without a name. */
function inventedZones(region: string | undefined, { unnamed }: AssumedZones): string[] {
  return Array.from({ length: unnamed }, (_, i) => `${region ?? ''}${UNKNOWN}${String.fromCharCode(97 + i)}`);
}

function zoneIds(
  zone: string,
  region: string | undefined,
  named: readonly string[],
  catalogue: AwsCatalogue,
): readonly string[] {
  const known = catalogue.zones.get(zone)?.zoneId;
  if (known !== undefined) return [known];
  const code = region === undefined ? undefined : regionCode(region);
  // Which zone has which id differs between accounts: any id of the region may be meant.
  if (code !== undefined) return Array.from({ length: MOST_ZONES }, (_, i) => `${code}-az${i + 1}`);
  return orUnknown(named);
}

/** How zone ids abbreviate a region: `euw1` for eu-west-1, `apse2` for ap-southeast-2, `usgw1` for us-gov-west-1. */
function regionCode(region: string): string | undefined {
  const match = /^([a-z]+)((?:-[a-z]+)+)-([0-9]+)$/.exec(region);
  if (match === null) return undefined;
  const [, area = '', words = '', number = ''] = match;
  const letters = words
    .slice(1)
    .split('-')
    .map((word) =>
      /^(north|south)(east|west)$/.test(word) ? `${word.charAt(0)}${word.charAt(5)}` : word.charAt(0),
    );
  return `${area}${letters.join('')}${number}`;
}

function commonRegion(zones: readonly string[]): string | undefined {
  return only(unique(zones.flatMap((zone) => regionOfZone(zone) ?? [])));
}

function only(values: readonly string[]): string | undefined {
  return values.length === 1 ? values[0] : undefined;
}

function orUnknown(values: readonly string[]): readonly string[] {
  return values.length === 0 ? [UNKNOWN] : values;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
