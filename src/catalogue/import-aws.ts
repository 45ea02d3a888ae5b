import { type Diagnostic, diagnostic, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import { invariant } from '../diagnostics/invariant.ts';
import type { Source } from '../diagnostics/source.ts';
import { loadBuiltInCatalogue } from './built-in.ts';
import type { SnapshotSource } from './catalogue.ts';
import { columnTable, typeTable } from './encode-tables.ts';
import { mergeImports, type MergedImports } from './import/merge-imports.ts';
import { readImport, type ReadImport } from './import/read-import.ts';
import type { SpotPrice } from './import/spot-prices.ts';
import { SNAPSHOT_API_VERSION, SNAPSHOT_KIND, SNAPSHOT_VERSION, type SpotTable } from './snapshot-format.ts';
import { writeSnapshot } from './write-snapshot.ts';

export interface ImportInput {
  /** ISO date to put on the snapshot: this room knows no clock. */
  readonly date: string;
  /** Outputs of the AWS command line and price-list files, in any order. At least one. */
  readonly files: readonly Source[];
}

export interface ImportResult {
  /** Absent if any finding is an error. */
  readonly snapshotText?: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: ImportSummary;
}

/** What an import found, for the person who ran it. */
export interface ImportSummary {
  /** 0: the built-in types stay. */
  readonly types: number;
  readonly regions: readonly { readonly region: string; readonly prices: number }[];
  readonly zones: readonly {
    readonly zone: string;
    /** Absent: not imported, every type is assumed to be offered. */
    readonly offered?: number;
    /** Absent: not imported, prices are assumed. */
    readonly spotPrices?: number;
  }[];
}

/**
 * Turns what AWS says into a snapshot for the definition's `catalogue`. The same files give the same bytes, whatever
 * their order. What is not among the files stays as built in: without instance types, for example, the built-in
 * types keep their facts and get the imported prices.
 */
export function importAws({ date, files }: ImportInput): ImportResult {
  invariant(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date), 'the date of an import is an ISO date');
  const [first, ...others] = files.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  invariant(first !== undefined, 'an import has files');
  const compiledIn = compiledInFacts();
  const imports = [first, ...others].map((source) => readImport(source, compiledIn));
  const merged = mergeImports(imports);
  const summary = summaryOf(merged);
  const findings = [...imports.flatMap((one) => one.diagnostics), ...merged.diagnostics];
  if (summary.types + summary.regions.length + summary.zones.length === 0 && findings.every(isHarmless)) {
    const span = { source: first, start: 0, end: 0 };
    findings.push(diagnostic('PW5016', span, 'none of the files holds anything to import'));
  }
  return {
    ...(findings.every(isHarmless) ? { snapshotText: snapshotOf({ date, imports, merged }) } : {}),
    diagnostics: sortDiagnostics(findings),
    summary,
  };
}

function isHarmless(finding: Diagnostic): boolean {
  return finding.severity !== 'error';
}

/** Tables that Karpenter has compiled in and takes over what EC2 says. */
function compiledInFacts() {
  return new Map(
    loadBuiltInCatalogue().types.map(({ name, networkBandwidthMbps, branchInterfaces }) => [
      name,
      {
        ...(networkBandwidthMbps === undefined ? {} : { networkBandwidthMbps }),
        ...(branchInterfaces === undefined ? {} : { branchInterfaces }),
      },
    ]),
  );
}

