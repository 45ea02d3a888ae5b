import path from 'node:path';
import { compileDefinition, type DefinitionFile } from '../../compile.ts';
import { stem } from '../../definition/cluster-name.ts';
import { readDefinition } from '../../definition/read-definition.ts';
import { DefinedNames } from '../../diagnostics/defined-names.ts';
import { type Diagnostic, sortDiagnostics } from '../../diagnostics/diagnostic.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { Cluster } from '../../model/cluster.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import type { ReviewedState } from '../../model/review.ts';
import type { WorkloadOptions } from '../cluster-workloads.ts';
import { Catalogues } from '../compile-definitions.ts';
import type { FileTree } from '../files/file-tree.ts';
import type { Host } from '../host.ts';
import type { KnownCatalogues } from '../known-catalogues.ts';
import { type LoadedDefinitions, loadDefinitions, STANDARD_INPUT } from '../load-definitions.ts';
import { reportPath } from '../repository.ts';
import { NothingThere, type ResolvedInputs, resolveInputs } from '../resolve-inputs.ts';
import { possibleNames } from '../shards/possible-names.ts';
import { textsDigest } from '../shards/text-digest.ts';
import { readWorkloadTexts, settledWorkloads } from '../workload-files.ts';
import type { LoadedSide, SideUnit, UnitCluster, UnitState, UnitWorkloads } from './side.ts';

export interface DefinitionSideInput {
  readonly state: ReviewedState;
  readonly tree: FileTree;
  /** Absolute: what the arguments are relative to. */
  readonly cwd: string;
  /** Files, folders, patterns, names of clusters. None: the default folder. */
  readonly definitions: readonly string[];
  /** It is one file that was named to be compared, whatever it is called. */
  readonly single: boolean;
  readonly defaults: string | undefined;
  readonly name: string | undefined;
  /** What the cluster is called where it is: its workloads are found by that name, whatever it is compared as. @default `name` */
  readonly ownName?: string | undefined;
  readonly workloads: WorkloadOptions;
  readonly shared: SharedWork;
}

/** What both sides have in common is read, compiled and planned once. */
export interface SharedWork {
  readonly catalogues: KnownCatalogues;
  /** The one source of equal texts of the same name. */
  readonly intern: (source: Source) => Source;
  /** What units were compiled from. */
  readonly compiledFrom: WeakMap<UnitState, DefinitionFile>;
}

export interface DefinitionSide extends LoadedSide {
  /** What was asked for and is not there, by argument (`` for the default folder). The other side may have it. */
  readonly missing: ReadonlyMap<string, NothingThere>;
  /** Files of settings that were found beside definitions, relative to the folder of the run. */
  readonly inherited: readonly string[];
}

/** Definition files, of the disk or of a commit. Their texts are read at once, everything else unit by unit. */
export async function definitionSide(input: DefinitionSideInput, host: Host): Promise<DefinitionSide> {
  const { state, tree, cwd, defaults } = input;
  const { resolved, missing } = await presentInputs(input);
  const name = resolved.inputs.length === 0 ? undefined : input.name;
  const here = { ...host, cwd };
  const loaded = await loadDefinitions(resolved.inputs, { defaults, name }, here, tree);
  const context: UnitContext = {
    input,
    host,
    loaded,
    catalogues: new Catalogues(loaded, input.shared.catalogues),
    prefix: prefixOf(input, resolved, loaded.root),
  };
  return {
    state,
    missing,
    inherited: inheritedFiles(loaded, input),
    units: [
      ...loaded.files.map((file) => unitOf(file, context)),
      ...loaded.unread.map((file) => unreadUnit(file, context)),
    ],
    problems: loaded.problems,
    text: (file) => loaded.texts.get(file)?.source,
    digest: textsDigest(loaded.texts),
  };
}

function inheritedFiles(
  { files, root }: LoadedDefinitions,
  { cwd, defaults: given }: DefinitionSideInput,
): readonly string[] {
  if (given !== undefined) return [];
  const found = new Set(files.flatMap(({ defaults }) => defaults?.file ?? []));
  return [...found].map((file) => path.relative(cwd, path.resolve(root, file)));
}

