import { alternatives } from '../diagnostics/describe-value.ts';
import { isSameJson } from '../diagnostics/is-same-json.ts';
import { jsonPointer } from '../diagnostics/json-pointer.ts';
import { originAt } from '../diagnostics/origin-at.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import type { Span } from '../diagnostics/span.ts';
import type { Cluster } from '../model/cluster.ts';
import type { CompiledPool } from '../model/compilation.ts';
import { causeSource } from './cause-source.ts';
import { classSource } from './class-source.ts';
import { changeText } from './change-text.ts';
import { goneSource } from './gone-source.ts';
import { type Deployment, deploymentsOf } from './deployments.ts';
import { type LeafChange, leafChanges } from './leaf-changes.ts';
import { registrationSource } from './registration-source.ts';
import type { Replacement } from './replacement.ts';

/** Which machines Cluster API replaces: of MachineDeployments that roll, and of those that go. */
export function machineReplacements(
  basePool: CompiledPool,
  headPool: CompiledPool,
  headCluster: Cluster,
): readonly Replacement[] {
  const [before, after] = [deploymentsOf(basePool), deploymentsOf(headPool)];
  const changes = new Map<string, Rolled>();
  for (const [id, old] of before) {
    const now = after.get(id);
    if (now === undefined) continue;
    const { name } = old;
    for (const change of changesOf({ old, now, basePool, headPool })) {
      const key = [change.kind, change.path, change.message].join('\n');
      const known = changes.get(key);
      if (known === undefined) changes.set(key, { ...change, names: new Set([name]) });
      else known.names.add(name);
    }
  }
  const gone = [...before].flatMap(([id, old]) => (after.has(id) ? [] : [old]));
  const groups = basePool.machines?.nodeGroups ?? [];
  const sourceOf = ([first]: readonly Deployment[]) =>
    goneSource(
      groups.find(({ name }) => name === first?.name),
      headPool,
      headCluster,
      basePool,
    );
  return [
    ...[...changes.values()].map((change) => rolled(change, before.size)),
    ...(gone.length === 0
      ? []
      : [deleted(gone, { all: before.size, after: [...after.values()], source: sourceOf(gone) })]),
  ];
}

interface Change {
  readonly kind: string;
  readonly path: string;
  readonly message: string;
  readonly source: Span;
}

interface Rolled extends Change {
  readonly names: Set<string>;
}

function rolled({ kind, path, message, source, names }: Rolled, all: number): Replacement {
  const isAll = names.size === all;
  return {
    cause: {
      kind,
      path,
      message: isAll ? message : `${message}, in ${share(names.size, all)}`,
      scope: isAll ? 'all' : 'partial',
      reason: 'rollout',
      source,
    },
    groups: names,
    concerns: ({ group }) => group === undefined || names.has(group),
  };
}

const MOST_NAMES = 3;

interface Remaining {
  /** How many there were. */
  readonly all: number;
  readonly after: readonly Deployment[];
  readonly source: Span;
}

function deleted(gone: readonly Deployment[], { all, after, source }: Remaining): Replacement {
  const names = new Set(gone.map(({ name }) => name));
  const moved = movedTo(gone, after);
  const shown = gone.slice(0, MOST_NAMES).map(({ name }) => `\`${name}\``);
  const rest = gone.length - shown.length;
  const listed = alternatives(rest === 0 ? shown : [...shown, `${rest} more`], 'and');
  return {
    cause: {
      kind: 'MachineDeployment',
      path: '',
      message: `${moved === undefined ? '' : `${moved.why}: `}${share(gone.length, all)} go${gone.length === 1 ? 'es' : ''} with all machines: ${listed}`,
      scope: gone.length === all ? 'all' : 'partial',
      reason: 'deleted',
      source: moved?.source ?? source,
    },
    groups: names,
    concerns: ({ group }) => group === undefined || names.has(group),
  };
}

/** Why MachineDeployments go although head has some of the same name. */
function movedTo(
  gone: readonly Deployment[],
  after: readonly Deployment[],
): { readonly why: string; readonly source?: Span } | undefined {
  const byName = new Map(after.map((one) => [one.name, one]));
  for (const old of gone) {
    // Names begin with that of the Cluster.
    const now =
      byName.get(old.name) ?? after.find(({ place }) => place.clusterName !== old.place.clusterName);
    if (now === undefined) continue;
    const isElsewhere = old.place.namespace !== now.place.namespace;
    const [what, from, to] = isElsewhere
      ? ['namespace', old.place.namespace, now.place.namespace]
      : ['Cluster', old.place.clusterName ?? '', now.place.clusterName ?? ''];
    const at = isElsewhere ? '/metadata/namespace' : '/spec/clusterName';
    return {
      why: `their ${what} is \`${from}\` and becomes \`${to}\`, where they are others`,
      ...(now.object === undefined ? {} : { source: originAt(now.object.origins, at).span }),
    };
  }
  return undefined;
}

/** `3 of 12 MachineDeployments` */
export function share(count: number, all: number): string {
  return `${count} of ${all} MachineDeployment${all === 1 ? '' : 's'}`;
}

interface DeploymentPair {
  readonly old: Deployment;
  readonly now: Deployment;
  readonly basePool: CompiledPool;
  readonly headPool: CompiledPool;
}

function changesOf(pair: DeploymentPair): readonly Change[] {
  const { old, now } = pair;
  const keys = [...new Set([...Object.keys(old.rolling), ...Object.keys(now.rolling)])];
  return keys.flatMap((key): readonly Change[] => {
    const [before, after] = [old.rolling[key], now.rolling[key]];
    if (isSameJson(before, after)) return [];
    const [oldTemplate, newTemplate] = [templateOf(before, old), templateOf(after, now)];
    if (oldTemplate === undefined || newTemplate === undefined || oldTemplate.kind !== newTemplate.kind) {
      return leafChanges(before, after, [key]).map((change) => ofDeployment(change, pair));
    }
    // Templates are named after what they say.
    const found = leafChanges(oldTemplate.spec as JsonValue, newTemplate.spec as JsonValue);
    return found.map((change) => ({
      kind: newTemplate.kind,
      path: jsonPointer('spec', ...change.path),
      message: changeText({ ...change, within: ['spec'] }),
      source:
        (key === 'infrastructureRef' ? classSource : registrationSource)(
          change,
          pair.basePool,
          pair.headPool,
        ) ?? causeSource(change, { before: oldTemplate, after: newTemplate }),
    }));
  });
}

function ofDeployment(change: LeafChange, { old, now, headPool }: DeploymentPair): Change {
  const { object: before } = old;
  const { object: after } = now;
  const inSpec = { ...change, path: [...now.within.slice(1), ...change.path] };
  return {
    kind: 'MachineDeployment',
    path: jsonPointer(...now.within, ...change.path),
    message: changeText({ ...change, within: now.within }),
    source:
      before === undefined || after === undefined
        ? headPool.pool.keySpan
        : causeSource(inSpec, { before, after }),
  };
}

function templateOf(value: JsonValue | undefined, { templates }: Deployment) {
  const reference = isJsonMap(value) ? (mapAt(value, 'configRef') ?? value) : undefined;
  const { kind, name } = reference ?? {};
  return typeof kind === 'string' && typeof name === 'string' ? templates.get(`${kind}/${name}`) : undefined;
}

function mapAt(map: JsonMap, key: string): JsonMap | undefined {
  const value = map[key];
  return isJsonMap(value) ? value : undefined;
}