function snapshotOf(input: {
  readonly date: string;
  readonly imports: readonly ReadImport[];
  readonly merged: MergedImports;
}): string {
  const { date, imports, merged } = input;
  const ids = zoneIds(merged);
  return writeSnapshot({
    apiVersion: SNAPSHOT_API_VERSION,
    kind: SNAPSHOT_KIND,
    provider: 'aws',
    version: SNAPSHOT_VERSION,
    date,
    extends: 'built-in',
    sources: [...imports.map(sourceOf), ...(merged.types.size === 0 ? [] : [compiledInSource()])],
    ...(merged.types.size === 0 ? {} : { types: typeTable([...merged.types.values()]) }),
    ...(merged.prices.size === 0 ? {} : { onDemand: onDemandTable(merged, date) }),
    ...(merged.offered.size === 0 ? {} : { offerings: columnTable(offeredColumns(merged)) }),
    ...(merged.spot.size === 0 ? {} : { spot: spotTable(merged, date) }),
    ...(ids.length === 0 ? {} : { zoneIds: Object.fromEntries(ids) }),
  });
}

function sourceOf(one: ReadImport): SnapshotSource {
  const dates =
    one.holds === 'on-demand prices'
      ? one.prices.flatMap((price) => price.date ?? [])
      : one.holds === 'spot prices'
        ? one.spot.map(dateOf)
        : [];
  const date = newest(dates);
  return { holds: one.holds, from: one.source.file, ...(date === undefined ? {} : { date }) };
}

/** Facts of imported types that no answer of AWS has (see compiledInFacts). */
function compiledInSource(): SnapshotSource {
  const { name, date } = loadBuiltInCatalogue().snapshot;
  return { holds: 'network bandwidth, branch interfaces', from: `${name} catalogue`, date };
}

function onDemandTable({ prices }: MergedImports, date: string) {
  const regions = [...prices].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    regions: Object.fromEntries(
      regions.map(([region, byType]) => {
        const all = [...byType.values()];
        const currency = all[0]?.currency ?? 'USD';
        return [region, { currency, date: newest(all.flatMap((price) => price.date ?? [])) ?? date }];
      }),
    ),
    ...columnTable(mapValues(prices, (byType) => mapValues(byType, (price) => price.perHour))),
  };
}

function offeredColumns({ offered }: MergedImports): Map<string, Map<string, number>> {
  return mapValues(offered, (types) => new Map([...types].map((type) => [type, 1])));
}

function spotTable({ spot }: MergedImports, date: string): SpotTable {
  const zones = [...spot].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    zones: Object.fromEntries(
      zones.map(([zone, byType]) => [zone, { date: newest([...byType.values()].map(dateOf)) ?? date }]),
    ),
    ...columnTable(mapValues(spot, (byType) => mapValues(byType, (price) => price.perHourUsd))),
  };
}

/** The day of a price; something that is no date if its time is none. */
function dateOf({ timestamp }: SpotPrice): string {
  return timestamp.slice(0, 10);
}

function zoneIds({ spot }: MergedImports): [string, string][] {
  return [...spot]
    .flatMap(([zone, byType]): [string, string][] => {
      const ids = [...byType.values()].flatMap((price) => price.zoneId ?? []).sort();
      return ids[0] === undefined ? [] : [[zone, ids[0]]];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function summaryOf({ types, prices, offered, spot }: MergedImports): ImportSummary {
  const zones = [...new Set([...offered.keys(), ...spot.keys()])].sort();
  return {
    types: types.size,
    regions: [...prices]
      .map(([region, byType]) => ({ region, prices: byType.size }))
      .sort((a, b) => (a.region < b.region ? -1 : 1)),
    zones: zones.map((zone) => {
      const here = offered.get(zone)?.size;
      const spotPrices = spot.get(zone)?.size;
      return {
        zone,
        ...(here === undefined ? {} : { offered: here }),
        ...(spotPrices === undefined ? {} : { spotPrices }),
      };
    }),
  };
}

/** The latest of some ISO dates; anything else among them is passed over. */
function newest(dates: readonly string[]): string | undefined {
  return dates
    .filter((date) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date))
    .reduce<string | undefined>(
      (latest, date) => (latest === undefined || date > latest ? date : latest),
      undefined,
    );
}

function mapValues<V, W>(map: ReadonlyMap<string, V>, change: (value: V) => W): Map<string, W> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
