import { existsSync } from 'node:fs';
import path from 'node:path';
import { builtInProvider } from '../create-provider.ts';
import type { Severity } from '../diagnostics/severity.ts';
import type { Source } from '../diagnostics/source.ts';
import { counted } from '../report/words.ts';
import { emitReport } from './emit-report.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { type ImportResult, importTexts } from './import-texts.ts';
import { DEFAULTS_NAMES } from './load-definitions.ts';
import { readSource } from './read-source.ts';
import { reportPath, repositoryRoot } from './repository.ts';
import { UsageError } from './usage-error.ts';
import { namedWorkloads, readWorkloadTexts } from './workload-files.ts';
import { createFile } from './write-file.ts';

export interface ImportFlags {
  readonly cluster?: string | undefined;
  readonly out?: string | undefined;
  readonly defaults?: string | undefined;
  readonly failOn?: Severity | undefined;
  readonly maxFindings: number;
  readonly color?: boolean | undefined;
}

/** How reports name a definition that goes to the standard output. */
const STANDARD_OUTPUT = '<stdout>';

/** `poolwright import`: objects in, a definition out that compiles to the same objects, as far as it can be said. */
export async function importDefinition(
  args: readonly string[],
  flags: ImportFlags,
  host: Host,
): Promise<ExitCode> {
  const { cluster, out, failOn, maxFindings, color } = flags;
  const root = repositoryRoot(host.cwd);
  const { sources, problems } = await readWorkloadTexts(await namedWorkloads(args, host.cwd), root, host);
  const byFile = out === undefined ? undefined : path.parse(out).name;
  const result = importTexts({
    sources,
    provider: builtInProvider(),
    fileName: out === undefined ? STANDARD_OUTPUT : reportPath(root, path.resolve(host.cwd, out)),
    clusterName: cluster,
    nameByFile: byFile,
    defaults:
      flags.defaults === undefined
        ? defaultsBeside(out, root, host)
        : defaultsFile(flags.defaults, root, host),
  });
  if (result.text !== undefined) write(result.text, out, host);
  const diagnostics = [...problems, ...result.diagnostics];
  const code =
    diagnostics.length === 0
      ? EXIT.ok
      : await emitReport(
          { clusters: [], diagnostics },
          { format: 'text', maxFindings, color, failOn },
          host,
          host.stderr,
        );
  if (result.text !== undefined) host.stderr.write(`${summary(result)}\n`);
  return code;
}

/** What the definition will inherit counts from the start: it may change what the objects become. */
function defaultsBeside(out: string | undefined, root: string, host: Host): Source | undefined {
  if (out === undefined) return undefined;
  const folder = path.dirname(path.resolve(host.cwd, out));
  const file = DEFAULTS_NAMES.map((name) => path.join(folder, name)).find((one) => existsSync(one));
  return file === undefined ? undefined : defaultsFile(file, root, host);
}

function defaultsFile(file: string, root: string, host: Host): Source {
  const absolute = path.resolve(host.cwd, file);
  const { source, problem } = readSource(absolute, reportPath(root, absolute));
  if (problem !== undefined) throw new UsageError(`${source.file} cannot be used: ${problem.message}`);
  return source;
}

/** A definition that is there already may have been worked on: it is never overwritten. */
function write(text: string, out: string | undefined, host: Host): void {
  if (out === undefined) {
    host.stdout.write(text);
    return;
  }
  const file = path.resolve(host.cwd, out);
  if (!createFile(file, text, out)) {
    throw new UsageError(`${out} exists already: remove it first, or write to another file`);
  }
}

/** `imported 3 NodePools and 2 node classes: applying the definition replaces no node`. */
function summary({ imported: { nodePools, nodeClasses, groups }, findings, errors }: ImportResult): string {
  const poolsWith = (code: string) => {
    const found = findings.filter(({ diagnostic }) => diagnostic.code === code);
    return new Set(found.flatMap(({ pools }) => pools)).size;
  };
  const [all, some, unknown] = [poolsWith('PW9310'), poolsWith('PW9311'), poolsWith('PW9308')];
  const effects = [
    ...(all === 0 ? [] : [`replaces all nodes of ${counted(all, 'pool')}`]),
    ...(some === 0 ? [] : [`may replace nodes of ${counted(some, 'pool')}`]),
    ...(unknown === 0 ? [] : [`overwrites the node class of ${counted(unknown, 'pool')}`]),
  ];
  const classes = `${nodeClasses.length} node class${nodeClasses.length === 1 ? '' : 'es'}`;
  const machines = groups.reduce((sum, group) => sum + group.machines.length, 0);
  const what = [
    ...(nodePools.length === 0 ? [] : [`${counted(nodePools.length, 'NodePool')} and ${classes}`]),
    ...(machines === 0
      ? []
      : [`${counted(machines, 'MachineDeployment')} as ${counted(groups.length, 'pool')}`]),
  ].join(', ');
  if (errors.length > 0) {
    return `imported ${what}: the definition cannot be applied as it is, ${counted(errors.length, 'error')}`;
  }
  const effect = effects.length === 0 ? 'replaces no node' : effects.join(', ');
  return `imported ${what}: applying the definition ${effect}`;
}
