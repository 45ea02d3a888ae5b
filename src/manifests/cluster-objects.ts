import type * as z from 'zod';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { CsiNode, Node, NodeClaim } from '../kubernetes/api/node.ts';
import type { ObjectMeta } from '../kubernetes/api/object-meta.ts';
import { dataReader, readData } from './data-reader.ts';
import type { Inventory } from './inventory.ts';
import type { KubeObject } from './kube-object.ts';
import { csiNode, node, nodeClaim } from './schemas/cluster.ts';

type Report = (found: Diagnostic) => void;

export interface ClusterObjects {
  readonly nodes: readonly Node[];
  readonly nodeClaims: readonly NodeClaim[];
  readonly csiNodes: readonly CsiNode[];
}

/** What a dump says of the machines that are there. */
export function readClusterObjects(inventory: Inventory, report: Report): ClusterObjects {
  return {
    nodes: readKind(inventory, 'Node', node, report).map(({ data }) => data),
    nodeClaims: readKind(inventory, 'NodeClaim', nodeClaim, report).map(({ data }) => data),
    csiNodes: readKind(inventory, 'CSINode', csiNode, report).map(({ data }) => data),
  };
}

/** All objects of a kind, with their metadata. */
export function readKind<Schema extends z.ZodType<object>>(
  inventory: Inventory,
  kind: string,
  schema: Schema,
  report: Report,
): { readonly object: KubeObject; readonly data: z.output<Schema> & { readonly metadata: ObjectMeta } }[] {
  const reader = dataReader(schema);
  return inventory.of(kind).flatMap((object) => {
    const data = readData(reader, object, report);
    return data === undefined ? [] : [{ object, data: { metadata: object.meta, ...data } }];
  });
}

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** Namespaces that are given, and those that others are in: they exist too. The API server labels each with its name. */
export function namespacesOf(
  inventory: Inventory,
  used: Iterable<string>,
): { readonly metadata: ObjectMeta }[] {
  const given = new Map(inventory.of('Namespace').map(({ meta }) => [meta.name, meta]));
  const names = [...new Set([...given.keys(), ...used])].sort();
  return names.map((name) => {
    const meta = given.get(name);
    return { metadata: { ...meta, name, labels: { ...meta?.labels, [NAME_LABEL]: name } } };
  });
}
