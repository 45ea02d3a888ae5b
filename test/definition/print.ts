import { type Diagnostic, sortDiagnostics } from '../../src/diagnostics/diagnostic.ts';
import type { Located, LocatedMap } from '../../src/diagnostics/located.ts';
import { layerName } from '../../src/diagnostics/describe-origin.ts';
import type { JsonValue } from '../../src/diagnostics/json-value.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Span } from '../../src/diagnostics/span.ts';
import { toPlain } from '../../src/diagnostics/to-plain.ts';
import { applyFixes } from '../../src/documents/apply-fixes.ts';
import { type DefinitionResult, readDefinition } from '../../src/definition/read-definition.ts';
import type { Cluster } from '../../src/model/cluster.ts';
import type { Pool, PoolRequirement, PoolTaint } from '../../src/model/pool.ts';

export interface Input {
  readonly file?: string;
  readonly defaults?: string;
  readonly clusterName?: string;
}

export function read(text: string, input: Input = {}): DefinitionResult {
  return readDefinition({
    source: new Source(input.file ?? 'clusters/example.yaml', text),
    ...(input.defaults === undefined
      ? {}
      : { defaults: new Source('clusters/_defaults.yaml', input.defaults) }),
    ...(input.clusterName === undefined ? {} : { clusterName: input.clusterName }),
  });
}

/** The findings as text: place, code, message, then help, related places and fix on lines of their own. */
export function findings(text: string, input: Input = {}): string[] {
  return sortDiagnostics(read(text, input).diagnostics).flatMap(printDiagnostic);
}

/** The findings in short: place, code and message. */
export function messages(text: string, input: Input = {}): string[] {
  return sortDiagnostics(read(text, input).diagnostics).map(headline);
}

export function codes(text: string, input: Input = {}): string[] {
  return sortDiagnostics(read(text, input).diagnostics).map(({ code }) => code);
}

export function printDiagnostic(found: Diagnostic): string[] {
  return [
    headline(found),
    ...found.related.map(({ span, message }) => `  ${place(span)} ${message}`),
    ...(found.help === undefined ? [] : [`  help: ${found.help}`]),
    ...(found.fix === undefined ? [] : [`  fix: ${found.fix.title}`]),
  ];
}

function headline(found: Diagnostic): string {
  return `${place(found.span)} ${found.severity} ${found.code}: ${found.message}`;
}

/** `3:5-3:9`, with the file when it is not the cluster's own. */
function place({ source, start, end }: Span): string {
  const from = source.positionAt(start);
  const to = source.positionAt(end);
  const file = source.file.endsWith('_defaults.yaml') ? '_defaults ' : '';
  return `${file}${from.line}:${from.column}-${to.line === from.line ? '' : `${to.line}:`}${to.column}`;
}

/** The text after all fixes of its findings, as often as fixes follow. */
export function fixed(text: string, input: Input = {}): string {
  let current = text;
  for (let round = 0; round < 10; round++) {
    const source = new Source(input.file ?? 'clusters/example.yaml', current);
    const { diagnostics } = readDefinition({ source });
    const fixes = diagnostics.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
    const next = applyFixes(source, fixes).text;
    if (next === current) return current;
    current = next;
  }
  return current;
}

/** The only cluster of a text, which must be free of errors. */
export function clusterOf(text: string, input: Input = {}): Cluster {
  const { clusters, diagnostics } = read(text, input);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(headline);
  if (errors.length > 0) throw new Error(`errors in the definition:\n${errors.join('\n')}`);
  const [cluster] = clusters;
  if (cluster === undefined || clusters.length > 1) throw new Error(`${clusters.length} clusters`);
  return cluster;
}

export function poolOf(text: string, input: Input = {}): Pool {
  const [pool] = clusterOf(text, input).pools;
  if (pool === undefined) throw new Error('no pool');
  return pool;
}