interface PresentInputs {
  readonly resolved: ResolvedInputs;
  readonly missing: ReadonlyMap<string, NothingThere>;
}

/** Argument by argument, because one that is new or gone is only on one side. */
async function presentInputs({ definitions, cwd, tree }: DefinitionSideInput): Promise<PresentInputs> {
  const missing = new Map<string, NothingThere>();
  const there: string[] = [];
  for (const arg of definitions.length === 0 ? [undefined] : definitions) {
    try {
      await resolveInputs(arg === undefined ? [] : [arg], cwd, tree);
      if (arg !== undefined) there.push(arg);
    } catch (error) {
      if (!(error instanceof NothingThere)) throw error;
      missing.set(arg ?? '', error);
    }
  }
  if (missing.size === Math.max(1, definitions.length))
    return { resolved: { inputs: [], folders: [] }, missing };
  return { resolved: await resolveInputs(there, cwd, tree), missing };
}

/** What keys of units leave out: where the one folder is does not count, nor what a single file is called. */
function prefixOf(
  { single, cwd }: DefinitionSideInput,
  { inputs, folders }: ResolvedInputs,
  root: string,
): string {
  const [folder, ...others] = folders;
  if (single && inputs.length === 1) return nameOf(inputs[0]?.file ?? '-', root);
  const alone =
    folder !== undefined && others.length === 0 && inputs.every(({ file }) => path.dirname(file) === folder);
  const prefix = reportPath(root, alone ? folder : cwd);
  return prefix === '' ? '' : `${prefix}/`;
}

function nameOf(file: string, root: string): string {
  return file === '-' ? STANDARD_INPUT : reportPath(root, file);
}

interface UnitContext {
  readonly input: DefinitionSideInput;
  readonly host: Host;
  readonly loaded: LoadedDefinitions;
  readonly catalogues: Catalogues;
  readonly prefix: string;
}

function unitOf(loaded: DefinitionFile, context: UnitContext): SideUnit {
  const { intern } = context.input.shared;
  const definition: DefinitionFile = {
    ...loaded,
    source: intern(loaded.source),
    ...(loaded.defaults === undefined ? {} : { defaults: intern(loaded.defaults) }),
  };
  const { file } = definition.source;
  return {
    key: keyOf(file, context),
    file,
    names: () => Promise.resolve(namesOf(definition)),
    possibleNames: () => possibleNames(definition),
    load: (other) => loadUnit(definition, other, context),
  };
}

/** No text at all: what is wrong is among the problems of the side. */
function unreadUnit(file: string, context: UnitContext): SideUnit {
  const name = context.input.name ?? stem(file);
  return {
    key: keyOf(file, context),
    file,
    names: () => Promise.resolve([name]),
    load: () => Promise.resolve({ clusters: [], diagnostics: [], mayHide: true }),
  };
}

function keyOf(file: string, { prefix }: UnitContext): string {
  return file.startsWith(prefix) ? file.slice(prefix.length) : file;
}

/** A file with errors, of which nothing can be read, is taken to have the cluster that is named after it. */
function namesOf(definition: DefinitionFile): readonly string[] {
  const { clusters, diagnostics } = readDefinition(definition);
  if (clusters.length > 0 || !diagnostics.some(({ severity }) => severity === 'error'))
    return clusters.map(({ name }) => name);
  return [definition.clusterName ?? stem(definition.source.file)];
}

