import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { JsonValue } from '../diagnostics/json-value.ts';
import { followPath } from '../diagnostics/located-path.ts';
import type { LocatedValue } from '../diagnostics/located.ts';
import { Source } from '../diagnostics/source.ts';
import { toPlain } from '../diagnostics/to-plain.ts';
import { tooManySignsOffset } from './count-values.ts';
import { DUMP_LIMITS, type InputLimits } from './input-limits.ts';
import { parseYaml } from './parse-yaml.ts';
import type { PlainDocument, PlainDocuments } from './plain-document.ts';
import { mayHoldAlias, readFastYaml } from './read-fast-yaml.ts';
import { readJson } from './read-json.ts';
import { shiftBy } from './shift.ts';
import { splitDocuments, splitItems, type TextPart } from './split-yaml.ts';
import { sizeProblem, textProblems } from './text-problems.ts';

/**
 * Reads a text of any size, JSON or YAML, as plain data whose positions are recovered when somebody asks for them. A
 * document that cannot be read is reported and left out, as is such an item of a top-level list `items`.
 */
export function readDocuments(source: Source, limits: Partial<InputLimits> = {}): PlainDocuments {
  const allLimits = { ...DUMP_LIMITS, ...limits };
  const tooLarge = sizeProblem(source, allLimits);
  if (tooLarge !== undefined) return { documents: [], diagnostics: [tooLarge] };
  const many = tooManySignsOffset(source.text, allLimits.nodes);
  if (many !== undefined) return { documents: [], diagnostics: [tooManyValues(source, many, allLimits)] };
  if (!looksLikeJson(source)) return new YamlReader(source, allLimits).read();
  const json = readJson(source, allLimits);
  if (json.diagnostics.length === 0 || source.file.endsWith('.json')) return json;
  // YAML may start with a bracket too.
  const yaml = new YamlReader(source, allLimits).read();
  return yaml.diagnostics.some(({ severity }) => severity === 'error') ? json : yaml;
}

function tooManyValues(source: Source, start: number, { nodes }: InputLimits): Diagnostic {
  const span = { source, start, end: start + 1 };
  const message = `the file holds more than ${nodes} commas, opening brackets and lines`;
  return diagnostic('PW1031', span, message, { help: 'Split it into several files.' });
}