/** A pool, compact: one line per field that is not empty. */
export function printPool(pool: Pool): string[] {
  const lines = Object.entries({
    profile: pool.profile?.value,
    public: pool.nodeClass.public.value,
    gpuEnabled: pool.nodeClass.gpuEnabled.value,
    volumeSize: pool.nodeClass.volumeSize?.value,
    tags: printTexts(pool.nodeClass.tags),
    extraSecurityGroupIds: pool.nodeClass.extraSecurityGroupIds.map(valueOf).join(' '),
    rest: JSON.stringify(toPlain(pool.nodeClass.rest)),
    labels: printTexts(pool.labels),
    annotations: printTexts(pool.annotations),
    limits: printTexts(pool.limits),
    requirements: pool.requirements.map(printRequirement).join('; '),
    taints: pool.taints.map(printTaint).join(' '),
    startupTaints: pool.startupTaints.map(printTaint).join(' '),
    weight: pool.weight?.value,
    disruption: pool.disruption === undefined ? undefined : printDisruption(pool),
    expireAfter: pool.expireAfter?.value,
    terminationGracePeriod: pool.terminationGracePeriod?.value,
    replicas: pool.replicas?.value,
    maxMonthlyUsd: pool.maxMonthlyUsd?.value,
    maxMonthlyUsdAtLimits: pool.maxMonthlyUsdAtLimits?.value,
    clusterApi: pool.clusterApi === undefined ? undefined : printOptions(pool.clusterApi),
  })
    .filter(([, value]) => value !== undefined && value !== '' && value !== '{}')
    .map(([key, value]) => `  ${key}: ${value}`);
  return [`pool ${pool.name}`, ...lines];
}

/** Typed options without their origins. */
export function printOptions(options: object): string {
  return JSON.stringify(options, (_key, value: unknown) => {
    if (value instanceof Map) return Object.fromEntries(value) as unknown;
    const isLocated = typeof value === 'object' && value !== null && 'value' in value && 'origin' in value;
    return isLocated ? value.value : value;
  });
}

function printDisruption({ disruption }: Pool): string {
  const budgets = disruption?.budgets?.value.map((budget) =>
    [
      budget.nodes?.value,
      budget.schedule?.value,
      budget.duration?.value,
      budget.reasons?.map(valueOf).join('+'),
    ]
      .filter((part) => part !== undefined)
      .join(' '),
  );
  return [
    disruption?.consolidationPolicy?.value,
    disruption?.consolidateAfter?.value,
    budgets === undefined ? undefined : `[${budgets.join(', ')}]`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

export function printRequirement(requirement: PoolRequirement): string {
  const minValues = requirement.minValues === undefined ? '' : ` min ${requirement.minValues.value}`;
  const values = requirement.values.map(valueOf).join(',');
  return `${requirement.key.value} ${requirement.operator.value} [${values}]${minValues}`;
}

function printTaint(taint: PoolTaint): string {
  return `${taint.key.value}${taint.value === undefined ? '' : `=${taint.value.value}`}:${taint.effect.value}`;
}

function printTexts(texts: ReadonlyMap<string, Located<string>>): string {
  return [...texts].map(([key, { value }]) => `${key}=${value}`).join(' ');
}

function valueOf<Value>({ value }: Located<Value>): Value {
  return value;
}

/** Every leaf of a merged pool with the layer and line it came from. */
export function printOrigins(tree: LocatedMap): string[] {
  const lines: string[] = [];
  const walk = (value: LocatedMap, path: string): void => {
    for (const { key, value: child } of value.entries.values()) {
      const at = path === '' ? key : `${path}.${key}`;
      if (child.kind === 'map') {
        walk(child, at);
        continue;
      }
      const { layer, span } = child.origin;
      const from = layer === undefined ? 'nowhere' : layerName(layer);
      lines.push(`${at}: ${sortedJson(toPlain(child))} from ${from} at ${place(span)}`);
    }
  };
  walk(tree, '');
  return lines.sort();
}

/** JSON with its keys in order. */
function sortedJson(value: JsonValue): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
