import path from 'node:path';
import { type ImportSummary, importAws } from '../catalogue/import-aws.ts';
import { counted } from '../report/words.ts';
import { emitReport } from './emit-report.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { readSource } from './read-source.ts';
import { reportPath, repositoryRoot } from './repository.ts';
import { UsageError } from './usage-error.ts';
import { replaceFile } from './write-file.ts';

export interface CatalogueImportFlags {
  readonly out?: string | undefined;
  readonly date?: string | undefined;
  readonly color?: boolean | undefined;
}

/** Price lists of a whole region are large. A JavaScript string holds no more than this. */
const MAX_BYTES = 500 * 1024 * 1024;

/** `poolwright catalogue import`: AWS outputs in, a dated and digested snapshot out. */
export async function catalogueImport(
  files: readonly string[],
  flags: CatalogueImportFlags,
  host: Host,
): Promise<ExitCode> {
  const date = flags.date ?? host.today();
  if (!isDate(date)) throw new UsageError(`\`${date}\` is not a date: write YYYY-MM-DD`);
  const root = repositoryRoot(host.cwd);
  const read = files.map((file) => {
    const absolute = path.resolve(host.cwd, file);
    return readSource(absolute, reportPath(root, absolute), MAX_BYTES);
  });
  const problems = read.flatMap(({ problem }) => problem ?? []);
  const { snapshotText, diagnostics, summary } =
    problems.length > 0
      ? { snapshotText: undefined, diagnostics: problems, summary: undefined }
      : importAws({ date, files: read.map(({ source }) => source) });
  const code =
    diagnostics.length === 0
      ? EXIT.ok
      : await emitReport(
          { clusters: [], diagnostics },
          { format: 'text', maxFindings: 100, color: flags.color },
          host,
          host.stderr,
        );
  if (snapshotText === undefined || summary === undefined) return EXIT.findings;
  if (flags.out === undefined) host.stdout.write(snapshotText);
  else replaceFile(path.resolve(host.cwd, flags.out), snapshotText, flags.out);
  host.stderr.write(`${describe(summary)}\n`);
  return code;
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  );
}

/** `imported 812 instance types, prices of eu-west-1 (790), 3 zones (offerings and spot prices)`. */
function describe({ types, regions, zones }: ImportSummary): string {
  const offered = zones.filter((zone) => zone.offered !== undefined).length;
  const spot = zones.filter((zone) => zone.spotPrices !== undefined).length;
  const parts = [
    types === 0 ? 'no instance types (the built-in ones stay)' : counted(types, 'instance type'),
    ...regions.map(({ region, prices }) => `${counted(prices, 'on-demand price')} of ${region}`),
    ...(offered === 0 ? [] : [`offerings of ${counted(offered, 'zone')}`]),
    ...(spot === 0 ? [] : [`spot prices of ${counted(spot, 'zone')}`]),
  ];
  return `imported: ${parts.join(', ')}`;
}