function looksLikeJson({ file, text }: Source): boolean {
  return file.endsWith('.json') || /^[\ufeff\s]*(?:\{(?!\{)|\[)/.test(text);
}

class YamlReader {
  readonly #source: Source;
  readonly #limits: InputLimits;
  readonly #documents: PlainDocument[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  /** For what is kept with its positions, in all documents together. */
  #valuesLeft = PART_LIMITS.nodes;

  constructor(source: Source, limits: InputLimits) {
    this.#source = source;
    this.#limits = limits;
  }

  read(): PlainDocuments {
    this.#diagnostics.push(...textProblems(this.#source, this.#limits));
    if (!this.#diagnostics.some(({ severity }) => severity === 'error')) {
      for (const part of splitDocuments(this.#source.text)) this.#document(part);
    }
    return { documents: this.#documents, diagnostics: this.#diagnostics };
  }

  #document(part: TextPart): void {
    if (this.#list(part)) return;
    const fast = this.#fast(this.#text(part));
    if (fast === undefined) this.#documents.push(...this.#carefully(part));
    else if (fast.value !== null) {
      this.#documents.push({
        source: this.#source,
        value: fast.value,
        locate: (path) => followPath(this.#locatePart(part), path).nearest,
      });
    }
  }

  /** Reads a document as a list of items, if it is one. */
  #list(part: TextPart): boolean {
    const list = splitItems(this.#source.text, part);
    if (list === undefined) return false;
    const rest = this.#fast(this.#text(list.head) + this.#text(list.tail))?.value;
    if (typeof rest !== 'object' || rest === null || Array.isArray(rest) || 'items' in rest) return false;
    const fast = list.items.map((item) => this.#fast(this.#text(item)));
    // What an alias stands for may be written in another item.
    const isTied = list.items.some((item, i) => fast[i] === undefined && mayHoldAlias(this.#text(item)));
    if (isTied) return false;
    const items: JsonValue[] = [];
    const parts: TextPart[] = [];
    for (const [i, item] of list.items.entries()) {
      const value = fast[i]?.value ?? this.#carefully(item)[0]?.value;
      if (!Array.isArray(value)) continue;
      items.push(value[0] as JsonValue);
      parts.push(item);
    }
    this.#documents.push({
      source: this.#source,
      value: { ...rest, items },
      locate: ([first, second, ...inner]) => {
        const item = first === 'items' && typeof second === 'number' ? parts[second] : undefined;
        if (item === undefined) return this.#locatePart(list.head);
        return followPath(this.#locatePart(item), [0, ...inner]).nearest;
      },
    });
    return true;
  }

  #fast(text: string): ReturnType<typeof readFastYaml> {
    return readFastYaml(text, this.#limits.depth);
  }

  #carefully(part: TextPart): PlainDocument[] {
    if (this.#isExhausted) return [];
    const { documents, diagnostics, values } = parseYaml(this.#partSource(part), {
      ...this.#limits,
      ...PART_LIMITS,
    });
    this.#valuesLeft -= values;
    if (this.#valuesLeft < 0) return this.#exhausted(part);
    const shift = shiftBy(this.#source, part.start);
    this.#diagnostics.push(...diagnostics.map(shift.diagnostic));
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    return documents.flatMap(({ value, span }) => {
      // Half of what somebody meant is not what they meant.
      const isFaulty = errors.some((found) => found.span.start >= span.start && found.span.start <= span.end);
      if (value === undefined || isFaulty) return [];
      const moved = shift.located(value);
      const locate: PlainDocument['locate'] = (path) => followPath(moved, path).nearest;
      return [{ source: this.#source, value: toPlain(value), locate }];
    });
  }

  get #isExhausted(): boolean {
    return this.#valuesLeft < 0 || this.#diagnostics.length > PROBLEMS_MAX;
  }

  #exhausted({ start }: TextPart): [] {
    const span = { source: this.#source, start, end: start };
    const message = `the documents that need careful reading hold more than ${PART_LIMITS.nodes} values`;
    this.#diagnostics.push(
      diagnostic('PW1031', span, message, {
        help: 'Every alias counts as the values it stands for. Split the file, or write aliases and merges out.',
      }),
    );
    return [];
  }

  /** The positions of a part that has been read before. */
  #locatePart(part: TextPart): LocatedValue {
    const { documents } = parseYaml(this.#partSource(part), { ...this.#limits, ...PART_LIMITS });
    const value = documents.find((document) => document.value !== undefined)?.value;
    const shift = shiftBy(this.#source, part.start);
    if (value !== undefined) return shift.located(value);
    // Read fast, but not carefully: readers of YAML differ in odd corners. The first line has to do.
    const text = this.#text(part);
    const line = /^[ \t]*(?!---|#)\S.*/m.exec(text);
    const start = part.start + (line?.index ?? 0);
    const origin = { span: { source: this.#source, start, end: start + (line?.[0].length ?? 0) } };
    return { kind: 'map', entries: new Map(), origin };
  }

  #partSource(part: TextPart): Source {
    return new Source(this.#source.file, this.#text(part));
  }

  #text({ start, end }: TextPart): string {
    return this.#source.text.slice(start, end);
  }
}

/** What the careful reader takes on at a time: it needs fifty times the size of the text. */
const PART_LIMITS = { fileBytes: 16 * 1024 * 1024, nodes: 1_000_000 } as const satisfies Partial<InputLimits>;

/** A file full of mistakes is told by the first of them. */
const PROBLEMS_MAX = 1_000;
