import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import { amountsOf } from '../../kubernetes/pod-requests.ts';
import { labelRequirements, requirementOf } from '../../kubernetes/requirement.ts';
import { Requirements } from '../../kubernetes/requirements.ts';
import { hasBit, type Bitset, addBit, emptyBits } from '../../selection/bitset.ts';
import { INITIALIZED, NODE_POOL, REGISTERED } from './core-labels.ts';
import type { Daemon } from './daemons.ts';
import { FitMasks } from './fit-masks.ts';
import { HostPortTable } from './host-ports.ts';
import type { LabelRules, PackerPool } from './problem.ts';
import { agree, onlyValue, type RequirementSpace, type RequirementState } from './requirement-space.ts';
import type { ResourceSpace } from './resource-space.ts';
import type { TypeTable } from './type-table.ts';

/** Types on which the same daemons will run. */
export interface DaemonGroup {
  readonly types: Bitset;
  /** By column; the daemons' requests and their number as `pods`. */
  readonly overhead: Float64Array;
  /** Columns that the daemons mention. */
  readonly mentioned: readonly number[];
  readonly ports: HostPortTable;
}

/** A NodePool as the scheduler uses it to open claims. */
export class Template {
  /** Position among the templates, in the order of trying. */
  readonly index: number;
  readonly pool: PackerPool;
  readonly name: string;
  readonly taints: readonly NodeTaint[];
  readonly state: RequirementState;
  readonly table: TypeTable;
  /** Types that the pool itself leaves. */
  readonly types: Bitset;
  readonly groups: readonly DaemonGroup[];
  /** By type: its daemon group. */
  readonly groupOf: Int32Array;
  /** What pods can use: allocatable less daemons, `[column * rows + row]`. */
  readonly usable: Float64Array;
  /** Over `usable`; undefined where offerings override capacity. */
  readonly masks: FitMasks | undefined;
  /** Types that have room for their daemons: the others hold nothing. */
  readonly capable: Bitset;

  constructor(fields: {
    readonly index: number;
    readonly pool: PackerPool;
    readonly state: RequirementState;
    readonly table: TypeTable;
    readonly types: Bitset;
    readonly daemons: readonly Daemon[];
    readonly space: RequirementSpace;
    readonly resources: ResourceSpace;
  }) {
    this.index = fields.index;
    this.pool = fields.pool;
    this.name = fields.pool.metadata.name;
    this.taints = fields.pool.spec.template?.spec.taints ?? [];
    this.state = fields.state;
    this.table = fields.table;
    this.types = fields.types;
    const grouped = this.#groupTypes(fields.daemons, fields.space, fields.resources);
    this.groups = grouped.groups;
    this.groupOf = grouped.groupOf;
    this.usable = this.#subtractDaemons();
    const { table } = this;
    this.masks = table.rows === table.size ? new FitMasks(this.usable, table.size) : undefined;
    this.capable = this.#capableTypes(fields.resources.size);
  }

  #capableTypes(columns: number): Bitset {
    const { table, usable } = this;
    const capable = emptyBits(table.size);
    for (let type = 0; type < table.size; type++) {
      const end = table.rowStart[type + 1] as number;
      for (let row = table.rowStart[type] as number; row < end; row++) {
        let short = table.overreserved[row] === 1;
        for (let column = 0; column < columns; column++) {
          if ((usable[column * table.rows + row] as number) < 0) short = true;
        }
        if (!short) addBit(capable, type);
      }
    }
    return capable;
  }

  #groupTypes(daemons: readonly Daemon[], space: RequirementSpace, resources: ResourceSpace) {
    const judges = daemons
      .filter((daemon) => !daemon.usesResourceClaims)
      .map((daemon) => new DaemonJudge(daemon, this, space));
    const groups: DaemonGroup[] = [];
    const groupOf = new Int32Array(this.table.size).fill(-1);
    const byVerdicts = new Map<string, number>();
    for (let type = 0; type < this.table.size; type++) {
      if (!hasBit(this.types, type)) continue;
      let verdicts = '';
      for (const judge of judges) verdicts += judge.runsOn(type) ? '1' : '0';
      let at = byVerdicts.get(verdicts);
      if (at === undefined) {
        at = groups.length;
        const present = judges.filter((_, one) => verdicts[one] === '1').map(({ daemon }) => daemon);
        groups.push(daemonGroup(present, this.table.size, resources));
        byVerdicts.set(verdicts, at);
      }
      groupOf[type] = at;
      addBit((groups[at] as DaemonGroup).types, type);
    }
    return { groups, groupOf };
  }

  #subtractDaemons(): Float64Array {
    const { table } = this;
    if (this.groups.every(({ mentioned }) => mentioned.length === 0)) return table.allocatable;
    const usable = table.allocatable.slice();
    for (const group of this.groups) {
      for (const column of group.mentioned) {
        const amount = group.overhead[column] as number;
        for (let type = 0; type < table.size; type++) {
          if (!hasBit(group.types, type)) continue;
          const end = table.rowStart[type + 1] as number;
          for (let row = table.rowStart[type] as number; row < end; row++) {
            const at = column * table.rows + row;
            usable[at] = (usable[at] as number) - amount;
          }
        }
      }
    }
    return usable;
  }
}

