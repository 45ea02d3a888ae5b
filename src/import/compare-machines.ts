import { alternatives } from '../diagnostics/describe-value.ts';
import { type Annotations, MAX_SIZE_KEY, MIN_SIZE_KEY } from '../kubernetes/scale-from-zero/keys.ts';
import type { CompiledPool } from '../model/compilation.ts';
import { type Finding, finding } from './finding.ts';
import type { MachineGroup } from './group-machines.ts';
import type { LiveMachineDeployment } from './live-machines.ts';

/** What becomes of machines: a MachineDeployment of another name is another one, and another template replaces all. */
export function compareMachines(
  groups: readonly MachineGroup[],
  compiled: readonly CompiledPool[],
): Finding[] {
  const byName = new Map(compiled.map((one) => [one.pool.name, one]));
  return groups.flatMap((group) => {
    const machines = byName.get(group.name)?.machines;
    if (machines === undefined) return [];
    const made = new Map(
      machines.objects
        .filter(({ kind }) => kind === 'MachineDeployment')
        .map(({ name, spec, annotations = {} }): [string, MadeDeployment] => [
          name,
          { spec: spec as MachineDeploymentParts, annotations },
        ]),
    );
    const live = group.machines.map((one) => one.live);
    const gone = live.filter(({ name }) => !made.has(name));
    const kept = new Set(live.map(({ name }) => name));
    const added = [...made.keys()].filter((name) => !kept.has(name));
    return [
      ...renamed(group, gone, added),
      ...live.flatMap((one) => retemplated(group, one, made.get(one.name)?.spec)),
      ...live.flatMap((one) => resized(group, one, made.get(one.name)?.annotations)),
      ...(gone.length === 0 && added.length > 0 ? addedOnly(group, added) : []),
    ];
  });
}

interface MadeDeployment {
  readonly spec: MachineDeploymentParts;
  readonly annotations: Annotations;
}

/** What of a MachineDeployment rolls its machines when it changes. */
interface MachineDeploymentParts {
  readonly template: {
    readonly spec: {
      readonly version?: string;
      readonly failureDomain?: string;
      readonly infrastructureRef: { readonly name: string };
      readonly bootstrap: { readonly configRef?: { readonly name: string } };
    };
  };
}

const MOST_NAMES = 4;

function renamed(
  { name, machines: [first] }: MachineGroup,
  gone: readonly LiveMachineDeployment[],
  added: readonly string[],
): Finding[] {
  if (gone.length === 0) return [];
  const what = namesText(gone.map((one) => one.name));
  const [noun, are, their] =
    gone.length === 1 ? ['MachineDeployment', 'is', 'its'] : ['MachineDeployments', 'are', 'their'];
  const into = added.length === 0 ? `${are} not made any more` : `${are} replaced by ${namesText(added)}`;
  return [
    finding(
      'PW9310',
      (gone[0] ?? first.live).span(['metadata', 'name']),
      `pool \`${name}\`: ${noun} ${what} ${into}, which replaces all ${their} machines`,
      {
        pools: [name],
        help: 'Names of MachineDeployments are made of cluster, pool, type, zone and capacity type. Let the new ones grow while the old ones shrink: cordon the old nodes, lower the old maximum sizes, and delete the old MachineDeployments when they are empty.',
      },
    ),
  ];
}

function retemplated(
  { name }: MachineGroup,
  live: LiveMachineDeployment,
  made: MachineDeploymentParts | undefined,
): Finding[] {
  if (made === undefined) return [];
  const { template } = live.spec as unknown as MachineDeploymentParts;
  const after = made.template.spec;
  const changes = [
    live.infrastructureName === after.infrastructureRef.name ? undefined : 'infrastructureRef',
    live.bootstrapName === after.bootstrap.configRef?.name ? undefined : 'bootstrap',
    template.spec.version === after.version ? undefined : 'version',
    template.spec.failureDomain === after.failureDomain ? undefined : 'failureDomain',
  ].filter((field) => field !== undefined);
  if (changes.length === 0) return [];
  const fields = namesText(changes);
  return [
    finding(
      'PW9310',
      live.span(['spec', 'template', 'spec']),
      `MachineDeployment \`${live.name}\`: ${fields} change, which replaces all its machines`,
      { pools: [name], help: 'Cluster API rolls them out as `max_surge` and `max_unavailable` allow.' },
    ),
  ];
}

function resized(
  { name }: MachineGroup,
  live: LiveMachineDeployment,
  annotations: Annotations | undefined,
): Finding[] {
  if (annotations === undefined) return [];
  const [before, after] = [live.annotations, annotations].map(
    (all) => `${all[MIN_SIZE_KEY] ?? 'none'} to ${all[MAX_SIZE_KEY] ?? 'none'}`,
  );
  if (before === after) return [];
  return [
    finding(
      'PW9312',
      live.span(['metadata', 'annotations']),
      `MachineDeployment \`${live.name}\`: its size of ${before} becomes ${after}`,
      {
        pools: [name],
        help: 'Sizes follow from `limits` and `cluster_api` of the pool, the same for all its MachineDeployments.',
      },
    ),
  ];
}

function addedOnly({ name, machines: [first] }: MachineGroup, added: readonly string[]): Finding[] {
  return [
    finding(
      'PW9312',
      first.live.span(['metadata', 'name']),
      `pool \`${name}\`: MachineDeployments ${namesText(added)} are new`,
      { pools: [name], help: 'A pool holds every type in every zone. They start without machines.' },
    ),
  ];
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `\`${name}\``);
  const rest = names.length - shown.length;
  return alternatives(rest === 0 ? shown : [...shown, `${rest} more`], 'and');
}
