import { type Alias, isAlias, isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import type { InputLimits } from './input-limits.ts';

export interface ResolvedAliases {
  /** The anchored node of each alias. */
  readonly targets: ReadonlyMap<Alias, ParsedNode>;
  /** Unknown anchors, cycles and passed limits; after any of them the document must not be expanded. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many there are once every alias is written out. */
  readonly values: number;
}

/** The documents of one text share the limit on their values. */
export interface ValuesBefore {
  readonly valuesBefore: number;
}

/** What a node amounts to once its aliases are written out. */
interface Measure {
  readonly nodes: number;
  readonly depth: number;
}

/** Looking for the nearest name compares all of them; a file full of mistakes must not take minutes. */
const GUESSES_MAX = 20;

const LEAF: Measure = { nodes: 1, depth: 0 };

/**
 * Finds the node of every alias and measures the document as if all of them were written out, without writing them
 * out: each anchored node is measured once, so a "billion laughs" document costs no more than any other.
 */
export function resolveAliases(
  source: Source,
  root: ParsedNode,
  limits: InputLimits & ValuesBefore,
): ResolvedAliases {
  const resolver = new AliasResolver(source, limits);
  const { nodes } = resolver.measure(root);
  return { targets: resolver.targets, diagnostics: resolver.diagnostics, values: nodes };
}

class AliasResolver {
  readonly targets = new Map<Alias, ParsedNode>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: Source;
  readonly #limits: InputLimits & ValuesBefore;
  /** The latest node of each anchor name: YAML allows to give a name again. */
  readonly #anchors = new Map<string, ParsedNode>();
  /** Without an entry while the node is still open: an alias to it would contain itself. */
  readonly #measures = new Map<ParsedNode, Measure>();
  readonly #reported = new Set<'PW1031' | 'PW1032'>();

  constructor(source: Source, limits: InputLimits & ValuesBefore) {
    this.#source = source;
    this.#limits = limits;
  }

  measure(node: ParsedNode): Measure {
    if (isAlias(node)) return this.#alias(node);
    const { anchor } = node;
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    const measure = isScalar(node) ? LEAF : this.#collection(node);
    if (anchor !== undefined) this.#measures.set(node, measure);
    return measure;
  }

  #collection(node: ParsedNode): Measure {
    let nodes = 1;
    let depth = 0;
    const add = (child: ParsedNode | null): void => {
      if (child === null) return;
      const inner = this.measure(child);
      nodes += inner.nodes;
      if (inner.depth > depth) depth = inner.depth;
      if (nodes > this.#limits.nodes - this.#limits.valuesBefore) this.#tooMany(child);
      if (depth + 1 > this.#limits.depth) this.#tooDeep(child);
    };
    if (isSeq(node)) {
      for (const item of node.items) add(item);
    } else if (isMap(node)) {
      for (const pair of node.items) {
        // A key costs nothing of its own, but it may be anchored or an alias.
        this.measure(pair.key);
        add(pair.value);
      }
    }
    return { nodes, depth: depth + 1 };
  }

  #alias(alias: Alias.Parsed): Measure {
    const target = this.#anchors.get(alias.source);
    if (target === undefined) {
      this.#unknownAnchor(alias);
      return LEAF;
    }
    const measure = this.#measures.get(target);
    if (measure === undefined) {
      this.#cycle(alias, target);
      return LEAF;
    }
    this.targets.set(alias, target);
    return measure;
  }

  #unknownAnchor(alias: Alias.Parsed): void {
    const guess =
      this.diagnostics.length < GUESSES_MAX ? didYouMean(alias.source, this.#anchors.keys()) : undefined;
    // Anchors stand before their aliases, and one document cannot see those of another.
    const help =
      guess === undefined
        ? `Write \`&${alias.source}\` before a value further up in the same document, or quote the text if no alias is meant.`
        : `Did you mean \`*${guess}\`?`;
    this.diagnostics.push(
      diagnostic('PW1013', this.#span(alias), `no value above is named \`&${alias.source}\``, { help }),
    );
  }

  #cycle(alias: Alias.Parsed, target: ParsedNode): void {
    this.diagnostics.push(
      diagnostic('PW1013', this.#span(alias), `\`*${alias.source}\` stands inside the value it refers to`, {
        related: [{ span: this.#start(target), message: `\`&${alias.source}\` starts here` }],
        help: 'A value cannot contain itself; write this part out.',
      }),
    );
  }

  #tooMany(node: ParsedNode): void {
    if (this.#reported.has('PW1031')) return;
    this.#reported.add('PW1031');
    const what = this.#limits.valuesBefore === 0 ? 'the document holds' : 'the documents up to here hold';
    this.diagnostics.push(
      diagnostic('PW1031', this.#span(node), `${what} more than ${this.#limits.nodes} values`, {
        help: 'Every alias counts as the values it stands for. Split the file, or use fewer aliases of aliases.',
      }),
    );
  }

  #tooDeep(node: ParsedNode): void {
    if (this.#reported.has('PW1032')) return;
    this.#reported.add('PW1032');
    this.diagnostics.push(
      diagnostic('PW1032', this.#span(node), `the nesting is deeper than ${this.#limits.depth} levels`, {
        help: 'An alias counts with the levels of the value it stands for.',
      }),
    );
  }

  #start(node: ParsedNode): Span {
    const [start] = node.range;
    return { source: this.#source, start, end: Math.min(start + 1, node.range[1]) };
  }

  #span(node: ParsedNode): Span {
    return { source: this.#source, start: node.range[0], end: node.range[1] };
  }
}
