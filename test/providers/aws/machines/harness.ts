import { builtInProvider } from '../../../../src/create-provider.ts';
import { sortDiagnostics } from '../../../../src/diagnostics/diagnostic.ts';
import { writeYaml } from '../../../../src/documents/write-yaml.ts';
import type { NodeTaint } from '../../../../src/kubernetes/api/node-pool.ts';
import type { CapacityType } from '../../../../src/model/instance-type.ts';
import type { MachineTemplate, TemplateResult } from '../../../../src/model/provider.ts';
import { blamed, compileNodeClass } from '../node-class-harness.ts';

const provider = builtInProvider();

export interface MachineInput {
  /** Content of `cluster_api` of the settings, on one line. */
  readonly clusterApi?: string;
  /** Content of the `poolwright` block beside it. */
  readonly settings?: string;
  /** Content of the pool beside `node_class`. */
  readonly pool?: string;
  readonly type?: string;
  readonly capacityType?: CapacityType;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly NodeTaint[];
}

function compiled(text: string, { clusterApi = '', settings: more = '', pool }: MachineInput) {
  const settings = `backend: cluster-autoscaler\nkubernetes_version: 1.34.2\ncluster_api: {${clusterApi}}\n${more}`;
  const {
    cluster,
    pool: read,
    object,
  } = compileNodeClass(text, { settings, ...(pool === undefined ? {} : { pool }) });
  if (object === undefined) throw new Error('no node class came out');
  return { cluster, pool: read, nodeClass: object };
}

export function infrastructureOf(text: string, input: MachineInput = {}): TemplateResult {
  const { cluster, pool, nodeClass } = compiled(text, input);
  const name = input.type ?? 'm5.xlarge';
  const type = provider.instanceTable(cluster, nodeClass).types.find((one) => one.name === name);
  if (type === undefined) throw new Error(`no type ${name}`);
  const capacityType = input.capacityType ?? 'on-demand';
  const { machines } = provider;
  if (machines === undefined) throw new Error('no machines');
  const { diagnostics, ...made } = machines.infrastructure({ cluster, pool, nodeClass, type, capacityType });
  const unmakeable = machines.unmakeable?.({ cluster, pool, nodeClass, type })?.diagnostic;
  // One of the two always: the template, or the reason.
  if ((made.template === undefined) !== (unmakeable !== undefined))
    throw new Error('no reason for no template');
  return { ...made, diagnostics: [...diagnostics, ...(unmakeable === undefined ? [] : [unmakeable])] };
}

export function bootstrapOf(text: string, input: MachineInput = {}): TemplateResult {
  const { cluster, pool, nodeClass } = compiled(text, input);
  const format = cluster.settings.clusterApi?.bootstrap.value ?? 'nodeadm';
  const { labels: nodeLabels = {}, taints = [] } = input;
  return (
    provider.machines?.bootstrap({ cluster, pool, nodeClass, format, nodeLabels, taints }) ?? {
      diagnostics: [],
    }
  );
}

/** What the template says of each machine, as YAML, then findings in one line each. */
export function show({ template, diagnostics }: TemplateResult): string {
  const findings = sortDiagnostics(diagnostics).map(
    (found) => `${found.severity} ${found.code} at ${blamed(found)}: ${found.message}`,
  );
  return [template === undefined ? '' : specText(template), ...findings].join('\n').trim();
}

export function findings(result: TemplateResult): string {
  return show({ diagnostics: result.diagnostics });
}

function specText({ apiVersion, kind, spec }: MachineTemplate): string {
  const { template } = spec as { template: { spec: Parameters<typeof writeYaml>[0] } };
  return `# ${apiVersion} ${kind}\n${writeYaml(template.spec)}`;
}
