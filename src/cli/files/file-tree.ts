export type FileKind = 'file' | 'folder';

/**
 * Files as one state has them: those of the disk, or of a commit. Paths are absolute; those of a commit are what they
 * would be if it were checked out. Links are followed. What goes wrong is thrown as the system reports it, or as a
 * `UsageError` that says it all.
 */
export interface FileTree {
  /** Undefined: there is nothing. Whatever is no folder counts as a file. */
  readonly kindOf: (file: string) => FileKind | undefined;
  /** Names of what is in a folder, in any order. */
  readonly namesIn: (folder: string) => readonly string[];
  /** Paths of the files below a folder, in any order. Neither links nor what they lead to. */
  readonly filesBelow: (folder: string) => readonly string[];
  /** At most one byte more than the limit: whoever reads sees that there is too much. */
  readonly read: (file: string, limitBytes: number) => Uint8Array;
  /** These will be read: a tree that reads many at once better than one by one does so. */
  readonly expect?: (files: readonly string[]) => void;
  /**
   * Paths of the files that match a pattern, which is relative to the folder; in any order. `refuse` throws for what
   * must not be looked at; it is asked before anything is.
   */
  readonly glob: (
    pattern: string,
    folder: string,
    refuse?: (file: string) => void,
  ) => Promise<readonly string[]>;
  /** What the names of these files are relative to in reports. */
  readonly rootOf: (files: readonly string[], cwd: string) => string;
}
