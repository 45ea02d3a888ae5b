import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { TEMPORARY_ENDING } from '../../render/found-output.ts';

export interface WholeFileOptions {
  /** Permissions. @default what the process gives new files */
  readonly mode?: number;
  /**
   * Also through a power failure, once `syncFolder` has been called. What can be made again is not worth it: thousands of
   * files take minutes then. @default false
   */
  readonly durable?: boolean;
}

/**
 * Puts a text in the place of a file, in one step: whoever reads, and whatever interrupts, there is the old file or the
 * new one. A link is replaced, not followed. Throws what the file system throws; the old file is there then.
 */
export function replaceWhole(file: string, text: string, options: WholeFileOptions = {}): void {
  const temporary = temporaryBeside(file);
  try {
    writeNew(temporary, text, options);
    renameSync(temporary, file);
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

/** Creates a file in one step. Throws what the file system throws, `EEXIST` if there is anything of that name. */
export function createWhole(file: string, text: string, options: WholeFileOptions = {}): void {
  const temporary = temporaryBeside(file);
  try {
    writeNew(temporary, text, options);
    linkNew(temporary, file);
  } finally {
    discard(temporary);
  }
}

/**
 * Makes what was created, renamed and removed in a folder last through a power failure, where the system can. Throws
 * what the file system throws.
 */
export function syncFolder(folder: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(folder, 'r');
  } catch (error) {
    // Windows opens no folders; who may not list a folder may still write to it.
    if (['EISDIR', 'EPERM', 'EACCES', 'ENOENT'].includes(codeOf(error))) return;
    throw error;
  }
  try {
    sync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** What cannot be synchronised is as safe as the system makes it: some file systems, and Node with `--permission`. */
const CANNOT_SYNC = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM', 'EBADF', 'ERR_ACCESS_DENIED'];

function sync(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!CANNOT_SYNC.includes(codeOf(error))) throw error;
  }
}

/** Without the name of the file, which may be as long as names can be; the process is for whoever tidies up. */
function temporaryBeside(file: string): string {
  const name = `.${process.pid}-${randomBytes(4).toString('hex')}${TEMPORARY_ENDING}`;
  return path.join(path.dirname(file), name);
}

/** The process that makes a temporary file. Undefined: it is none of ours. */
export function makerOf(name: string): number | undefined {
  const pid = /^\.(\d+)-[0-9a-f]{8}\.poolwright-tmp$/.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

function writeNew(file: string, text: string, { mode, durable }: WholeFileOptions): void {
  const descriptor = openSync(file, 'wx');
  try {
    writeFileSync(descriptor, text);
    if (mode !== undefined) chmodSync(file, mode);
    if (durable === true) sync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function linkNew(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    // Some file systems know no second name.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(codeOf(error))) throw error;
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
      throw Object.assign(new Error('EEXIST: file already exists'), { code: 'EEXIST', syscall: 'link' });
    }
    renameSync(temporary, file);
  }
}

/** What went wrong before is what counts. */
function discard(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // The next run tidies up.
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
