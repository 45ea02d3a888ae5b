import { readDefinition } from '../../../src/definition/read-definition.ts';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { originAt } from '../../../src/diagnostics/origin-at.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import type { Ec2NodeClassSpec } from '../../../src/kubernetes/api/ec2-node-class.ts';
import type { Cluster } from '../../../src/model/cluster.ts';
import type { Pool } from '../../../src/model/pool.ts';
import type { NodeClassObject } from '../../../src/model/provider.ts';
import { nodeClass } from '../../../src/providers/aws/node-class.ts';

export interface Around {
  /** Content of the `poolwright` block. */
  readonly settings?: string;
  /** Content of the pool beside `node_class`. */
  readonly pool?: string;
}

export interface CompiledNodeClass {
  readonly cluster: Cluster;
  readonly pool: Pool;
  readonly object: NodeClassObject | undefined;
  /** Of the provider only, not of the definition. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The node class of pool `main` in cluster `demo`. */
export function compileNodeClass(text: string, around: Around = {}): CompiledNodeClass {
  const source = new Source('demo.yaml', definition(text, around));
  const { clusters } = readDefinition({ source });
  const [cluster] = clusters;
  const pool = cluster?.pools[0];
  if (cluster === undefined || pool === undefined) throw new Error(`no pool in:\n${source.text}`);
  const { object, diagnostics } = nodeClass(pool, cluster);
  return { cluster, pool, object, diagnostics };
}

function definition(text: string, { settings, pool }: Around): string {
  return [
    ...(settings === undefined ? [] : ['poolwright:', indent(settings, 2)]),
    'node_pools:',
    '  main:',
    ...(pool === undefined ? [] : [indent(pool, 4)]),
    '    node_class:',
    indent(text, 6),
    '',
  ].join('\n');
}

function indent(text: string, columns: number): string {
  return text
    .trim()
    .split('\n')
    .map((line) => ' '.repeat(columns) + line)
    .join('\n');
}

/** The spec, of a node class that must come out. */
export function specOf(text: string, around: Around = {}): Ec2NodeClassSpec {
  const { object } = compileNodeClass(text, around);
  if (object === undefined) throw new Error('no node class came out');
  return object.spec;
}

/** Findings in one line each: "PW3301 `100GB`: … (help)". Without notes about the assumed image. */
export function findingsIn(text: string, around: Around = {}): string[] {
  return compileNodeClass(text, around)
    .diagnostics.filter(({ code }) => code !== 'PW3111')
    .map((found) => `${found.code} at ${blamed(found)}: ${found.message}`);
}

export function blamed({ span }: Diagnostic): string {
  return span.source.text.slice(span.start, span.end);
}

/** Layer and text of what a field comes from: `pool: 100Gi`. */
export function cameFrom({ object }: CompiledNodeClass, pointer: string): string {
  if (object === undefined) throw new Error('no node class came out');
  const { span, layer } = originAt(object.origins, pointer);
  return `${layer?.kind}: ${span.source.text.slice(span.start, span.end)}`;
}
