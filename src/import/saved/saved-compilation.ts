import * as z from 'zod';
import type { JsonValue } from '../../diagnostics/json-value.ts';
import type { Source } from '../../diagnostics/source.ts';
import { readDocuments } from '../../documents/read-documents.ts';

const position = z.object({ line: z.int().min(1), column: z.int().min(1) });
const place = z.object({ file: z.string(), range: z.object({ start: position, end: position }) });
const layer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built-in'), set: z.number() }),
  z.object({ kind: z.enum(['settings', 'node_class', 'pool_defaults']) }),
  z.object({ kind: z.enum(['profile', 'pool']), name: z.string() }),
]);
const origin = z.object({
  ...place.shape,
  // A layer of a later version is no layer that is known.
  layer: layer.optional().catch(undefined),
  definedAt: place.optional(),
});

const texts = z.record(z.string(), z.string());

const object = z.object({
  pool: z.string().optional(),
  tree: z.enum(['management', 'workload']).optional(),
  object: z.looseObject({
    apiVersion: z.string(),
    kind: z.string(),
    metadata: z.object({
      name: z.string(),
      namespace: z.string().optional(),
      labels: texts.optional(),
      annotations: texts.optional(),
    }),
    spec: z.unknown().optional(),
    data: texts.optional(),
  }),
  origins: z.record(z.string(), origin),
});

const cluster = z.object({
  name: z.string().min(1),
  file: z.string(),
  defaultsFile: z.string().optional(),
  karpenterVersion: z.string(),
  kubernetesVersion: z.string().optional(),
  region: z.string().optional(),
  zones: z.array(z.string()).optional(),
  failed: z.boolean(),
  nodePools: z.array(z.object({ name: z.string() })),
  objects: z.array(object),
  autoscalerFlags: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
});

const source = z.object({
  text: z.string().optional(),
  lines: z.record(z.string().regex(/^[1-9][0-9]{0,8}$/), z.string()),
});

const document = z.object({
  poolwrightVersion: z.string(),
  clusters: z.array(z.looseObject({ name: z.string().min(1), file: z.string() })),
  sources: z.record(z.string(), source),
});

/** A document of `kind: Compilation`. Fields that are not known are passed by: later versions add some. */
export type SavedCompilation = z.infer<typeof document>;
export type SavedCluster = z.infer<typeof cluster>;
export type SavedObject = z.infer<typeof object>;
export type SavedOrigin = z.infer<typeof origin>;
export type SavedPlace = z.infer<typeof place>;
export type SavedText = z.infer<typeof source>;

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  /** A clause that follows the name of the file. */
  | { readonly ok: false; readonly problem: string };

/** Reads all but the clusters themselves, of which there may be a thousand: `savedCluster` reads one. */
export function savedCompilation(text: Source, apiVersion: string): Read<SavedCompilation> {
  const { documents, diagnostics } = readDocuments(text);
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) {
    const { line } = error.span.source.positionAt(error.span.start);
    return { ok: false, problem: `cannot be read: line ${line}: ${error.message}` };
  }
  const [first, ...more] = documents.map(({ value }) => value);
  if (first === undefined || more.length > 0) {
    return { ok: false, problem: `holds ${documents.length} documents, where one Compilation is wanted` };
  }
  const unusable = otherKind(first, apiVersion);
  return unusable === undefined ? parsed(document, first, []) : { ok: false, problem: unusable };
}

/** `index` is that among the clusters of the document. */
export function savedCluster({ clusters }: SavedCompilation, index: number): Read<SavedCluster> {
  return parsed(cluster, clusters[index], ['clusters', index]);
}

function otherKind(value: JsonValue, apiVersion: string): string | undefined {
  const head = z.object({ apiVersion: z.string(), kind: z.string() }).safeParse(value).data;
  if (head === undefined) return 'has no `apiVersion` and `kind`, as a saved Compilation has';
  const [group, version] = apiVersion.split('/');
  const [ownGroup, ownVersion] = head.apiVersion.split('/');
  if (ownGroup !== group) return `is a ${head.kind} of \`${head.apiVersion}\`, not a Compilation`;
  if (head.kind !== 'Compilation') {
    return `is a ${head.kind}, not a Compilation: save what \`poolwright synth --format json\` prints`;
  }
  if (ownVersion === version) return undefined;
  return `is of \`${head.apiVersion}\`, and this poolwright reads \`${apiVersion}\`: write it again with this version`;
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, at: readonly PropertyKey[]): Read<T> {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return { ok: true, value: data };
  const [issue] = error.issues;
  const path = [...at, ...(issue?.path ?? [])].map((key) =>
    typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
  );
  const field = path.join('').replace(/^\./, '');
  return { ok: false, problem: `is broken at \`${field}\`: ${issue?.message ?? 'it is not what is wanted'}` };
}
