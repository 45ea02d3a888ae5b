import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { invariant } from '../diagnostics/invariant.ts';
import type { LocatedEntry, LocatedScalar, LocatedValue } from '../diagnostics/located.ts';
import type { Origin } from '../diagnostics/origin.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import { readKey } from './read-key.ts';
import { readScalar } from './read-scalar.ts';

export interface BuiltDocument {
  readonly value: LocatedValue;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Turns the library's nodes into plain located trees with aliases and merges written out. What came through an alias
 * is located at the alias, the outermost one where they nest; `definedAt` tells where it really stands.
 */
export function buildLocated(
  source: Source,
  root: ParsedNode,
  targets: ReadonlyMap<Alias, ParsedNode>,
): BuiltDocument {
  const builder = new Builder(source, targets);
  const value = builder.build(root, {});
  return { value, diagnostics: builder.diagnostics };
}

/** How a value is reached: the key that holds it, and the alias through which it is seen. */
interface Path {
  readonly keySpan?: Span | undefined;
  readonly via?: Span | undefined;
}

class Builder {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: Source;
  readonly #targets: ReadonlyMap<Alias, ParsedNode>;
  readonly #values = new Map<Span, Map<ParsedNode, LocatedValue>>();
  readonly #merged = new Map<Span, Map<ParsedNode, Map<string, LocatedEntry>>>();
  /** Where the node built last ends. The library's block collections end only after trailing comments. */
  #end = 0;

  constructor(source: Source, targets: ReadonlyMap<Alias, ParsedNode>) {
    this.#source = source;
    this.#targets = targets;
  }

  build(node: ParsedNode, path: Path): LocatedValue {
    if (isScalar(node)) return this.#scalar(node, path);
    if (isAlias(node)) return this.#alias(node, path);
    if (isMap(node)) {
      const entries = this.#entries(node, path.via);
      return { kind: 'map', entries, origin: this.#collectionOrigin(node, path) };
    }
    invariant(isSeq(node), 'a node is a scalar, an alias, a map or a list');
    const keySpan = path.via;
    const items = node.items.map((item) => this.build(item, { keySpan, via: path.via }));
    return { kind: 'list', items, origin: this.#collectionOrigin(node, path) };
  }

  #scalar(node: Scalar.Parsed, path: Path): LocatedScalar {
    const [start, end] = trimmedRange(this.#source.text, node);
    this.#end = end;
    const span = { source: this.#source, start, end };
    const { scalar, problem } = readScalar(node, span);
    // Behind an alias the same problem has been reported where it stands.
    if (problem !== undefined && path.via === undefined) this.diagnostics.push(problem);
    return { kind: 'scalar', ...scalar, origin: originOf(span, path) };
  }

  #alias(alias: Alias.Parsed, path: Path): LocatedValue {
    const via = path.via ?? this.#span(alias);
    const target = this.#target(alias);
    const keySpan = path.keySpan;
    const built =
      keySpan === via
        ? this.#once(this.#values, via, target, () => this.build(target, { keySpan, via }))
        : this.build(target, { keySpan, via });
    this.#end = alias.range[1];
    return built;
  }

  /** What is seen through one alias is the same wherever it is met again: aliases of aliases take no time twice. */
  #once<T>(known: Map<Span, Map<ParsedNode, T>>, via: Span, node: ParsedNode, build: () => T): T {
    const seen = known.get(via) ?? new Map<ParsedNode, T>();
    known.set(via, seen);
    const found = seen.get(node);
    if (found !== undefined) return found;
    const built = build();
    seen.set(node, built);
    return built;
  }

  #target(alias: Alias.Parsed): ParsedNode {
    const target = this.#targets.get(alias);
    invariant(target !== undefined, 'aliases are resolved before a tree is built');
    return target;
  }

