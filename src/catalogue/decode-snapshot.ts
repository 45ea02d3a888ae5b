import { invariant } from '../diagnostics/invariant.ts';
import type {
  AwsCatalogue,
  AwsInstanceFacts,
  ExtendedSnapshot,
  RegionPrices,
  ZoneFacts,
} from './catalogue.ts';
import type { OnDemandTable, SnapshotFile, Table } from './snapshot-format.ts';

/** Karpenter's own stand-in (pkg/providers/pricing, `NewDefaultProvider`). */
const FALLBACK_REGION = 'us-east-1';

/** A valid snapshot file as a catalogue; what the file leaves out comes from `base`. */
export function decodeSnapshot(file: SnapshotFile, name: string, base?: AwsCatalogue): AwsCatalogue {
  const types = file.types === undefined ? base?.types : decodeTypes(file.types);
  invariant(types !== undefined, 'a snapshot without types extends the built-in one');
  const listed = new Set(types.map((type) => type.name));
  const retired = file.retired ?? base?.retired ?? [];
  const own = new Map(decodeOnDemand(file.onDemand));
  return {
    snapshot: {
      provider: 'aws',
      name,
      date: file.date,
      digest: file.digest,
      sources: file.sources,
      ...(base === undefined ? {} : { extends: partsOf(base, file, own) }),
    },
    types,
    onDemand: new Map([...new Map([...(base?.onDemand ?? []), ...own])].sort(byKey)),
    fallbackRegion: FALLBACK_REGION,
    zones: decodeZones(file),
    retired: retired.filter((type) => !listed.has(type)),
  };
}

/** What a file leaves to the catalogue it extends. */
function partsOf(
  { snapshot, onDemand }: AwsCatalogue,
  file: SnapshotFile,
  own: AwsCatalogue['onDemand'],
): ExtendedSnapshot {
  const { name, date, digest } = snapshot;
  const regions = [...onDemand.keys()].filter((region) => !own.has(region));
  return {
    name,
    date,
    digest,
    parts: [
      ...(file.types === undefined ? ['instance types'] : []),
      ...(regions.length === 0 ? [] : [`on-demand prices of ${regions.join(', ')}`]),
      ...(file.retired === undefined ? ['retired types'] : []),
    ],
  };
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function decodeTypes({ columns, rows }: Table): AwsInstanceFacts[] {
  return rows.map((row) => {
    const facts: Record<string, unknown> = {};
    for (let i = 0; i < row.length; i++) {
      const column = columns[i];
      if (row[i] !== null && column !== undefined) facts[column] = row[i];
    }
    return facts as unknown as AwsInstanceFacts;
  });
}

function decodeOnDemand(table: OnDemandTable | undefined): [string, RegionPrices][] {
  if (table === undefined) return [];
  return [...columnMaps(table)].map(([region, perHour]) => {
    const about = table.regions[region];
    invariant(about !== undefined, `the price column ${region} is described`);
    return [region, { region, ...about, perHour: perHour as ReadonlyMap<string, number> }];
  });
}

function decodeZones(file: SnapshotFile): Map<string, ZoneFacts> {
  const offered =
    file.offerings === undefined ? new Map<string, Map<string, unknown>>() : columnMaps(file.offerings);
  const spot = file.spot === undefined ? new Map<string, Map<string, unknown>>() : columnMaps(file.spot);
  const zones = [...new Set([...offered.keys(), ...spot.keys(), ...Object.keys(file.zoneIds ?? {})])].sort();
  return new Map(
    zones.map((zone) => {
      const here = offered.get(zone);
      const prices = spot.get(zone);
      const date = file.spot?.zones[zone]?.date;
      const zoneId = file.zoneIds?.[zone];
      return [
        zone,
        {
          zone,
          ...(zoneId === undefined ? {} : { zoneId }),
          ...(here === undefined ? {} : { offered: new Set(here.keys()) }),
          ...(prices === undefined || date === undefined
            ? {}
            : { spot: { date, perHourUsd: prices as ReadonlyMap<string, number> } }),
        },
      ];
    }),
  );
}

/** Of a table whose first column is the name: each further column as a map from name to cell, nulls left out. */
function columnMaps({ columns, rows }: Table): Map<string, Map<string, unknown>> {
  return new Map(
    columns.slice(1).map((column, i) => {
      const cells = new Map<string, unknown>();
      for (const row of rows) {
        const cell = row[i + 1] ?? null;
        if (cell !== null) cells.set(row[0] as string, cell);
      }
      return [column, cells];
    }),
  );
}
