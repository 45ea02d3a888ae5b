import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { alternatives } from '../diagnostics/describe-value.ts';
import type { JsonMap, JsonValue } from '../diagnostics/json-value.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { DriftRules, Provider } from '../model/provider.ts';
import { changeText } from '../drift/change-text.ts';
import { type Difference, differences, type Effect, fieldAt } from '../drift/differences.ts';
import { type Finding, finding } from './finding.ts';
import type { LiveNodeClass, LiveNodePool, LiveObject } from './live-objects.ts';
import { isBookkeeping } from './own-metadata.ts';
import { recordedHashes } from './recorded-hashes.ts';

interface Imported {
  readonly nodePools: readonly LiveNodePool[];
  readonly nodeClasses: readonly LiveNodeClass[];
  readonly clusterApiNodePools: readonly LiveNodePool[];
}

export interface ComparisonRules {
  readonly provider: Provider;
  readonly nodePoolDrift: DriftRules;
  /** The file of settings that the definition inherits. */
  readonly inherits?: string | undefined;
}

/** What applying the compiled objects in the place of the imported ones would do, object by object. */
export function compareObjects(
  imported: Imported,
  compiled: readonly CompiledPool[],
  { provider, nodePoolDrift, inherits }: ComparisonRules,
): Finding[] {
  const byName = new Map(compiled.map((one) => [one.pool.name, one]));
  const findings: Finding[] = [];
  for (const live of [...imported.nodePools, ...imported.clusterApiNodePools]) {
    const spec = byName.get(live.name)?.nodePool?.spec;
    if (spec === undefined) continue;
    findings.push(
      ...compareSpecs(live, spec as unknown as JsonMap, {
        drift: nodePoolDrift,
        pools: [live.name],
        inherits,
      }),
    );
    findings.push(...lostMetadata(live, [live.name]));
  }
  const { adoption } = provider;
  if (adoption === undefined) return findings;
  for (const live of imported.nodeClasses) {
    const users = imported.nodePools.filter(({ nodeClassName }) => nodeClassName === live.name);
    const pools = users.map(({ name }) => name);
    const spec = pools.map((name) => byName.get(name)?.nodeClass?.spec).find((one) => one !== undefined);
    if (spec === undefined) continue;
    findings.push(...compareSpecs(live, spec as unknown as JsonMap, { drift: adoption, pools, inherits }));
    findings.push(...lostMetadata(live, pools));
  }
  findings.push(...recordedHashes(imported.nodePools, nodePoolDrift, 'alone'));
  findings.push(...recordedHashes(imported.nodeClasses, adoption, 'with a constant'));
  return findings;
}

const CODE: Readonly<Record<Effect, DiagnosticCode>> = {
  'all nodes': 'PW9310',
  'some nodes': 'PW9311',
  'no node': 'PW9312',
};

interface SpecRules extends Pick<ComparisonRules, 'inherits'> {
  readonly drift: DriftRules;
  readonly pools: readonly string[];
}

function compareSpecs(
  live: LiveNodePool | LiveNodeClass,
  compiled: JsonMap,
  { drift, pools, inherits }: SpecRules,
): Finding[] {
  // That an unknown field goes is told where it is read.
  const isUnknown = ({ effect, path }: Difference) =>
    effect === 'no node' && fieldAt(live.known as unknown as JsonValue, path) === undefined;
  const found = differences(live.spec, compiled, drift).filter(
    (one) => one.after !== undefined || !isUnknown(one),
  );
  return found.map((difference) => {
    const { effect, path } = difference;
    const message = `${live.kind} \`${live.name}\`: ${changeText({ ...difference, within: ['spec'] })}${consequence(effect, pools)}`;
    const help = helpFor(difference, inherits);
    return finding(CODE[effect], live.span(['spec', ...path]), message, { pools, help });
  });
}

function consequence(effect: Effect, pools: readonly string[]): string {
  const whose = alternatives(
    pools.map((name) => `\`${name}\``),
    'and',
  );
  if (effect === 'all nodes') return `, which replaces all nodes of ${whose}`;
  return effect === 'some nodes' ? `, which replaces the nodes of ${whose} that do not fit any more` : '';
}

function helpFor({ effect }: Difference, inherits: string | undefined): string | undefined {
  if (effect === 'no node') return undefined;
  const reason =
    inherits === undefined
      ? 'The definition cannot say it.'
      : `Either the definition cannot say it, or \`${inherits}\` adds to it; if so, write the definition to a folder without it.`;
  return `${reason} Karpenter replaces the nodes step by step, within the disruption budgets of the pool.`;
}

/** Own labels and annotations mean nothing to nodes. */
function lostMetadata(live: LiveObject, pools: readonly string[]): Finding[] {
  return (['labels', 'annotations'] as const).flatMap((field) => {
    const keys = Object.keys(live[field]).filter((key) => !isBookkeeping(key));
    if (keys.length === 0) return [];
    const names = alternatives(
      keys.map((key) => `\`${key}\``),
      'and',
    );
    const message = `${live.kind} \`${live.name}\`: its own ${field} ${names} are not carried over`;
    return [
      finding('PW9312', live.span(['metadata', field]), message, {
        pools,
        help: 'They are on the object, not on its nodes, so no node notices.',
      }),
    ];
  });
}