  /** A map's own entries, then what `<<` adds. */
  #entries(map: YAMLMap.Parsed, via: Span | undefined): Map<string, LocatedEntry> {
    const entries = new Map<string, LocatedEntry>();
    const merges: { readonly keySpan: Span; readonly value: ParsedNode }[] = [];
    for (const pair of map.items) {
      const node = isAlias(pair.key) ? this.#target(pair.key) : pair.key;
      const written = this.#span(pair.key);
      const read = readKey(node, written);
      if (via === undefined) this.diagnostics.push(...read.problems);
      const keySpan = via ?? written;
      this.#end = written.end;
      if (read.merge === true && pair.value !== null) {
        if (merges.length > 0 && via === undefined) this.#repeatedMerge(written, merges[0]?.keySpan);
        merges.push({ keySpan: written, value: pair.value });
        this.#end = pair.value.range[1];
        continue;
      }
      const value =
        pair.value === null
          ? nullScalar({ source: this.#source, start: written.end, end: written.end }, { keySpan, via })
          : this.build(pair.value, { keySpan, via });
      if (read.key === undefined) continue;
      const first = entries.get(read.key);
      if (first === undefined) entries.set(read.key, { key: read.key, keySpan, value });
      else if (via === undefined) this.#duplicate(read.key, written, first.keySpan);
    }
    const end = this.#end;
    for (const merge of merges) this.#merge(merge.value, entries, via);
    this.#end = end;
    return entries;
  }

  /** Adds the entries of `<<` that are not there yet: own keys win, then earlier sources. */
  #merge(value: ParsedNode, entries: Map<string, LocatedEntry>, via: Span | undefined): void {
    const node = isAlias(value) ? this.#target(value) : value;
    const sources = isSeq(node) ? node.items : [value];
    const inner = isSeq(node) ? this.#through(value, via) : via;
    for (const source of sources) {
      const map = isAlias(source) ? this.#target(source) : source;
      if (!isMap(map)) {
        // Behind an alias of the whole map the same problem has been reported where it stands.
        if (via === undefined) this.#badMerge(isAlias(value) ? value : source, map);
        continue;
      }
      const through = this.#through(source, inner);
      const added =
        through === undefined
          ? this.#entries(map, through)
          : this.#once(this.#merged, through, map, () => this.#entries(map, through));
      for (const entry of added.values()) {
        if (!entries.has(entry.key)) entries.set(entry.key, entry);
      }
    }
  }

  /** The alias through which the content of a node is seen: the outermost one. */
  #through(value: ParsedNode, via: Span | undefined): Span | undefined {
    return via ?? (isAlias(value) ? this.#span(value) : undefined);
  }

  #badMerge(value: ParsedNode, node: ParsedNode): void {
    this.diagnostics.push(
      diagnostic(
        'PW1014',
        this.#span(value),
        'the value of `<<` must be a map, an alias of one, or a list of them',
        {
          related:
            node === value ? [] : [{ span: this.#span(node), message: 'the alias stands for this value' }],
          help: 'Write `<<: *name`, where `&name` stands before a map further up. A plain key `<<` must be quoted.',
        },
      ),
    );
  }

  #duplicate(key: string, span: Span, first: Span): void {
    this.diagnostics.push(
      diagnostic('PW1010', span, `the key \`${key}\` is given twice in one map`, {
        related: [{ span: first, message: 'first given here' }],
        help: 'Readers of YAML disagree on which one counts. Remove or rename one of them.',
      }),
    );
  }

  #repeatedMerge(span: Span, first: Span | undefined): void {
    this.diagnostics.push(
      diagnostic('PW1010', span, 'the merge key `<<` is given twice in one map', {
        related: first === undefined ? [] : [{ span: first, message: 'first given here' }],
        help: 'Merge several maps with one list: `<<: [*first, *second]`.',
      }),
    );
  }

  #collectionOrigin(node: ParsedNode, path: Path): Origin {
    const flow = (node as { flow?: boolean }).flow === true;
    const start = node.range[0];
    const end = flow ? node.range[1] : Math.max(this.#end, start);
    this.#end = end;
    return originOf({ source: this.#source, start, end }, path);
  }

  #span(node: ParsedNode): Span {
    const [start, end] = isScalar(node) ? trimmedRange(this.#source.text, node) : node.range;
    return { source: this.#source, start, end };
  }
}

function originOf(own: Span, path: Path): Origin {
  const { keySpan, via } = path;
  if (via === undefined) return keySpan === undefined ? { span: own } : { span: own, keySpan };
  return keySpan === undefined ? { span: via, definedAt: own } : { span: via, keySpan, definedAt: own };
}

function nullScalar(span: Span, path: Path): LocatedScalar {
  return { kind: 'scalar', value: null, text: '', style: 'plain', origin: originOf(span, path) };
}

/** The library lets a block scalar end behind its last line break, which would make every frame a line too long. */
function trimmedRange(text: string, node: Scalar.Parsed): readonly [number, number] {
  let [start, end] = node.range;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return [start, end];
}
