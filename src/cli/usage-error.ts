/** The command line asks for something that cannot be done: exit code 2, message without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'in use by another program',
  EEXIST: 'it exists already',
  EISDIR: 'it is a folder',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
};

/** A failed system call as a usage error (`cannot read x: permission denied`); anything else as it is. */
export function ioError(error: unknown, doing: string): unknown {
  if (!isSystemError(error)) return error;
  return new UsageError(`${doing}: ${REASONS[error.code] ?? error.code}`);
}

/** Whether Node reports a failed system call: a fact about the machine, not a bug. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
