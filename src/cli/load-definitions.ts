import path from 'node:path';
import type { DefinitionFile } from '../compile.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import { DEFAULT_INPUT_LIMITS } from '../documents/input-limits.ts';
import { DISK } from './files/disk.ts';
import type { FileTree } from './files/file-tree.ts';
import { stayInside, stayInsideIfBelow } from './files/stay-inside.ts';
import type { Host } from './host.ts';
import { decodeSource, type ReadSource, readSource } from './read-source.ts';
import { reportPath } from './repository.ts';
import type { Input } from './resolve-inputs.ts';
import { ioError, UsageError } from './usage-error.ts';
import { say } from './say.ts';

export interface LoadOptions {
  /** Settings file for all inputs, instead of the `_defaults.yaml` beside each. */
  readonly defaults?: string | undefined;
  /** Name of the cluster, for the standard input or a single file. */
  readonly name?: string | undefined;
}

export interface LoadedDefinitions {
  readonly files: readonly DefinitionFile[];
  /** What they were read from. */
  readonly tree: FileTree;
  /** Absolute. What the names of the files are relative to. */
  readonly root: string;
  /** Findings about files that could not even be decoded; they are not among `files`. */
  readonly problems: readonly Diagnostic[];
  /** Definitions that are left out because of them, as reports name them. */
  readonly unread: readonly string[];
  /** What was read, by report path: where `--fix` writes to. */
  readonly texts: ReadonlyMap<string, LoadedText>;
}

export interface LoadedText extends ReadSource {
  /** Absolute; absent for the standard input. */
  readonly path?: string;
}

/** How reports name it. */
export const STANDARD_INPUT = '<stdin>';

export const DEFAULTS_NAMES = ['_defaults.yaml', '_defaults.yml'];

/** Reads the definition files and the defaults that belong to each. */
export async function loadDefinitions(
  inputs: readonly Input[],
  options: LoadOptions,
  host: Host,
  tree: FileTree = DISK,
): Promise<LoadedDefinitions> {
  if (options.name !== undefined && inputs.length !== 1) {
    throw new UsageError(`\`--name\` needs exactly one definition, but there are ${inputs.length}`);
  }
  const loader = new Loader(inputs, options.defaults, host, tree);
  tree.expect?.(inputs.map(({ file }) => file).filter((file) => file !== '-'));
  const files: DefinitionFile[] = [];
  const unread: string[] = [];
  for (const input of inputs) {
    const file = await loader.definition(input, options.name);
    if (file !== undefined) files.push(file);
    else unread.push(input.file === '-' ? STANDARD_INPUT : reportPath(loader.root, input.file));
  }
  return { files, tree, root: loader.root, problems: loader.problems, unread, texts: loader.texts };
}

class Loader {
  readonly texts = new Map<string, LoadedText>();
  readonly problems: Diagnostic[] = [];
  readonly root: string;
  readonly #host: Host;
  readonly #tree: FileTree;
  readonly #warned = new Set<string>();
  readonly #defaults: string | undefined;

  constructor(inputs: readonly Input[], defaults: string | undefined, host: Host, tree: FileTree) {
    this.#host = host;
    this.#tree = tree;
    this.root = tree.rootOf(
      inputs.map(({ file }) => file),
      host.cwd,
    );
    this.#defaults = defaults === undefined ? undefined : path.resolve(host.cwd, defaults);
  }

  /** Undefined if the file or its defaults are no text. */
  async definition(input: Input, name: string | undefined): Promise<DefinitionFile | undefined> {
    if (input.file !== '-') stayInsideIfBelow(this.#host.cwd, input.file, this.#tree);
    if (input.origin === 'folder') stayInside(this.root, input.file, this.#tree);
    const text = input.file === '-' ? await this.#standardInput() : this.#read(input.file);
    const defaultsFile = this.#defaultsOf(input.file);
    if (defaultsFile !== undefined && defaultsFile !== this.#defaults) {
      stayInside(this.root, defaultsFile, this.#tree);
    }
    const defaults = defaultsFile === undefined ? undefined : this.#read(defaultsFile);
    if (text.problem !== undefined || defaults?.problem !== undefined) return undefined;
    return {
      source: text.source,
      origin: input.origin,
      ...(defaults === undefined ? {} : { defaults: defaults.source }),
      ...(name === undefined ? {} : { clusterName: name }),
    };
  }

  #defaultsOf(file: string): string | undefined {
    if (this.#defaults !== undefined) return this.#defaults;
    if (file === '-') return undefined;
    const folder = path.dirname(file);
    const [first, second] = DEFAULTS_NAMES.map((name) => path.join(folder, name)).filter(
      (candidate) => candidate !== file && this.#exists(candidate),
    );
    if (first !== undefined && second !== undefined) this.#warnOfBoth(first, second);
    return first;
  }

  #exists(file: string): boolean {
    try {
      return this.#tree.kindOf(file) !== undefined;
    } catch (error) {
      throw ioError(error, `cannot read ${reportPath(this.root, file)}`);
    }
  }

  #warnOfBoth(used: string, ignored: string): void {
    if (this.#warned.has(ignored)) return;
    this.#warned.add(ignored);
    const [first, second] = [used, ignored].map((file) => reportPath(this.root, file));
    say(`warning: ${second} is not read, because there is ${first}`, this.#host);
  }

  /** Each file once: all clusters of a folder share one source of their defaults. */
  #read(file: string): LoadedText {
    const name = reportPath(this.root, file);
    return this.texts.get(name) ?? this.#remember({ ...this.#source(file, name), path: file });
  }

  #source(file: string, name: string): ReadSource {
    return readSource(file, name, DEFAULT_INPUT_LIMITS.fileBytes, this.#tree);
  }

  async #standardInput(): Promise<LoadedText> {
    const bytes = await this.#host.readStdin(DEFAULT_INPUT_LIMITS.fileBytes);
    return this.#remember(decodeSource(bytes, STANDARD_INPUT));
  }

  #remember(text: LoadedText): LoadedText {
    this.texts.set(text.source.file, text);
    if (text.problem !== undefined) this.problems.push(text.problem);
    return text;
  }
}

/** The same definitions with other texts, after fixes. */
export function withTexts(
  loaded: LoadedDefinitions,
  changed: ReadonlyMap<string, Source>,
): LoadedDefinitions {
  const replace = (source: Source) => changed.get(source.file) ?? source;
  return {
    ...loaded,
    files: loaded.files.map((file) => ({
      ...file,
      source: replace(file.source),
      ...(file.defaults === undefined ? {} : { defaults: replace(file.defaults) }),
    })),
  };
}
