import { stringify } from 'yaml';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { ClusterApiObject, CompiledCluster, CompiledPool } from '../../src/model/compilation.ts';
import { compileText } from '../checks/harness.ts';

export interface Definition {
  readonly backend: 'cluster-autoscaler' | 'karpenter-cluster-api';
  /** Inside the braces of the settings' `cluster_api`. */
  readonly clusterApi?: string;
  /** Further settings, one a line. */
  readonly settings?: string;
  /** By name: the pool's content without indentation. What all pools need is added. */
  readonly pools: Readonly<Record<string, string>>;
}

/** The cluster `prod` of a definition. */
export function clusterOf(definition: Definition): CompiledCluster {
  const [cluster] = compileText(definitionText(definition), 'prod.yaml').clusters;
  if (cluster === undefined) throw new Error('no cluster');
  return cluster;
}

export function poolOf(definition: Definition, name: string): CompiledPool {
  const found = clusterOf(definition).pools.find(({ pool }) => pool.name === name);
  if (found === undefined) throw new Error(`no pool ${name}`);
  return found;
}

function definitionText({ backend, clusterApi = '', settings = '', pools }: Definition): string {
  const lines = [
    'poolwright:',
    '  region: eu-west-1',
    '  zones: [eu-west-1a, eu-west-1b, eu-west-1c]',
    '  kubernetes_version: "1.34.2"',
    `  backend: ${backend}`,
    `  cluster_api: { ${[clusterApi.includes('cluster_name:') ? '' : 'cluster_name: prod', 'namespace: clusters', clusterApi].filter(Boolean).join(', ')} }`,
    ...indented(settings, 2),
    'karpenter:',
    '  node_pools:',
    ...Object.entries(pools).flatMap(([name, body]) => [
      `    ${name}:`,
      ...(body.includes('node_class:')
        ? []
        : ['      node_class: { ami: al2023@latest, instance_profile: nodes }']),
      ...indented(body, 6),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function indented(text: string, by: number): string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ' '.repeat(by) + line);
}

export const ON_DEMAND = '- { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }';

/** Requirements of a pool with some types, on demand. */
export function typesText(...types: readonly string[]): string {
  return `requirements:\n  - { key: node.kubernetes.io/instance-type, operator: In, values: [${types.join(', ')}] }\n  ${ON_DEMAND}`;
}

/** Objects as manifests, in the order given. */
export function manifests(objects: readonly ClusterApiObject[]): string {
  return objects
    .map(({ tree, apiVersion, kind, name, namespace, labels, annotations, spec, data, fields }) => {
      const metadata = { name, namespace, labels, annotations };
      // What is in a template, and in which order, is the provider's affair.
      const options = { lineWidth: 0, sortMapEntries: kind.endsWith('Template') };
      return `# ${tree}\n${stringify({ apiVersion, kind, metadata, data, spec, ...fields }, options)}`;
    })
    .join('---\n');
}

/** `PW9007 "the text that is blamed": message` */
export function found(cluster: CompiledCluster, prefix = 'PW9'): readonly string[] {
  return cluster.diagnostics.filter(({ code }) => code.startsWith(prefix)).map(line);
}

function line({ code, message, span }: Diagnostic): string {
  return `${code} "${span.source.text.slice(span.start, span.end)}": ${message}`;
}

export function annotationsOf(pool: CompiledPool): Readonly<Record<string, string>> {
  const [group] = pool.machines?.nodeGroups ?? [];
  if (group === undefined) throw new Error('no node group');
  return group.annotations;
}
