import type { AwsCatalogue, SnapshotInfo } from '../catalogue/catalogue.ts';
import { REPORT_API_VERSION } from '../report/check-report.ts';
import { table } from '../report/table.ts';
import { counted } from '../report/words.ts';
import { readCatalogue } from './compile-definitions.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { inert } from '../report/inert.ts';

/** `poolwright catalogue show`: what a catalogue holds and where it comes from. */
export function catalogueShow(
  file: string | undefined,
  { format }: { readonly format: 'text' | 'json' },
  host: Host,
): ExitCode {
  const catalogue = readCatalogue(file, host);
  host.stdout.write(format === 'json' ? provenanceJson(catalogue) : inert(provenanceText(catalogue)));
  return EXIT.ok;
}

function provenanceJson(catalogue: AwsCatalogue): string {
  const { snapshot, types, onDemand, fallbackRegion, zones } = catalogue;
  const provenance = {
    apiVersion: REPORT_API_VERSION,
    kind: 'CatalogueProvenance',
    ...snapshot,
    instanceTypes: types.length,
    onDemandPrices: [...onDemand.values()].map(({ region, currency, date, perHour }) => ({
      region,
      currency,
      date,
      types: perHour.size,
    })),
    fallbackRegion,
    zones: [...zones.values()].map(({ zone, zoneId, offered, spot }) => ({
      zone,
      ...(zoneId === undefined ? {} : { zoneId }),
      ...(offered === undefined ? {} : { offeredTypes: offered.size }),
      ...(spot === undefined ? {} : { spotPrices: spot.perHourUsd.size, spotDate: spot.date }),
    })),
  };
  return `${JSON.stringify(provenance, null, 2)}\n`;
}

function provenanceText({ snapshot, types, onDemand, fallbackRegion, zones }: AwsCatalogue): string {
  const prices = [...onDemand.values()].map(({ region, currency, date, perHour }) => [
    region,
    currency,
    date,
    String(perHour.size),
  ]);
  const offered = [...zones.values()].map(({ zone, zoneId, offered, spot }) => [
    zone,
    zoneId ?? '',
    offered === undefined ? 'all assumed' : String(offered.size),
    spot === undefined ? 'assumed' : String(spot.perHourUsd.size),
    spot?.date ?? '',
  ]);
  const lines = [
    `${snapshot.name} catalogue of ${snapshot.provider}, ${snapshot.date}, ${counted(types.length, 'instance type')}`,
    snapshot.digest,
    '',
    ...snapshot.sources.flatMap(({ holds, from, date }) => [
      date === undefined ? holds : `${holds}, ${date}`,
      `  ${from}`,
    ]),
    ...extendedText(snapshot),
    '',
    ...table(
      [
        { title: 'on-demand prices of' },
        { title: 'currency' },
        { title: 'date' },
        { title: 'types', align: 'right' },
      ],
      prices,
    ),
    `Other regions: the prices of ${fallbackRegion} stand in, and are shown as a proxy.`,
    '',
    ...(offered.length === 0
      ? ['Zones: every type is assumed to be offered in every zone, spot prices are a ratio of on-demand.']
      : table(
          [
            { title: 'zone' },
            { title: 'id' },
            { title: 'types', align: 'right' },
            { title: 'spot prices', align: 'right' },
            { title: 'date' },
          ],
          offered,
        )),
  ];
  return `${lines.join('\n')}\n`;
}

/** What an import leaves to the built-in catalogue. */
function extendedText({ extends: base }: SnapshotInfo): string[] {
  if (base === undefined) return [];
  return [
    '',
    `the rest is that of the ${base.name} catalogue, ${base.date} (\`poolwright catalogue show\`)`,
    `  ${base.digest}`,
    ...base.parts.map((part) => `  ${part}`),
  ];
}
