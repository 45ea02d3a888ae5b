import { alternatives } from '../diagnostics/describe-value.ts';
import { jsonPointer } from '../diagnostics/json-pointer.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import type { Span } from '../diagnostics/span.ts';
import type { CompiledPool } from '../model/compilation.ts';
import { causeSource } from './cause-source.ts';
import { classSource } from './class-source.ts';
import { changeText } from './change-text.ts';
import { type Deployment, deploymentsOf } from './deployments.ts';
import { isSame } from './differences.ts';
import { type LeafChange, leafChanges } from './leaf-changes.ts';
import type { Replacement } from './replacement.ts';

/** Which machines Cluster API replaces: of MachineDeployments that roll, and of those that go. */
export function machineReplacements(basePool: CompiledPool, headPool: CompiledPool): readonly Replacement[] {
  const [before, after] = [deploymentsOf(basePool), deploymentsOf(headPool)];
  const changes = new Map<string, Rolled>();
  for (const [name, old] of before) {
    const now = after.get(name);
    if (now === undefined) continue;
    for (const change of changesOf({ old, now, basePool, headPool })) {
      const key = [change.kind, change.path, change.message].join('\n');
      const known = changes.get(key);
      if (known === undefined) changes.set(key, { ...change, names: new Set([name]) });
      else known.names.add(name);
    }
  }
  const gone = [...before.keys()].filter((name) => !after.has(name));
  return [
    ...[...changes.values()].map((change) => rolled(change, before.size)),
    ...(gone.length === 0 ? [] : [deleted(gone, before.size, headPool.pool.keySpan)]),
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

function deleted(gone: readonly string[], all: number, source: Span): Replacement {
  const names = new Set(gone);
  const shown = gone.slice(0, MOST_NAMES).map((name) => `\`${name}\``);
  const rest = gone.length - shown.length;
  const listed = alternatives(rest === 0 ? shown : [...shown, `${rest} more`], 'and');
  return {
    cause: {
      kind: 'MachineDeployment',
      path: '',
      message: `${share(gone.length, all)} go${gone.length === 1 ? 'es' : ''} with all machines: ${listed}`,
      scope: gone.length === all ? 'all' : 'partial',
      reason: 'deleted',
      source,
    },
    groups: names,
    concerns: ({ group }) => group === undefined || names.has(group),
  };
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
    if (isSame(before, after)) return [];
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
        (key === 'infrastructureRef' ? classSource(change, pair.basePool, pair.headPool) : undefined) ??
        causeSource(change, { before: oldTemplate, after: newTemplate }),
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
