import type { PathSegment } from '../../diagnostics/located-path.ts';
import type { Span } from '../../diagnostics/span.ts';
import type { ManifestObject } from '../../model/manifest-set.ts';
import type { UnscaledGroup } from './machine-group.ts';
import { listAt, textAt } from './raw.ts';

/** A Cluster Autoscaler with the provider for Cluster API. */
export interface Autoscaler {
  readonly object: ManifestObject;
  readonly flags: readonly Flag[];
}

export interface Flag {
  /** Without dashes. */
  readonly name: string;
  /** Empty for a flag alone. */
  readonly value: string;
  readonly object: ManifestObject;
  /** Of the argument that holds the value. */
  readonly path: readonly PathSegment[];
}

/** The flags of all containers of a Deployment. */
export function flagsOf(object: ManifestObject): readonly Flag[] {
  const pod = ['spec', 'template', 'spec'];
  return listAt(object.raw, [...pod, 'containers']).flatMap((container, i) =>
    ['command', 'args'].flatMap((field) => {
      const path = [...pod, 'containers', i, field];
      return flagsIn(listAt(container, [field]), object, path);
    }),
  );
}

function flagsIn(
  args: readonly unknown[],
  object: ManifestObject,
  path: readonly PathSegment[],
): readonly Flag[] {
  return args.flatMap((arg, i): readonly Flag[] => {
    const [, name, assigned] =
      (typeof arg === 'string' ? /^--?([a-zA-Z][\w.-]*)(?:=([\s\S]*))?$/.exec(arg) : null) ?? [];
    if (name === undefined) return [];
    if (assigned !== undefined) return [{ name, value: assigned, object, path: [...path, i] }];
    const next = args[i + 1];
    return typeof next === 'string' && !next.startsWith('-')
      ? [{ name, value: next, object, path: [...path, i + 1] }]
      : [{ name, value: '', object, path: [...path, i] }];
  });
}

export function autoscalerIn(object: ManifestObject): Autoscaler | undefined {
  if (object.kind !== 'Deployment') return undefined;
  const flags = flagsOf(object);
  return flags.some(({ name, value }) => name === 'cloud-provider' && value === 'clusterapi')
    ? { object, flags }
    : undefined;
}

export function flagSpan({ object, path }: Flag): Span {
  return object.span(path);
}

/** The expanders of an autoscaler, the first one first. */
export function expandersOf({ flags }: Autoscaler): readonly string[] {
  const flag = flags.findLast(({ name }) => name === 'expander');
  return flag === undefined ? [] : flag.value.split(',');
}

/** The terms of one auto-discovery flag; undefined where the autoscaler refuses it and does not start. */
export function discoveryTerms(value: string): ReadonlyMap<string, string> | undefined {
  const [provider, terms, ...more] = value.split(':');
  if (provider !== 'clusterapi' || terms === undefined || more.length > 0) return undefined;
  const pairs = terms === '' ? [] : terms.split(',').map((term) => term.split('='));
  if (pairs.some((pair) => pair.length !== 2)) return undefined;
  return new Map(pairs.map(([key = '', text = '']) => [key, text]));
}

export function discoveryFlags({ flags }: Autoscaler): readonly Flag[] {
  return flags.filter(({ name }) => name === 'node-group-auto-discovery');
}

/** Whether an autoscaler looks at a group: one of its discovery flags matches, or it has none. */
export function discovers(autoscaler: Autoscaler, group: UnscaledGroup): boolean {
  const flags = discoveryFlags(autoscaler);
  return flags.length === 0 || flags.some(({ value }) => matches(discoveryTerms(value), group));
}

function matches(terms: ReadonlyMap<string, string> | undefined, group: UnscaledGroup): boolean {
  if (terms === undefined) return false;
  const { object, labels } = group;
  const clusterName =
    textAt(object.raw, ['spec', 'clusterName']) ?? labels['cluster.x-k8s.io/cluster-name'] ?? object.name;
  return [...terms].every(([key, value]) => {
    if (key === 'namespace') return object.namespace === value;
    if (key === 'clusterName') return clusterName === value;
    return Object.hasOwn(labels, key) && labels[key] === value;
  });
}
