/** The command line asks for something that cannot be done: exit code 2, message without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The way out, where it takes lines of its own. */
  readonly help: string | undefined;

  constructor(message: string, { help, ...options }: ErrorOptions & { readonly help?: string } = {}) {
    super(message, options);
    this.help = help;
  }
}

/** As codes of the system's, which has none for them. */
export const NO_WRITER = 'NO_WRITER';
export const LINK_TO_NOTHING = 'LINK_TO_NOTHING';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'in use by another program',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it exists already',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many open files',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTEMPTY: 'the folder is not empty',
  ENXIO: 'it is a socket, or a device that is not there',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  [LINK_TO_NOTHING]: 'it is a symbolic link to nothing',
  [NO_WRITER]: 'it is a pipe that nobody writes to',
};

/** A failed system call as a usage error (`cannot read x: permission denied; way out`); anything else as it is. */
export function ioError(error: unknown, doing: string, wayOut?: string): unknown {
  if (!isSystemError(error)) return error;
  const message = `${doing}: ${REASONS[error.code] ?? error.code}`;
  return new UsageError(wayOut === undefined ? message : `${message}; ${wayOut}`);
}

/** Whether Node reports a failed system call: a fact about the machine, not a bug. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
