import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { reportPath, repositoryRoot } from '../repository.ts';
import { isSystemError, UsageError } from '../usage-error.ts';
import { DISK } from './disk.ts';
import type { FileTree } from './file-tree.ts';
import { readBytes } from './read-bytes.ts';

const LONGEST_PATH = 8192;

/**
 * What lies in a repository, or is named there, may come from anybody who proposes a change to it, and findings quote
 * what they are about. So it may lead neither out of the repository nor to what git keeps for itself, such as the token
 * of a checkout, by its path or by a link. What the command line names may be anywhere, and so may everything where
 * there is no repository.
 *
 * @throws UsageError if it does
 */
export function stayInside(root: string, file: string, tree: FileTree): void {
  // A commit has nothing outside of it.
  if (tree !== DISK || (!file.includes('\0') && !existsSync(path.join(root, '.git')))) return;
  const lead = leadOut(root, file);
  if (lead === undefined) return;
  // A link that the command line names is refused as well; what git keeps is no file to name at all.
  const wayOut = lead.isKept ? '' : ', or name the file itself on the command line';
  throw new UsageError(`cannot read ${reportPath(root, file)}: ${lead.how}; copy the file into it${wayOut}`);
}

/**
 * The command line may name what is outside of the repository. What it names in the repository, by a name that may come
 * from a list of changed files, stays there.
 *
 * @throws UsageError if it does not
 */
export function stayInsideIfBelow(cwd: string, file: string, tree: FileTree): void {
  const root = repositoryRoot(cwd);
  if (isBelow(root, file)) stayInside(root, file, tree);
}

/** How a path leads out of a repository. */
interface LeadOut {
  /** For messages. */
  readonly how: string;
  /** To what git keeps for itself, not elsewhere. */
  readonly isKept: boolean;
}

/** Undefined: it does not lead out. What is not there has a place, too. */
export function leadOut(root: string, file: string): LeadOut | undefined {
  if (file.includes('\0')) return { how: 'no name has the character U+0000', isKept: false };
  const top = realpathSync.native(root);
  const real = placeOf(file);
  const how = path.relative(top, real) === path.relative(root, file) ? 'it leads' : 'a symbolic link leads';
  const out = existsSync(path.join(root, '.git')) ? 'out of the repository' : 'out of the working directory';
  if (!isBelow(top, real)) return { how: `${isBelow(root, file) ? how : 'it leads'} ${out}`, isKept: false };
  const names = path.relative(top, real).toLowerCase().split(path.sep);
  const kept = gitFolder(root);
  if (!names.includes('.git') && (kept === undefined || !isBelow(kept, real))) return undefined;
  return { how: `${how} to what git keeps for itself, which is not part of the repository`, isKept: true };
}

/** Without links, as far as it is there. */
function placeOf(file: string): string {
  const real = realPathOf(file);
  const folder = path.dirname(file);
  return real ?? (folder === file ? file : path.join(placeOf(folder), path.basename(file)));
}

/** Where git keeps its data, which a file `.git` may say. */
function gitFolder(root: string): string | undefined {
  const entry = path.join(root, '.git');
  const real = realPathOf(entry);
  if (real === undefined || statSync(real).isDirectory()) return real;
  const said = /^gitdir: (.*)/.exec(Buffer.from(readBytes(real, LONGEST_PATH)).toString('utf8'))?.[1];
  return said === undefined ? undefined : realPathOf(path.resolve(root, said.trim()));
}

/** Undefined: there is nothing, or nobody may look. */
function realPathOf(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/** Whether a path is that of a folder or of something in it. */
function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
