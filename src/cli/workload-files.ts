import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Source } from '../diagnostics/source.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { DUMP_LIMITS } from '../documents/input-limits.ts';
import type { Cluster } from '../model/cluster.ts';
import type { Host } from './host.ts';
import { STANDARD_INPUT } from './load-definitions.ts';
import { decodeSource, type ReadSource, readSource } from './read-source.ts';
import { reportPath } from './repository.ts';
import { ioError, isSystemError, UsageError } from './usage-error.ts';

/** Texts of manifests, and what could not be read of them. */
export interface WorkloadTexts {
  readonly sources: readonly Source[];
  readonly problems: readonly Diagnostic[];
}

const MANIFEST = /\.(?:ya?ml|json)$/;
const MAGIC = /[*?[\]{}()!]/;

/** The files that the `workloads` setting of a cluster names, absolute and sorted. None is no mistake. */
export async function settledWorkloads(cluster: Cluster, root: string): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const { value, origin } of cluster.settings.workloads) {
    const { file } = origin.span.source;
    const folder = path.resolve(root, file === STANDARD_INPUT ? '' : path.dirname(file));
    for (const one of await matching(value, folder)) files.add(one);
  }
  return [...files].sort();
}

/** The globbing library is loaded only where there is something that may match. */
async function matching(pattern: string, folder: string): Promise<readonly string[]> {
  const fixed = fixedPart(pattern);
  const base = path.resolve(folder, fixed);
  const stats = statOf(base);
  if (stats === undefined) return [];
  if (fixed === pattern) return stats.isDirectory() ? manifestsBelow(base) : [base];
  const { glob } = await import('tinyglobby');
  const found = await glob(pattern, { cwd: folder, absolute: true, onlyFiles: true });
  return found.map((file) => path.normalize(file));
}

/** The folders of a pattern before the first one with a wildcard. */
function fixedPart(pattern: string): string {
  const segments = pattern.split('/');
  const first = segments.findIndex((segment) => MAGIC.test(segment));
  return first < 0 ? pattern : segments.slice(0, first).join('/');
}

/**
 * The files that `-f` names: files, folders with everything below them, patterns, `-` for the standard input.
 * @throws UsageError if there is no such file
 */
export async function namedWorkloads(args: readonly string[], cwd: string): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const arg of args) {
    if (arg === '-') files.add(arg);
    else for (const file of await named(arg, cwd)) files.add(file);
  }
  return [...files];
}

async function named(arg: string, cwd: string): Promise<readonly string[]> {
  const absolute = path.resolve(cwd, arg);
  const stats = statOf(absolute);
  if (stats?.isDirectory() === true) {
    const files = manifestsBelow(absolute);
    if (files.length === 0) throw new UsageError(`there are no manifests below \`${arg}\``);
    return files;
  }
  if (stats !== undefined) return [absolute];
  const files = MAGIC.test(arg) ? await matching(arg, cwd) : [];
  if (files.length === 0) throw new UsageError(`no such file or folder: \`${arg}\``);
  return [...files].sort();
}

function manifestsBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && MANIFEST.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    throw ioError(error, `cannot read ${folder}`);
  }
}

function statOf(file: string) {
  try {
    return statSync(file);
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw ioError(error, `cannot read ${file}`);
  }
}

/** Reads files that were found; what is no text is a problem, and the others count. */
export async function readWorkloadTexts(
  files: readonly string[],
  root: string,
  host: Host,
): Promise<WorkloadTexts> {
  const sources: Source[] = [];
  const problems: Diagnostic[] = [];
  for (const file of files) {
    const { source, problem } = await readOne(file, root, host);
    if (problem === undefined) sources.push(source);
    else problems.push(problem);
  }
  return { sources, problems };
}

async function readOne(file: string, root: string, host: Host): Promise<ReadSource> {
  const { fileBytes } = DUMP_LIMITS;
  if (file !== '-') return readSource(file, reportPath(root, file), fileBytes);
  return decodeSource(await host.readStdin(fileBytes), STANDARD_INPUT, fileBytes);
}
