import path from 'node:path';
import { isJsonMap, type JsonMap } from '../../diagnostics/json-value.ts';
import type { Source } from '../../diagnostics/source.ts';
import { walkObjects } from '../../manifests/walk-objects.ts';
import type { CompiledCluster } from '../../model/compilation.ts';
import type { Provider } from '../../model/provider.ts';
import { DISK } from '../files/disk.ts';
import type { Host } from '../host.ts';
import type { LoadOptions } from '../load-definitions.ts';
import { repositoryRoot } from '../repository.ts';
import { existingFolders } from '../resolve-inputs.ts';
import { openSides } from '../sides/open-sides.ts';
import { readSpec, type ReadSpec } from '../sides/read-spec.ts';
import type { SideUnit, UnitState } from '../sides/side.ts';
import { sideSpecs } from '../sides/side-spec.ts';
import { sniffSide } from '../sides/sniff-side.ts';
import { UsageError } from '../usage-error.ts';
import { namedWorkloads, readWorkloadTexts } from '../workload-files.ts';
import { type ObjectsBefore, objectsOf } from './cluster-admission.ts';
import { byKey, objectKey } from './object-key.ts';

export interface BaseOptions extends Pick<LoadOptions, 'defaults' | 'name'> {
  /** The definitions of the run, as they were named. */
  readonly definitions: readonly string[];
  /** How many files of them there are. */
  readonly files: number;
}

/** The objects of a cluster as they were; undefined: all of them are new. */
export type FindBefore = (
  compiled: CompiledCluster,
  provider: Provider,
) => Promise<ObjectsBefore | undefined>;

/**
 * The state before a change: a commit, a folder or file of definitions, a saved compilation, or objects as they are in a
 * cluster or were rendered.
 *
 * @throws UsageError if it is nothing of that, or nobody can say which cluster objects are of
 */
export async function openBase(base: string, options: BaseOptions, host: Host): Promise<FindBefore> {
  const spec = await readSpec(sideSpecs(base, undefined, host).base, host);
  const texts = await objectTexts(spec, host);
  if (texts !== undefined) {
    if (options.files !== 1) {
      throw new UsageError(
        `the objects in \`${base}\` do not say which cluster they are of, and there are ${options.files} definitions: check one of them`,
      );
    }
    const before = objectsIn(texts, base);
    return () => Promise.resolve(before);
  }
  return ofDefinitions(base, spec, options, host);
}

/** Undefined: it holds definitions. */
async function objectTexts(spec: ReadSpec, host: Host): Promise<readonly Source[] | undefined> {
  if (spec.kind === 'live') return [spec.source];
  if (spec.kind !== 'folder' || existingFolders(spec.path).length > 0) return undefined;
  if (!DISK.filesBelow(spec.path).some((file) => /\.(?:ya?ml|json)$/.test(file))) return undefined;
  const files = await namedWorkloads([spec.path], host.cwd);
  const { sources } = await readWorkloadTexts(files, repositoryRoot(host.cwd), host);
  return sources.some(({ text }) => sniffSide(text) === 'live') ? sources : undefined;
}

function objectsIn(sources: readonly Source[], base: string): ObjectsBefore {
  const objects: JsonMap[] = [];
  for (const source of sources) {
    walkObjects(
      source,
      ({ raw, apiVersion, kind }) => objects.push({ ...(raw as JsonMap), apiVersion, kind }),
      () => undefined,
    );
  }
  const named = objects.filter(({ metadata }) => isJsonMap(metadata));
  const known = byKey(named);
  const twice = named.find((object) => known.get(objectKey(object)) !== object);
  if (twice !== undefined) {
    throw new UsageError(`\`${base}\` has two objects ${objectKey(twice)}: name what belongs to one cluster`);
  }
  return known;
}

async function ofDefinitions(
  base: string,
  spec: ReadSpec,
  { definitions, defaults, name }: BaseOptions,
  host: Host,
): Promise<FindBefore> {
  const [only] = definitions;
  // Two files are the same cluster, whatever they are called.
  const isPair = spec.kind === 'definition' && definitions.length === 1;
  const args = { base, head: isPair ? only : undefined };
  const options = {
    definitions: isPair ? [] : definitions,
    defaults,
    name,
    workloads: { hpa: 'max' },
  } as const;
  const { base: side } = await openSides(args, options, host);
  const loaded = new Map<SideUnit, Promise<UnitState>>();
  let byName: Promise<ReadonlyMap<string, SideUnit>> | undefined;
  return async (compiled, provider) => {
    const { name, source } = compiled.cluster;
    const find = async (unit: SideUnit) => {
      const other = { clusters: [{ compiled, provider }], diagnostics: [] };
      const state = loaded.get(unit) ?? unit.load(other);
      loaded.set(unit, state);
      const found = (await state).clusters.find((one) => one.compiled.cluster.name === name);
      return found === undefined ? undefined : objectsOf(found.compiled);
    };
    // Most clusters stay in their file.
    for (const unit of side.units.filter(({ file }) => path.basename(file) === path.basename(source.file))) {
      const found = await find(unit);
      if (found !== undefined) return found;
    }
    byName ??= unitsByName(side.units);
    const moved = (await byName).get(name);
    return moved === undefined ? undefined : find(moved);
  };
}

async function unitsByName(units: readonly SideUnit[]): Promise<ReadonlyMap<string, SideUnit>> {
  const found = new Map<string, SideUnit>();
  for (const unit of units) for (const name of await unit.names()) found.set(name, unit);
  return found;
}
