import { poolKey } from './pool-key.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ClusterApiObject } from '../model/compilation.ts';
import type { MachineTemplate, TemplateResult } from '../model/provider.ts';
import { contentHash } from './content-hash.ts';
import { CAPACITY_TYPE, CLUSTER_NAME_LABEL } from './keys.ts';
import { abbreviated, templateBase } from './machine-deployment-name.ts';
import type { MachineOption } from './machine-option.ts';
import type { MachinePlan } from './machine-plan.ts';
import type { Labels } from './route-labels.ts';

/** Keeps a template that an old MachineSet may still need when it leaves the output. */
const NOT_PRUNED = {
  'argocd.argoproj.io/sync-options': 'Prune=false',
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
};

/** The templates of a pool, each made once, named after their content: they cannot be changed. */
export class TemplateSet {
  readonly diagnostics: Diagnostic[] = [];
  readonly #plan: MachinePlan;
  readonly #infrastructure = new Map<MachineOption, ClusterApiObject | undefined>();
  /** By what differs between the machines of a pool: the labels that kubelets register with. */
  readonly #bootstrap = new Map<string, ClusterApiObject | undefined>();

  constructor(plan: MachinePlan) {
    this.#plan = plan;
  }

  get objects(): readonly ClusterApiObject[] {
    return [...this.#infrastructure.values(), ...this.#bootstrap.values()].flatMap((one) => one ?? []);
  }

  /** For all zones of one type and capacity type. Undefined: it cannot be made. */
  infrastructure(option: MachineOption): ClusterApiObject | undefined {
    if (this.#infrastructure.has(option)) return this.#infrastructure.get(option);
    const { pool, cluster, nodeClass, machines } = this.#plan;
    const { type, capacityType } = option;
    const object = this.#object(machines.infrastructure({ pool, cluster, nodeClass, type, capacityType }), [
      type.name,
      abbreviated(capacityType),
    ]);
    this.#infrastructure.set(option, object);
    return object;
  }

  /** For all machines of one capacity type with accelerators of one kind, or without. */
  bootstrap(option: MachineOption): ClusterApiObject | undefined {
    const nodeLabels = kubeletLabels(this.#plan, option);
    const key = `${option.capacityType} ${JSON.stringify(nodeLabels)}`;
    if (this.#bootstrap.has(key)) return this.#bootstrap.get(key);
    const { pool, cluster, nodeClass, machines, settings, kubeletTaints } = this.#plan;
    const object = this.#object(
      machines.bootstrap({
        pool,
        cluster,
        nodeClass,
        format: settings.bootstrap.value,
        nodeLabels,
        taints: kubeletTaints,
      }),
      [abbreviated(option.capacityType)],
    );
    this.#bootstrap.set(key, object);
    return object;
  }

  #object(
    { template, diagnostics }: TemplateResult,
    nameParts: readonly string[],
  ): ClusterApiObject | undefined {
    this.diagnostics.push(...diagnostics);
    return template === undefined ? undefined : this.#named(template, nameParts);
  }

  #named({ origins, ...template }: MachineTemplate, nameParts: readonly string[]): ClusterApiObject {
    const { pool, settings } = this.#plan;
    const base = templateBase([settings.clusterName.value, pool.name, ...nameParts]);
    return {
      tree: 'management',
      ...template,
      name: `${base}-${contentHash(template)}`,
      namespace: settings.namespace.value,
      labels: {
        [CLUSTER_NAME_LABEL]: settings.clusterName.value,
        [poolKey(settings)]: pool.name,
      },
      annotations: NOT_PRUNED,
      origins,
      pool: pool.name,
    };
  }
}

/** What the kubelets of a machine register with, sorted by key; none where a ClusterClass decides it. */
export function kubeletLabels(
  { mode, labels, machines }: MachinePlan,
  { capacityType, accelerator }: MachineOption,
): Labels {
  if (!mode.setsKubeletLabels) return {};
  const all = { ...machines.nodeLabels?.(accelerator), ...labels.kubelet, [CAPACITY_TYPE]: capacityType };
  return sortedRecord(all);
}

/** The same entries in order of key. */
export function sortedRecord<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
