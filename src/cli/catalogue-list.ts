import { checkWhereValues } from '../catalogue/check-where-values.ts';
import { parseWhere } from '../catalogue/parse-where.ts';
import { createProvider } from '../create-provider.ts';
import { readDefinition } from '../definition/read-definition.ts';
import { regionOfZone } from '../catalogue/zone-name.ts';
import { Source } from '../diagnostics/source.ts';
import { writeYaml } from '../documents/write-yaml.ts';
import type { Cluster } from '../model/cluster.ts';
import type { Provider } from '../model/provider.ts';
import { type CatalogueList, catalogueListText } from '../report/catalogue-list.ts';
import { REPORT_API_VERSION } from '../report/check-report.ts';
import { listTypes, type TypeOrder } from '../report/list-types.ts';
import { offeringFilter } from '../selection/offering-filter.ts';
import { selectTypes } from '../selection/select-types.ts';
import { wantsColor } from './color.ts';
import { readCatalogue } from './compile-definitions.ts';
import { emitReport } from './emit-report.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { UsageError } from './usage-error.ts';
import { inert, inertJson } from '../report/inert.ts';

export interface CatalogueListFlags {
  readonly where?: string | undefined;
  readonly region: string;
  readonly zones?: string | undefined;
  readonly sort: TypeOrder;
  readonly limit: number;
  readonly catalogue?: string | undefined;
  readonly format: 'text' | 'json';
  readonly color?: boolean | undefined;
}

/** `poolwright catalogue list`. */
export async function catalogueListCommand(flags: CatalogueListFlags, host: Host): Promise<ExitCode> {
  const catalogue = readCatalogue(flags.catalogue, host);
  const provider = createProvider(catalogue.snapshot.provider, catalogue);
  const place = placeOf(flags);
  refuseStrangePlace(place, provider);
  const table = provider.instanceTable(place, undefined);
  const vocabulary = provider.labels(place);
  const { requirements, diagnostics } = parseWhere(flags.where ?? '', vocabulary);
  const findings = [...diagnostics, ...checkWhereValues(requirements, table.types, vocabulary)];
  if (findings.length > 0) {
    const report = { format: 'text', maxFindings: 0, color: flags.color } as const;
    const code = await emitReport({ clusters: [], diagnostics: findings }, report, host, host.stderr);
    // What was typed is wrong, not a file.
    if (code !== EXIT.ok) return EXIT.usage;
  }
  const constraints = { requirements, labels: new Map<string, never>(), vocabulary };
  const list: CatalogueList = {
    apiVersion: REPORT_API_VERSION,
    kind: 'InstanceTypeList',
    region: flags.region,
    instanceTypes: listTypes({
      table,
      types: selectTypes({ types: table.types, ...constraints }).types,
      admits: offeringFilter(constraints),
      order: flags.sort,
    }),
    pricing: table.pricing,
  };
  host.stdout.write(
    flags.format === 'json'
      ? inertJson(limited(list, flags.limit))
      : inert(
          catalogueListText(list, { color: wantsColor(flags.color, host, host.stdout), max: flags.limit }),
        ),
  );
  return EXIT.ok;
}

function limited(list: CatalogueList, max: number): CatalogueList {
  return max === 0 ? list : { ...list, instanceTypes: list.instanceTypes.slice(0, max) };
}

/** What is a warning in a file, which others may know better, is a mistake in what was just typed. */
function refuseStrangePlace(place: Cluster, provider: Provider): void {
  const region = place.settings.region?.value;
  for (const { value: zone } of place.settings.zones ?? []) {
    const own = regionOfZone(zone);
    if (own !== undefined && own !== region) {
      throw new UsageError(`zone \`${zone}\` is in \`${own}\`, and \`--region\` is \`${region}\``);
    }
  }
  const [finding] = provider.checkSettings?.(place) ?? [];
  if (finding === undefined) return;
  throw new UsageError(`${finding.message}${finding.help === undefined ? '' : `. ${finding.help}`}`);
}

/** A cluster that is nothing but a place: the provider asks for one to know zones and prices. */
function placeOf({ region, zones }: CatalogueListFlags): Cluster {
  const settings = {
    cluster: 'catalogue',
    region,
    ...(zones === undefined ? {} : { zones: zones.split(',').map((zone) => zone.trim()) }),
  };
  const text = writeYaml({ poolwright: settings, karpenter: { node_pools: { list: { requirements: [] } } } });
  const { clusters, diagnostics } = readDefinition({ source: new Source('--region', text) });
  const problem = diagnostics.find(({ severity }) => severity === 'error');
  const cluster = clusters[0];
  if (problem !== undefined || cluster === undefined) {
    throw new UsageError(problem?.message ?? `\`${region}\` is not a region`);
  }
  return cluster;
}
