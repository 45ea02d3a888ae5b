/** Bounds on what is read, so that no input can exhaust memory, stack or time. */
export interface InputLimits {
  /** Size of one text in UTF-8 bytes. */
  readonly fileBytes: number;
  /** Values in one text after every alias and merge has been expanded; keys do not count. */
  readonly nodes: number;
  /** Nesting of maps and lists, after expansion. */
  readonly depth: number;
  /** YAML documents in one text. */
  readonly documents: number;
}

/** Room for 10,000 node pools in one file, and a hundred times the depth anybody writes by hand. */
export const DEFAULT_INPUT_LIMITS: InputLimits = {
  fileBytes: 16 * 1024 * 1024,
  nodes: 1_000_000,
  depth: 100,
  documents: 1_000,
};

/**
 * For manifests and dumps of whole clusters. `kubectl get pods -o json` writes 10 kB a pod. What has to be read with
 * positions at once stays under the default limits. A real dump has a value in 20 bytes or more.
 */
export const DUMP_LIMITS: InputLimits = {
  ...DEFAULT_INPUT_LIMITS,
  fileBytes: 256 * 1024 * 1024,
  nodes: 20_000_000,
};