/** Decides type after type, in the order of the catalogue, whether a daemon runs on it. */
class DaemonJudge {
  readonly daemon: Daemon;
  readonly #template: Template;
  readonly #space: RequirementSpace;
  readonly #tolerates: boolean;
  #fits: (type: number) => boolean;

  constructor(daemon: Daemon, template: Template, space: RequirementSpace) {
    this.daemon = daemon;
    this.#template = template;
    this.#space = space;
    daemon.tolerateSoftTaints();
    this.#tolerates = daemon.tolerates(template.taints);
    this.#fits = this.#fitsWith();
  }

  runsOn(type: number): boolean {
    if (!this.#tolerates) return false;
    while (!this.#fits(type)) {
      if (!this.daemon.dropTerm()) return false;
      this.#fits = this.#fitsWith();
    }
    return true;
  }

  #fitsWith(): (type: number) => boolean {
    const { table, state } = this.#template;
    const { strict } = this.daemon;
    if (typeof state.narrow(this.#space.intern(strict), 'new') === 'string') return () => false;
    const checks = [...strict.entries()].flatMap((requirement) => {
      const index = table.index(requirement.key);
      if (index === undefined) return [];
      const agrees = index.requirements.map((own) => agree(own, requirement));
      return [{ ofType: index.ofType, agrees }];
    });
    return (type) =>
      checks.every(({ ofType, agrees }) => {
        const at = ofType[type] as number;
        return at < 0 || agrees[at] === true;
      });
  }
}

function daemonGroup(daemons: readonly Daemon[], types: number, resources: ResourceSpace): DaemonGroup {
  const overhead = new Float64Array(resources.size);
  const mentioned = new Set<number>();
  const add = (column: number, amount: number) => {
    overhead[column] = (overhead[column] as number) + amount;
    mentioned.add(column);
  };
  for (const daemon of daemons) {
    for (const [name, nano] of daemon.requests) {
      if (name === 'pods') continue;
      const column = resources.column(name);
      add(column, resources.fromNano(column, nano));
    }
    add(resources.column('pods'), 1);
  }
  return {
    types: emptyBits(types),
    overhead,
    mentioned: [...mentioned],
    ports: new HostPortTable(daemons.map((daemon) => [daemon.name, daemon.hostPorts])),
  };
}

/** Requirements and template labels, without what Karpenter adds. */
export function poolRequirements(pool: PackerPool, labels: LabelRules): Requirements {
  const { spec } = pool;
  return Requirements.of([
    ...(spec.template?.spec.requirements ?? []).map((one) => requirementOf(one, labels.aliases)),
    ...labelRequirements(spec.template?.metadata?.labels, labels.aliases),
  ]);
}

/** The pool's requirements with the labels that its nodes will carry; two are there so that daemons that want them count. */
export function templateRequirements(pool: PackerPool, labels: LabelRules): Requirements {
  const ref = pool.spec.template?.spec.nodeClassRef;
  // Karpenter's own labels take the place of what the template says of the same key.
  return poolRequirements(withoutLabel(pool, NODE_POOL), labels).add([
    onlyValue(NODE_POOL, pool.metadata.name),
    ...(ref === undefined ? [] : [onlyValue(`${ref.group}/${ref.kind.toLowerCase()}`, ref.name)]),
    onlyValue(REGISTERED, 'true'),
    onlyValue(INITIALIZED, 'true'),
  ]);
}

function withoutLabel(pool: PackerPool, key: string): PackerPool {
  const { template } = pool.spec;
  const labels = template?.metadata?.labels;
  if (template === undefined || labels?.[key] === undefined) return pool;
  const { [key]: _, ...others } = labels;
  return {
    ...pool,
    spec: { ...pool.spec, template: { ...template, metadata: { ...template.metadata, labels: others } } },
  };
}

/** Ready, dynamic pools in the order in which Karpenter tries them: heaviest first, then by descending name. */
export function poolsInOrder(pools: readonly PackerPool[]): readonly PackerPool[] {
  return pools
    .filter(({ spec, status, metadata }) => {
      if (spec.replicas !== undefined || metadata.deletionTimestamp !== undefined) return false;
      const conditions = status?.conditions;
      return (
        conditions === undefined ||
        conditions.some(({ type, status: value }) => type === 'Ready' && value === 'True')
      );
    })
    .sort((a, b) => {
      const byWeight = (b.spec.weight ?? 0) - (a.spec.weight ?? 0);
      return byWeight !== 0 ? byWeight : a.metadata.name < b.metadata.name ? 1 : -1;
    });
}

/** Column to what is left of a pool's limits. `nodes` has a column like the others. */
export function limitsOf(pool: PackerPool, resources: ResourceSpace): Map<number, number> {
  const limits = new Map<number, number>();
  for (const [name, nano] of amountsOf(pool.spec.limits)) {
    const column = resources.column(name);
    limits.set(column, resources.fromNano(column, nano));
  }
  return limits;
}
