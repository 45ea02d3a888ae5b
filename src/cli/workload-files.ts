import path from 'node:path';
import type { Source } from '../diagnostics/source.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { DUMP_LIMITS } from '../documents/input-limits.ts';
import type { Cluster } from '../model/cluster.ts';
import { DISK } from './files/disk.ts';
import type { FileKind, FileTree } from './files/file-tree.ts';
import { stayInside, stayInsideIfBelow } from './files/stay-inside.ts';
import type { Host } from './host.ts';
import { STANDARD_INPUT } from './load-definitions.ts';
import { decodeSource, type ReadSource, readSource } from './read-source.ts';
import { reportPath } from './repository.ts';
import { ioError, UsageError } from './usage-error.ts';

/** Texts of manifests, and what could not be read of them. */
export interface WorkloadTexts {
  readonly sources: readonly Source[];
  readonly problems: readonly Diagnostic[];
}

/** All files together. What is made of them takes some five times that. */
const MOST_CHARACTERS = 512 * 1024 * 1024;
const MANIFEST = /\.(?:ya?ml|json)$/;
const MAGIC = /[*?[\]{}()!]/;

/** The files that the `workloads` setting of a cluster names, absolute and sorted. None is no mistake. */
export async function settledWorkloads(
  cluster: Cluster,
  root: string,
  tree: FileTree = DISK,
): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const { value, origin } of cluster.settings.workloads) {
    const { file } = origin.span.source;
    const folder = path.resolve(root, file === STANDARD_INPUT ? '' : path.dirname(file));
    const refuse = (one: string) => stayInside(root, one, tree);
    for (const one of await matching(value, folder, { tree, refuse })) {
      refuse(one);
      files.add(one);
    }
  }
  return [...files].sort();
}

interface LookedThrough {
  readonly tree: FileTree;
  /** Throws for what must not be looked at. */
  readonly refuse: (file: string) => void;
}

async function matching(
  pattern: string,
  folder: string,
  { tree, refuse }: LookedThrough,
): Promise<readonly string[]> {
  if (MAGIC.test(pattern)) return globbed(pattern, folder, { tree, refuse });
  const file = path.resolve(folder, pattern);
  refuse(file);
  const kind = kindOf(file, tree);
  if (kind === 'folder') return manifestsBelow(file, tree);
  return kind === undefined ? [] : [file];
}

async function globbed(
  pattern: string,
  folder: string,
  { tree, refuse }: LookedThrough,
): Promise<readonly string[]> {
  try {
    return await tree.glob(pattern, folder, refuse);
  } catch (error) {
    throw ioError(error, `cannot look through \`${pattern}\``);
  }
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
  const refuse = (file: string) => stayInsideIfBelow(cwd, file, DISK);
  refuse(absolute);
  const kind = kindOf(absolute, DISK);
  if (kind === 'folder') {
    const files = manifestsBelow(absolute, DISK);
    if (files.length === 0) throw new UsageError(`there are no manifests below \`${arg}\``);
    return files;
  }
  if (kind !== undefined) return [absolute];
  const files = MAGIC.test(arg) ? await matching(arg, cwd, { tree: DISK, refuse }) : [];
  if (files.length === 0) throw new UsageError(`no such file or folder: \`${arg}\``);
  return [...files].sort();
}

function manifestsBelow(folder: string, tree: FileTree): string[] {
  try {
    return tree
      .filesBelow(folder)
      .filter((file) => MANIFEST.test(file))
      .sort();
  } catch (error) {
    throw ioError(error, `cannot read ${folder}`);
  }
}

function kindOf(file: string, tree: FileTree): FileKind | undefined {
  try {
    return tree.kindOf(file);
  } catch (error) {
    throw ioError(error, `cannot read ${file}`);
  }
}

/** Reads files that were found; what is no text is a problem, and the others count. */
export async function readWorkloadTexts(
  files: readonly string[],
  root: string,
  host: Host,
  tree: FileTree = DISK,
): Promise<WorkloadTexts> {
  tree.expect?.(files.filter((file) => file !== '-'));
  const sources: Source[] = [];
  const problems: Diagnostic[] = [];
  let characters = 0;
  for (const file of files) {
    const { source, problem } = await readOne(file, { root, host, tree });
    characters += source.text.length;
    if (characters > MOST_CHARACTERS) throw tooMuch(source.file, files.length);
    if (problem === undefined) sources.push(source);
    else problems.push(problem);
  }
  return { sources, problems };
}

function tooMuch(file: string, files: number): UsageError {
  return new UsageError(
    `${file}: with it the ${files} files of manifests and dumps have more than ${MOST_CHARACTERS} characters, the most that is read at a time; leave some out, or plan a part of the workloads at a time`,
  );
}

interface ReadingFrom {
  readonly root: string;
  readonly host: Host;
  readonly tree: FileTree;
}

async function readOne(file: string, { root, host, tree }: ReadingFrom): Promise<ReadSource> {
  const { fileBytes } = DUMP_LIMITS;
  if (file !== '-') return readSource(file, reportPath(root, file), fileBytes, tree);
  return decodeSource(await host.readStdin(fileBytes), STANDARD_INPUT, fileBytes);
}
