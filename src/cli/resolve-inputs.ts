import path from 'node:path';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import { DISK } from './files/disk.ts';
import type { FileKind, FileTree } from './files/file-tree.ts';
import { stayInsideIfBelow } from './files/stay-inside.ts';
import { ioError, UsageError } from './usage-error.ts';

/** One definition to read. */
export interface Input {
  /** Absolute path, or `-` for the standard input. */
  readonly file: string;
  /** A file without pools is a note in a folder, a mistake as an argument. */
  readonly origin: 'folder' | 'argument';
}

export interface ResolvedInputs {
  readonly inputs: readonly Input[];
  /** Folders that were given whole: what is not in them any more is gone. */
  readonly folders: readonly string[];
}

/** What was asked for is not there. */
export class NothingThere extends UsageError {}

/** Where definitions are looked for when nothing is said, and cluster names always. */
export const DEFAULT_FOLDERS = ['clusters', 'k8s-clusters'];
const EXTENSIONS = ['.yaml', '.yml'];
const PATTERN = /[*?[{]/;

/**
 * Definition files from the arguments: files, folders (one level deep, without `_*` and dot files), patterns, names
 * of clusters, `-`. Without arguments the folder `clusters/`, or `k8s-clusters/`. A file that is named twice counts once, as an argument.
 * @throws UsageError if an argument is nothing of that
 */
export async function resolveInputs(
  args: readonly string[],
  cwd: string,
  tree: FileTree = DISK,
): Promise<ResolvedInputs> {
  const folders: string[] = [];
  const found = new Map<string, Input>();
  const add = (input: Input) => {
    if (found.get(input.file)?.origin !== 'argument') found.set(input.file, input);
  };
  for (const arg of args.length === 0 ? [defaultFolder(cwd, tree)] : args) {
    const absolute = path.resolve(cwd, arg);
    const kind = arg === '-' ? undefined : kindOf(absolute, arg, tree);
    if (arg === '-') add({ file: '-', origin: 'argument' });
    else if (kind === 'folder') {
      folders.push(absolute);
      const files = definitionsIn(absolute, arg, tree);
      // Nothing to check would look like nothing to complain about.
      if (files.length === 0) throw new NothingThere(`there are no definition files in \`${arg}\``);
      for (const file of files) add({ file, origin: 'folder' });
    } else if (kind !== undefined) add({ file: absolute, origin: 'argument' });
    else if (PATTERN.test(arg)) {
      for (const file of await expand(arg, cwd, tree)) add({ file, origin: 'folder' });
    } else add({ file: clusterFile(arg, cwd, tree), origin: 'argument' });
  }
  return { inputs: [...found.values()], folders };
}

function defaultFolder(cwd: string, tree: FileTree): string {
  const folders = existingFolders(cwd, tree);
  const filled = folders.filter((name) => definitionsIn(path.join(cwd, name), name, tree).length > 0);
  if (filled.length > 1) {
    // Reading one of them would pass over the clusters of the other without a word.
    const names = filled.map((name) => `\`${name}\``).join(' and ');
    throw new UsageError(
      `there are definitions in ${names}: move them into one folder, or name the folders to read`,
    );
  }
  const folder = filled[0] ?? folders[0];
  if (folder !== undefined) return folder;
  throw new NothingThere(
    'there is no folder `clusters`: name the definition files, or run `poolwright init`',
  );
}

/** Those of the default folders that are there. */
export function existingFolders(cwd: string, tree: FileTree = DISK): string[] {
  return DEFAULT_FOLDERS.filter((name) => kindOf(path.join(cwd, name), name, tree) === 'folder');
}

function kindOf(file: string, arg: string, tree: FileTree): FileKind | undefined {
  try {
    return tree.kindOf(file);
  } catch (error) {
    throw ioError(error, `cannot read ${arg}`);
  }
}

function definitionsIn(folder: string, arg: string, tree: FileTree): string[] {
  try {
    return tree
      .namesIn(folder)
      .filter((name) => isDefinition(name))
      .sort()
      .filter((name) => kindOf(path.join(folder, name), `${arg}/${name}`, tree) !== 'folder')
      .map((name) => path.join(folder, name));
  } catch (error) {
    throw ioError(error, `cannot read ${arg}`);
  }
}

function isDefinition(name: string): boolean {
  return EXTENSIONS.includes(path.extname(name)) && !/^[._]/.test(name);
}

async function expand(pattern: string, cwd: string, tree: FileTree): Promise<string[]> {
  const files = await tree.glob(pattern, cwd, (file) => stayInsideIfBelow(cwd, file, tree));
  const definitions = files.filter((file) => isDefinition(path.basename(file))).sort();
  if (definitions.length > 0) return definitions;
  throw new NothingThere(`no definition file matches \`${pattern}\``);
}

/** `production` is `clusters/production.yaml`. */
function clusterFile(name: string, cwd: string, tree: FileTree): string {
  const folders = DEFAULT_FOLDERS.map((folder) => path.join(cwd, folder));
  const plain = !name.includes('/') && !name.includes(path.sep);
  const candidates = folders.flatMap((folder) => EXTENSIONS.map((end) => path.join(folder, name + end)));
  const file = plain
    ? candidates.find((candidate) => kindOf(candidate, name, tree) !== undefined)
    : undefined;
  if (file !== undefined) return file;
  const known = folders
    .filter((folder) => kindOf(folder, folder, tree) !== undefined)
    .flatMap((folder) => definitionsIn(folder, folder, tree))
    .map((one) => (plain ? path.parse(one).name : path.relative(cwd, one).split(path.sep).join('/')));
  const near = didYouMean(name, known);
  const suggestion = near === undefined ? '' : `; did you mean \`${near}\`?`;
  throw new NothingThere(`no such file, folder or cluster: \`${name}\`${suggestion}`);
}
