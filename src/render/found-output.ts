/** What is on disk in one cluster's output folder. `cli/` looks; planning decides. */
export interface FoundCluster {
  /** Name of the folder. */
  readonly cluster: string;
  /** Everything below it but the ownership record. Paths are POSIX and relative to the folder. */
  readonly entries: readonly FoundEntry[];
  /** Text of the ownership record, if there is one. */
  readonly record?: string;
}

export type FoundEntry =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly digest: string;
      /** The text holds git's conflict markers: nobody wrote it like this on purpose. */
      readonly conflicted: boolean;
      /** The text says itself that poolwright wrote it. A hint for when the record is lost. */
      readonly generated?: boolean;
    }
  /** `other`: a link, a socket. Never followed, never replaced. With an empty path it stands where the folder should. */
  | { readonly kind: 'folder' | 'other'; readonly path: string };

/** Ending of the files an atomic write leaves behind when it is interrupted. */
export const TEMPORARY_ENDING = '.poolwright-tmp';