async function loadUnit(
  definition: DefinitionFile,
  other: UnitState | undefined,
  context: UnitContext,
): Promise<UnitState> {
  const { compiledFrom } = context.input.shared;
  const reused =
    other !== undefined && isSame(compiledFrom.get(other), definition) && sharesProviders(other, context);
  const { compiled, loose } = reused
    ? { compiled: other.clusters.map((one) => one.compiled), loose: other.diagnostics }
    : compileUnit(definition, context);
  const clusters: UnitCluster[] = [];
  const named = asNamed(definition, context);
  for (const [i, one] of compiled.entries()) {
    const counterpart = other?.clusters.find(
      ({ compiled: { cluster } }) => cluster.name === one.cluster.name,
    );
    const found = await workloadsOf(named[i] ?? one.cluster, counterpart?.workloads, context);
    const workloads = isWithout(one.cluster, found) ? undefined : found;
    const equal = reused && counterpart !== undefined && workloads === counterpart.workloads;
    clusters.push(
      equal
        ? counterpart
        : {
            compiled: one,
            provider: context.catalogues.providerOf(one.cluster),
            ...(workloads === undefined ? {} : { workloads }),
          },
    );
  }
  const hasErrors = [...loose, ...compiled.flatMap((one) => one.diagnostics)].some(
    ({ severity }) => severity === 'error',
  );
  const state: UnitState = { clusters, diagnostics: loose, ...(hasErrors ? { mayHide: true } : {}) };
  compiledFrom.set(state, definition);
  return state;
}

/** The clusters by the name that they have where they are; none, if that is how they are compared. */
function asNamed(definition: DefinitionFile, { input }: UnitContext): readonly Cluster[] {
  const { ownName: clusterName = definition.clusterName } = input;
  if (clusterName === undefined || clusterName === definition.clusterName) return [];
  return readDefinition({ ...definition, clusterName }).clusters;
}

/** A pipe is in no folder in which there could be workloads, unless it names some. */
function isWithout({ source, settings }: Cluster, { sources }: UnitWorkloads): boolean {
  return (
    source.file === STANDARD_INPUT &&
    sources.length === 0 &&
    settings.workloads.every(({ origin }) => isBuiltIn(origin))
  );
}

/** Sources are interned: equal texts are identical. */
function isSame(one: DefinitionFile | undefined, other: DefinitionFile): boolean {
  return (
    one !== undefined &&
    one.source === other.source &&
    one.defaults === other.defaults &&
    one.clusterName === other.clusterName &&
    one.origin === other.origin
  );
}

/** Both sides have the same catalogues, which are sound. */
function sharesProviders({ clusters }: UnitState, { catalogues }: UnitContext): boolean {
  return clusters.every(
    ({ compiled: { cluster }, provider }) =>
      catalogues.providerOf(cluster) === provider && !catalogues.findings.has(cluster),
  );
}

function compileUnit(definition: DefinitionFile, { catalogues }: UnitContext) {
  const { clusters, loose } = compileDefinition(definition, {
    provider: (cluster) => catalogues.providerOf(cluster),
    names: new DefinedNames(),
  });
  return { compiled: clusters.map((one) => withFindings(one, catalogues.findings.get(one.cluster))), loose };
}

function withFindings(compiled: CompiledCluster, added: readonly Diagnostic[] = []): CompiledCluster {
  if (added.length === 0) return compiled;
  const diagnostics = sortDiagnostics([...compiled.diagnostics, ...added]);
  return { ...compiled, diagnostics, failed: diagnostics.some(({ severity }) => severity === 'error') };
}

/** The other side's own if all texts are the same. */
async function workloadsOf(
  cluster: Cluster,
  other: UnitWorkloads | undefined,
  { input: { tree, workloads: options }, loaded: { root }, host }: UnitContext,
): Promise<UnitWorkloads> {
  const files = await settledWorkloads(cluster, root, tree);
  const { sources: own, problems } = await readWorkloadTexts(files, root, host, tree);
  const known = new Map(other?.sources.map((source) => [source.file, source]));
  const sources = own.map((source) => {
    const twin = known.get(source.file);
    return twin?.text === source.text ? twin : source;
  });
  const equal = problems.length === 0 && other?.sources.length === sources.length;
  if (other !== undefined && equal && sources.every((source, i) => source === other.sources[i])) return other;
  return {
    sources,
    read: async () => {
      const { readWorkloads } = await import('../../manifests/read-workloads.ts');
      const { workloads, diagnostics } = readWorkloads({ sources, options });
      return { workloads, diagnostics: [...problems, ...diagnostics] };
    },
  };
}
