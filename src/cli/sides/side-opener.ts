import path from 'node:path';
import { builtInProvider } from '../../create-provider.ts';
import type { Source } from '../../diagnostics/source.ts';
import { stem as clusterStem } from '../../definition/cluster-name.ts';
import { readDefinition } from '../../definition/read-definition.ts';
import type { WorkloadOptions } from '../cluster-workloads.ts';
import { DISK } from '../files/disk.ts';
import type { FileTree } from '../files/file-tree.ts';
import type { GitRepository } from '../files/git-repository.ts';
import type { Host } from '../host.ts';
import { KnownCatalogues } from '../known-catalogues.ts';
import { STANDARD_INPUT } from '../load-definitions.ts';
import { packageVersion } from '../package-info.ts';
import { existingFolders } from '../resolve-inputs.ts';
import { compilationSide } from './compilation-side.ts';
import { type DefinitionSide, definitionSide, type SharedWork } from './definition-side.ts';
import { liveSide } from './live-side.ts';
import { isOneText, type ReadSpec, type ReadText } from './read-spec.ts';
import type { LoadedSide } from './side.ts';
import type { FolderSpec, SideSpecs } from './side-spec.ts';
import { UsageError } from '../usage-error.ts';

export interface SidesOptions {
  /** Which definitions of a commit or a working tree. None: those of `clusters/`. */
  readonly definitions: readonly string[];
  readonly defaults: string | undefined;
  readonly name: string | undefined;
  readonly workloads: WorkloadOptions;
}

interface OpenerInput {
  readonly specs: SideSpecs;
  readonly head: ReadSpec;
  readonly options: SidesOptions;
  readonly host: Host;
}

/** Opens both sides of a comparison; what they have in common is read once. */
export class SideOpener {
  readonly #input: OpenerInput;
  readonly #shared: SharedWork;

