import type { FeatureGate } from '../checks/cluster-api/feature-gates.ts';
import { type Diagnostic, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import { DUMP_LIMITS } from '../documents/input-limits.ts';
import { lintManifests } from '../lint-manifests.ts';
import type { Compilation } from '../model/compilation.ts';
import { sourcesOf } from '../report/reporter.ts';
import { fixRepeatedly } from './apply-fixes.ts';
import type { Checked } from './checked.ts';
import type { AdmittedManifests, ManifestsToAdmit } from './crds/admit-manifests.ts';
import type { Host } from './host.ts';
import { judgedCompilation } from './judged.ts';
import { type LoadedText, STANDARD_INPUT } from './load-definitions.ts';
import { decodeSource, readSource } from './read-source.ts';
import { definitionsRoot, reportPath } from './repository.ts';
import { namedWorkloads } from './workload-files.ts';

export interface ManifestsToCheck {
  /** Files, folders with everything below them, patterns, `-`. */
  readonly manifests: readonly string[];
  /** Likewise, as they were before. */
  readonly base: readonly string[];
  readonly featureGates: readonly FeatureGate[];
  /** Where the CRDs are that judge objects of any kind. @default they are not asked */
  readonly crds: readonly string[] | undefined;
  readonly fix: boolean;
}

/** The part of `poolwright check` that needs no definition. */
export async function checkManifests(
  { manifests, base, featureGates, crds, fix }: ManifestsToCheck,
  host: Host,
): Promise<Checked> {
  const files = await namedWorkloads(manifests, host.cwd);
  const root = definitionsRoot(files, host.cwd);
  const texts = await loadTexts(files, root, host);
  const before = readable(await loadTexts(await namedWorkloads(base, host.cwd), root, host));
  const sources = readable(texts);
  const run = (changed: ReadonlyMap<string, Source>) =>
    lintManifests({
      sources: sources.map((one) => changed.get(one.file) ?? one),
      base: before,
      featureGates,
    });
  const own = new Set(sources.map(({ file }) => file));
  const linted = fix
    ? fixRepeatedly({
        run,
        diagnosticsOf: ({ diagnostics }) => diagnostics,
        isOurs: (file) => own.has(file),
      })
    : { result: run(new Map()), sources: new Map<string, Source>(), changed: new Map() };
  const { result, changed } = linted;
  const found = result.diagnostics;
  const fixed = sources.map((one) => linted.sources.get(one.file) ?? one);
  const admitted = await admit(crds, { sources: fixed, base: before, found }, host);
  // An empty report of the wrong folder would look like a clean one.
  if (result.manifests?.objects === 0 && found.length === 0 && admitted.judged === 0)
    host.stderr.write(
      `note: there is nothing of Cluster API in these manifests${crds === undefined ? '' : ', nor of the kinds of the CRDs'}\n`,
    );
  const compilation = withMore(withOthers(result, admitted.others), [
    ...problemsOf(texts),
    ...admitted.diagnostics,
  ]);
  return {
    judged: judgedCompilation(compilation),
    sources: sourcesOf(compilation.diagnostics),
    changed,
    texts,
  };
}

async function loadTexts(
  files: readonly string[],
  root: string,
  host: Host,
): Promise<ReadonlyMap<string, LoadedText>> {
  const { fileBytes } = DUMP_LIMITS;
  const texts = new Map<string, LoadedText>();
  for (const file of files) {
    if (file === '-')
      texts.set(STANDARD_INPUT, decodeSource(await host.readStdin(fileBytes), STANDARD_INPUT, fileBytes));
    else {
      const name = reportPath(root, file);
      texts.set(name, { ...readSource(file, name, fileBytes), path: file });
    }
  }
  return texts;
}

function readable(texts: ReadonlyMap<string, LoadedText>): readonly Source[] {
  return [...texts.values()].flatMap(({ source, problem }) => (problem === undefined ? [source] : []));
}

/** What is no text is a finding, and the others count. */
function problemsOf(texts: ReadonlyMap<string, LoadedText>): readonly Diagnostic[] {
  return [...texts.values()].flatMap(({ problem }) => problem ?? []);
}

/** Objects that only the CRDs judge count, too. */
function withOthers(compilation: Compilation, others: number): Compilation {
  const { manifests } = compilation;
  if (manifests === undefined || others === 0) return compilation;
  return { ...compilation, manifests: { ...manifests, objects: manifests.objects + others } };
}

function withMore(compilation: Compilation, more: readonly Diagnostic[]): Compilation {
  if (more.length === 0) return compilation;
  return { ...compilation, diagnostics: sortDiagnostics([...compilation.diagnostics, ...more]) };
}

async function admit(
  names: readonly string[] | undefined,
  objects: ManifestsToAdmit,
  host: Host,
): Promise<AdmittedManifests> {
  if (names === undefined) return { diagnostics: [], judged: 0, others: 0 };
  const [{ openCrds }, { admitManifests }] = await Promise.all([
    import('./crds/cluster-admission.ts'),
    import('./crds/admit-manifests.ts'),
  ]);
  return admitManifests(await openCrds(names, host), objects);
}
