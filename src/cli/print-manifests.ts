import { didYouMean } from '../diagnostics/did-you-mean.ts';
import { sortDiagnostics } from '../diagnostics/diagnostic.ts';
import type { Compilation, CompiledCluster } from '../model/compilation.ts';
import { OUTPUT_TREES, TREE_FOLDERS } from '../render/output-tree.ts';
import { emitReport, type ReportFlags } from './emit-report.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { failingFindings } from './failing.ts';
import type { Host } from './host.ts';
import { UsageError } from './usage-error.ts';

/** Where objects are applied: to the cluster itself, or to the one that makes its machines. */
export type AppliedTo = 'management' | 'workload';

export interface PrintFlags extends ReportFlags {
  /** @default all objects */
  readonly tree?: AppliedTo | undefined;
  /** @default all clusters */
  readonly cluster?: string | undefined;
}

/**
 * `synth --out -`: the objects of clusters as one YAML stream, in the order of the files that `synth` would write, for
 * whoever applies what a command prints. Half of the objects would prune the others: with an error in any of the
 * clusters nothing is printed.
 */
export async function printManifests(
  read: Compilation,
  { tree, cluster, ...flags }: PrintFlags,
  host: Host,
): Promise<ExitCode> {
  const compilation = cluster === undefined ? read : only(cluster, read);
  const { clusters, diagnostics } = compilation ?? read;
  const found = { clusters, diagnostics };
  const code = diagnostics.length > 0 ? await emitReport(found, flags, host, host.stderr) : EXIT.ok;
  if (compilation === undefined) throw unknownCluster(cluster ?? '', read);
  if (clusters.some(({ failed }) => failed) || failingFindings(found, flags.failOn).size > 0) return code;
  const render = await renderer(clusters);
  const folders = OUTPUT_TREES.filter(
    (one) => tree === undefined || (tree === 'management') === (one === 'management'),
  ).map((one) => TREE_FOLDERS[one]);
  for (const compiled of clusters) {
    const files = render(compiled).filter(
      ({ path }) => path.endsWith('.yaml') && folders.some((folder) => path.startsWith(folder)),
    );
    for (const { text } of files) host.stdout.write(text);
  }
  return code;
}

/** A rehearsal is rendered without cdk8s, which takes long to load. */
async function renderer(clusters: readonly CompiledCluster[]) {
  if (clusters.some(({ rehearsal }) => rehearsal !== undefined)) {
    return (await import('../render/render-rehearsal.ts')).renderRehearsal;
  }
  return (await import('../render/render-cluster.ts')).renderCluster;
}

/** One cluster with its findings: mistakes in other definitions are not its business. */
function only(name: string, { clusters }: Compilation): Compilation | undefined {
  const wanted = clusters.filter(({ cluster }) => cluster.name === name);
  if (wanted.length === 0) return undefined;
  return { clusters: wanted, diagnostics: sortDiagnostics(wanted.flatMap(({ diagnostics }) => diagnostics)) };
}

function unknownCluster(name: string, { clusters }: Compilation): UsageError {
  const names = clusters.map(({ cluster }) => cluster.name);
  const near = didYouMean(name, names);
  const suggestion = near === undefined ? '' : `; did you mean \`${near}\`?`;
  return new UsageError(`no definition that could be read defines the cluster \`${name}\`${suggestion}`);
}
