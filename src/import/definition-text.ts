import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { JsonMap } from '../diagnostics/json-value.ts';
import type { DefinitionDraft } from './definition-draft.ts';
import type { Finding } from './finding.ts';
import { writeDefinition } from './write-definition.ts';

export interface DefinitionTextInput {
  readonly draft: DefinitionDraft;
  /** What has been found so far; without it the text is for the compiler alone. */
  readonly findings?: readonly Finding[];
  /** Why it does not compile. @default it does */
  readonly errors?: readonly Diagnostic[];
  /** Name of the cluster, where the file's name does not say it. */
  readonly clusterName?: string;
}

/** The definition with a comment for everything that is to tell about it. */
export function definitionText({ draft, findings, errors = [], clusterName }: DefinitionTextInput): string {
  const settings: JsonMap = {
    ...(clusterName === undefined ? {} : { cluster: clusterName }),
    ...draft.settings,
  };
  const named = { ...draft, settings };
  if (findings === undefined) return writeDefinition(named, { head: [], pools: new Map() });
  const pools = new Map<string, string[]>();
  for (const { diagnostic, pools: concerned } of findings) {
    for (const name of concerned) {
      pools.set(name, [...(pools.get(name) ?? []), `${diagnostic.code}: ${diagnostic.message}.`]);
    }
  }
  return writeDefinition(named, { head: head(draft, findings, errors), pools });
}

function head(
  { settings, pools }: DefinitionDraft,
  findings: readonly Finding[],
  errors: readonly Diagnostic[],
): string[] {
  const codes = new Set(findings.map(({ diagnostic }) => diagnostic.code));
  const isWithoutBuiltIns = pools.some(({ keys }) => keys['defaults'] === 0) || saysNone(settings);
  const lines = ['Written by `poolwright import` from objects of a cluster.'];
  if (errors.length > 0) {
    lines.push('It CANNOT BE APPLIED AS IT IS, for these errors:');
    lines.push(...new Set(errors.map(({ code, message }) => `${code}: ${message}.`)));
  } else if (codes.has('PW9310') || codes.has('PW9311')) {
    lines.push('Applying what this compiles to REPLACES NODES: the comments of the pools say which and why.');
  } else if (!codes.has('PW9308')) {
    lines.push(
      'Applying what this compiles to replaces no node: the objects are the same, as far as nodes are concerned.',
    );
  }
  if (isWithoutBuiltIns) {
    lines.push(
      '`defaults: 0` keeps built-in values out of a pool that had none: filling one in would replace its nodes or change what it may launch.',
    );
  }
  const unknown = ['region', 'zones', 'kubernetes_version'].filter(
    (key) => !(key in settings) && !(key === 'region' && 'zones' in settings),
  );
  if (unknown.length > 0) {
    lines.push(
      `Not in the objects, and of use for prices and the dry run under \`poolwright\`: ${unknown.map((key) => `\`${key}\``).join(', ')}.`,
    );
  }
  const lost = findings.filter(({ diagnostic, pools: concerned }) => {
    return concerned.length === 0 && LEFT_OUT.has(diagnostic.code);
  });
  return [...lines, ...lost.map(({ diagnostic }) => `${diagnostic.code}: ${diagnostic.message}.`)];
}

/** Findings about what is not in the definition at all. */
const LEFT_OUT: ReadonlySet<string> = new Set(['PW9302', 'PW9303', 'PW9304', 'PW9305', 'PW9306', 'PW9309']);

function saysNone({ profiles }: JsonMap): boolean {
  return JSON.stringify(profiles ?? {}).includes('"defaults":0');
}
