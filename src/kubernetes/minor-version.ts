/** The minor version of a release: `1.14` for `1.14`, `1.14.1` and `v1.14.1`, undefined for what is no version. */
export function minorVersion(version: string): string | undefined {
  return /^v?([0-9]+\.[0-9]+)(?:\.[0-9]+)?$/.exec(version)?.[1];
}
