/** A file of a cluster's output folder. */
export interface OutputFile {
  /** POSIX, relative to `dist/<cluster>/`. */
  readonly path: string;
  readonly text: string;
}
