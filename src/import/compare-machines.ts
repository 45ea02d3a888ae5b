import { alternatives } from '../diagnostics/describe-value.ts';
import { MAX_SIZE_KEY, MIN_SIZE_KEY } from '../kubernetes/scale-from-zero/keys.ts';
import type { CompiledPool } from '../model/compilation.ts';
import { compareFigures } from './compare-figures.ts';
import { compareTemplates } from './compare-templates.ts';
import { type Finding, finding } from './finding.ts';
import type { MachineGroup } from './group-machines.ts';
import { mapAt } from './json-parts.ts';
import type { LiveMachineDeployment } from './live-machines.ts';
import { type MachinePair, pairMachines } from './pair-machines.ts';

/** What becomes of machines: a MachineDeployment of another name is another one, and another template replaces all. */
export function compareMachines(
  groups: readonly MachineGroup[],
  compiled: readonly CompiledPool[],
): Finding[] {
  const byName = new Map(compiled.map((one) => [one.pool.name, one]));
  return groups.flatMap((group) => {
    const machines = byName.get(group.name)?.machines;
    if (machines === undefined) return [];
    const { pairs, made } = pairMachines(group, machines);
    const names = new Set(made);
    const live = group.machines.map((one) => one.live);
    const gone = live.filter(({ name }) => !names.has(name));
    const kept = new Set(live.map(({ name }) => name));
    const added = made.filter((name) => !kept.has(name));
    return [
      ...renamed(group, gone, added),
      ...pairs.flatMap((pair) => [
        ...unreplaced(group, pair, added),
        ...retemplated(group, pair),
        ...resized(group, pair),
      ]),
      ...compareFigures(group.name, pairs),
      ...compareTemplates(group.name, pairs),
      ...(gone.length === 0 && added.length > 0 ? addedOnly(group, added) : []),
    ];
  });
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

/** Where others are made, but none of them is the same machine in the same place. */
function unreplaced(
  { name }: MachineGroup,
  { machine: { live, instanceType, capacityType, zone }, made }: MachinePair,
  added: readonly string[],
): Finding[] {
  if (made !== undefined || added.length === 0) return [];
  const where = zone === undefined ? '' : ` in \`${zone}\``;
  return [
    finding(
      'PW9310',
      live.span(['metadata', 'name']),
      `MachineDeployment \`${live.name}\`: the definition makes no \`${instanceType}\`${where} as ${capacityType}`,
      { pools: [name], help: '`poolwright explain pool` says why a type is left out.' },
    ),
  ];
}

function retemplated({ name }: MachineGroup, { machine: { live }, made }: MachinePair): Finding[] {
  if (made === undefined || made.name !== live.name) return [];
  const template = mapAt(mapAt(live.spec, 'template'), 'spec');
  const after = made.spec.template.spec;
  const changes = [
    live.infrastructureName === after.infrastructureRef.name ? undefined : 'infrastructureRef',
    live.bootstrapName === after.bootstrap.configRef?.name ? undefined : 'bootstrap',
    template['version'] === after.version ? undefined : 'version',
    template['failureDomain'] === after.failureDomain ? undefined : 'failureDomain',
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

function resized({ name }: MachineGroup, { machine: { live }, made }: MachinePair): Finding[] {
  if (made === undefined) return [];
  const { annotations } = made;
  // What nobody scales has no sizes to lose.
  if (live.annotations[MAX_SIZE_KEY] === undefined && made.name !== live.name) return [];
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
