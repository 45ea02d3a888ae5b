/** What an object says that it is. */
export interface ObjectType {
  readonly apiVersion: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The type of an object; what is no text in it counts as empty. */
export function typeOf(object: { readonly apiVersion?: unknown; readonly kind?: unknown }): ObjectType {
  const apiVersion = textOf(object.apiVersion);
  const slash = apiVersion.indexOf('/');
  return {
    apiVersion,
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind: textOf(object.kind),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
