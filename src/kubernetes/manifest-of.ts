/** What an object of the output is made of. Absent fields are not written. */
export interface ManifestParts {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec: unknown;
  /** Of a ConfigMap, which has no spec. */
  readonly data?: Readonly<Record<string, string>>;
  /** Every other top-level field: rules, subjects, … of RBAC objects. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
  readonly [field: string]: unknown;
}

/** The object as plain data, fields in the order in which people write them. */
export function manifestOf(parts: ManifestParts): Manifest {
  const { apiVersion, kind, name, namespace, labels, annotations, spec, data, fields } = parts;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    ...(spec === undefined || spec === null ? {} : { spec }),
    ...(data === undefined ? {} : { data }),
    ...fields,
  };
}
