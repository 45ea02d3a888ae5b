import { NODE_POOL_DRIFT } from '../backends/karpenter/node-pool-drift.ts';
import { compile } from '../compile.ts';
import { type Diagnostic, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import { Source } from '../diagnostics/source.ts';
import { compareMachines } from '../import/compare-machines.ts';
import { compareObjects } from '../import/compare-objects.ts';
import { definitionText } from '../import/definition-text.ts';
import type { Finding } from '../import/finding.ts';
import { type ImportedObjects, importObjects } from '../import/import-objects.ts';
import type { Compilation } from '../model/compilation.ts';
import type { Provider } from '../model/provider.ts';

export interface ImportInput {
  readonly sources: readonly Source[];
  readonly provider: Provider;
  /** How reports name the definition. */
  readonly fileName: string;
  /** Name of the cluster, as somebody says it. @default what MachineDeployments say */
  readonly clusterName?: string | undefined;
  /** The settings that the definition will inherit. */
  readonly defaults?: Source | undefined;
  /** The name that the definition's file gives the cluster. */
  readonly nameByFile?: string | undefined;
}

/** Where nobody says what the cluster is called. What the name decides is in the objects. */
const NAMELESS = 'imported';

export interface ImportResult {
  readonly imported: ImportedObjects;
  readonly findings: readonly Finding[];
  /** Why the definition cannot be applied as it is; none: it can. */
  readonly errors: readonly Diagnostic[];
  /** The findings, and the errors of the definition itself. Sorted. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absent where nothing could be imported. */
  readonly text?: string;
}

/** Texts of objects in; a definition out, compiled once to be compared with them and told about in its comments. */
export function importTexts(input: ImportInput): ImportResult {
  const { provider } = input;
  const imported = importObjects(input.sources, provider);
  const { draft } = imported;
  if (draft.pools.length === 0) {
    const { findings } = imported;
    return { imported, findings, errors: [], diagnostics: diagnosticsOf(findings, []) };
  }
  const name = input.clusterName ?? (input.nameByFile === undefined ? clusterOf(imported) : undefined);
  const named = name === undefined || name === input.nameByFile ? {} : { clusterName: name };
  const first = compiled(definitionText({ draft, ...named }), input);
  const pools = first.clusters.flatMap((one) => one.pools);
  const findings = [
    ...imported.findings,
    ...compareObjects(imported, pools, {
      provider,
      nodePoolDrift: NODE_POOL_DRIFT,
      inherits: input.defaults?.file,
    }),
    ...compareMachines(imported.groups, pools),
  ];
  const text = definitionText({ draft, findings, errors: errorsOf(first), ...named });
  // Once more, since comments move the lines.
  const errors = errorsOf(compiled(text, input));
  return { imported, findings, errors, diagnostics: diagnosticsOf(findings, errors), text };
}

/** What the objects say may be wrong in itself, or nothing that a definition can say; then so is what they become. */
function errorsOf({ diagnostics }: Compilation): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

function clusterOf({ groups }: ImportedObjects): string | undefined {
  return groups[0]?.machines[0].live.clusterName;
}

function compiled(text: string, { fileName, nameByFile, defaults, provider }: ImportInput): Compilation {
  const source = new Source(fileName, text);
  const clusterName = nameByFile ?? NAMELESS;
  const inherited = defaults === undefined ? {} : { defaults };
  return compile({
    files: [{ source, clusterName, origin: 'argument', ...inherited }],
    provider: () => provider,
  });
}

function diagnosticsOf(findings: readonly Finding[], errors: readonly Diagnostic[]): Diagnostic[] {
  return sortDiagnostics([...findings.map(({ diagnostic }) => diagnostic), ...errors]);
}