  constructor(input: OpenerInput) {
    this.#input = input;
    const sources = new Map<string, Source[]>();
    this.#shared = {
      catalogues: new KnownCatalogues(),
      compiledFrom: new WeakMap(),
      intern: (source) => {
        const known = sources.get(source.file) ?? [];
        const found = known.find(({ text }) => text === source.text);
        if (found === undefined) sources.set(source.file, [...known, source]);
        return found ?? source;
      },
    };
  }

  async open(spec: ReadSpec, other: ReadSpec): Promise<LoadedSide | DefinitionSide> {
    const { options, host } = this.#input;
    switch (spec.kind) {
      case 'git': {
        const { repository, commit } = spec;
        const state = { name: `git:${commit.revision}`, kind: 'git', commit: commit.commit } as const;
        const definitions = this.#definitions(other, repository.root);
        const tree = repository.tree(commit);
        return this.#definitionSide({ state, tree, cwd: host.cwd, definitions, name: this.#nameFor(other) });
      }
      case 'working tree': {
        const { specs } = this.#input;
        return this.#definitionSide({
          state: { name: 'working tree', kind: 'files' },
          tree: specs.repository === undefined ? DISK : workingTree(specs.repository),
          cwd: host.cwd,
          definitions: options.definitions,
          name: this.#nameFor(other),
        });
      }
      case 'folder':
        return this.#folder(spec, other);
      case 'definition':
        return this.#definition(spec, other);
      case 'compilation':
        return compilationSide(spec.source, this.#objectOptions(undefined));
      case 'live':
        return liveSide([spec.source], this.#objectOptions(options.name));
    }
  }

  /** A folder of definitions, or one that has them in `clusters/`, as a checkout does. */
  async #folder({ name, path: folder }: FolderSpec, other: ReadSpec): Promise<DefinitionSide> {
    const { options, host } = this.#input;
    const isCheckout = options.definitions.length > 0 || existingFolders(folder).length > 0;
    const side = await this.#definitionSide({
      state: { name: `file:${name}`, kind: 'files' },
      tree: DISK,
      name: this.#nameFor(other),
      ...(isCheckout
        ? { cwd: folder, definitions: options.definitions }
        : { cwd: host.cwd, definitions: [name] }),
    });
    const empty = isCheckout ? undefined : side.missing.get(name);
    if (empty !== undefined) throw empty;
    return side;
  }

  /** Two files are the same cluster, whatever they are called. */
  #definition(spec: ReadText, other: ReadSpec): Promise<DefinitionSide> {
    const { specs, options, host } = this.#input;
    const { file, bytes } = spec;
    const tree: FileTree = {
      ...(specs.repository === undefined ? DISK : workingTree(specs.repository)),
      // A pipe can be read once.
      read: (one, limitBytes) =>
        one === file ? bytes.subarray(0, limitBytes + 1) : DISK.read(one, limitBytes),
    };
    const [first, second] = spec === this.#input.head ? [spec, other] : [other, spec];
    const name = options.name ?? (other.kind === 'definition' ? (stem(first) ?? stem(second)) : undefined);
    if (file === '-' && name === undefined) refuseNameless(spec);
    return this.#definitionSide({
      state: { name: file === '-' ? STANDARD_INPUT : `file:${spec.source.file}`, kind: 'files' },
      tree,
      cwd: host.cwd,
      definitions: [file],
      single: other.kind === 'definition',
      name,
      ownName: options.name ?? stem(spec),
      readStdin: () => Promise.resolve(bytes),
    });
  }

  #definitionSide({
    readStdin,
    single = false,
    ...side
  }: Pick<
    Parameters<typeof definitionSide>[0],
    'state' | 'tree' | 'cwd' | 'definitions' | 'name' | 'ownName'
  > & {
    readonly single?: boolean;
    readonly readStdin?: Host['readStdin'];
  }): Promise<DefinitionSide> {
    const { options, host } = this.#input;
    const { defaults, workloads } = options;
    return definitionSide(
      { ...side, single, defaults, workloads, shared: this.#shared },
      readStdin === undefined ? host : { ...host, readStdin },
    );
  }

  /** Of many definitions the name chooses, where the other side needs one; else it is for the only one. */
  #nameFor(other: ReadSpec): string | undefined {
    return isOneText(other) ? undefined : this.#input.options.name;
  }

  /** Of a commit: what was asked for, or what the other side is, as far as the commit can have it. */
  #definitions(other: ReadSpec, root: string): readonly string[] {
    const { definitions } = this.#input.options;
    const named = other.kind === 'folder' ? other.path : other.kind === 'definition' ? other.file : '-';
    if (definitions.length > 0 || named === '-' || isCheckout(other)) return definitions;
    const relative = path.relative(root, named);
    return relative.startsWith('..') || path.isAbsolute(relative) || relative === '' ? [] : [named];
  }

  #objectOptions(name: string | undefined) {
    const { workloads } = this.#input.options;
    const { intern } = this.#shared;
    return { provider: () => builtInProvider(), name, workloads, version: packageVersion(), intern };
  }
}

/** Files of a repository have the names that they have in its commits. */
function workingTree({ root }: GitRepository): FileTree {
  const inside = (file: string) => {
    const relative = path.relative(root, file);
    return !relative.startsWith('..') && !path.isAbsolute(relative);
  };
  return {
    ...DISK,
    rootOf: (files, cwd) =>
      files.every((file) => file === '-' || inside(file)) ? root : DISK.rootOf(files, cwd),
  };
}

function isCheckout(spec: ReadSpec): boolean {
  return spec.kind === 'folder' && existingFolders(spec.path).length > 0;
}

/** A file names the cluster that does not name itself; a pipe does not. */
function refuseNameless({ source }: ReadText): void {
  const unnamed = clusterStem(source.file);
  if (!readDefinition({ source }).clusters.some(({ name }) => name === unnamed)) return;
  throw new UsageError(
    `the definition in ${source.file} does not say what its cluster is called: give its name with \`--name\`, or write \`poolwright: {cluster: …}\` in it`,
  );
}

function stem(spec: ReadSpec): string | undefined {
  return spec.kind === 'definition' && spec.file !== '-' ? path.parse(spec.file).name : undefined;
}
