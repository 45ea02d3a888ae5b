import { Composer, type CST, type Document, type ParsedNode } from 'yaml';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocatedValue } from '../diagnostics/located.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Span } from '../diagnostics/span.ts';
import { buildLocated } from './build-located.ts';
import { flattenTokens } from './find-token.ts';
import { DEFAULT_INPUT_LIMITS, type InputLimits } from './input-limits.ts';
import { readTokens } from './read-tokens.ts';
import { resolveAliases, type ValuesBefore } from './resolve-aliases.ts';
import { type SyntaxProblems, syntaxProblems } from './syntax-problems.ts';
import { textProblems } from './text-problems.ts';

export interface ParsedYaml {
  /** In file order. A file of nothing but comments has none. */
  readonly documents: readonly ParsedDocument[];
  readonly diagnostics: readonly Diagnostic[];
  /** How many there are, with aliases written out. */
  readonly values: number;
}

export interface ParsedDocument {
  /** Absent when the document is empty or broken. */
  readonly value: LocatedValue | undefined;
  /** Its errors make the content unusable; they are among the diagnostics. */
  readonly broken: boolean;
  readonly span: Span;
}

const SOUND: SyntaxProblems = { diagnostics: [], broken: false };

type Parsed = Document.Parsed;

/**
 * Reads YAML 1.2 (core schema, with merge keys) into located trees. Never throws for any text. A document whose
 * errors leave its structure intact, such as a duplicate key, still has its value.
 */
export function parseYaml(source: Source, limits?: Partial<InputLimits>): ParsedYaml {
  if (limits !== undefined) return parse(source, { ...DEFAULT_INPUT_LIMITS, ...limits });
  if (source.text.length > MOST_KEPT_LENGTH) return parse(source, DEFAULT_INPUT_LIMITS);
  const known = recent.get(source) ?? parse(source, DEFAULT_INPUT_LIMITS);
  // The last one asked for goes to the end; the first one is the first to go.
  recent.delete(source);
  recent.set(source, known);
  for (const oldest of recent.keys()) {
    if (recent.size <= MOST_KEPT) break;
    recent.delete(oldest);
  }
  return known;
}

/**
 * Two states of a repository mostly share their texts, and all clusters of a folder their defaults. Only the last few are
 * kept: trees of a thousand files would not fit into memory.
 */
const recent = new Map<Source, ParsedYaml>();
const MOST_KEPT = 8;
const MOST_KEPT_LENGTH = 1_000_000;

function parse(source: Source, allLimits: InputLimits): ParsedYaml {
  const diagnostics = textProblems(source, allLimits);
  if (diagnostics.some(({ severity }) => severity === 'error'))
    return { documents: [], diagnostics, values: 0 };
  const { tokens, exceeded } = readTokens(source, allLimits);
  if (exceeded !== undefined) return { documents: [], diagnostics: [...diagnostics, exceeded], values: 0 };

  // The library only builds nodes here. It leaves scalars as text (`failsafe`) and keys unchecked, because its own
  // check for duplicates is quadratic and ours can name both places.
  const composer = new Composer({
    schema: 'failsafe',
    resolveKnownTags: false,
    merge: false,
    uniqueKeys: false,
  });
  const documents: ParsedDocument[] = [];
  const hasDocuments = tokens.some(({ type }) => type === 'document');
  let values = 0;
  let flattened: readonly CST.Token[] | undefined;
  const allTokens = (): readonly CST.Token[] => (flattened ??= flattenTokens(tokens));
  diagnostics.push(...oldVersion(source, tokens));
  for (const composed of composer.compose(tokens, true, source.text.length)) {
    const document = composed;
    const parsed = readDocument(source, document, allTokens, { ...allLimits, valuesBefore: values });
    values += parsed.values;
    diagnostics.push(...parsed.diagnostics);
    // For a text without any document the library makes one up, to have a place for errors.
    if (hasDocuments) documents.push(parsed.document);
  }
  return { documents, diagnostics, values };
}

interface ReadDocument {
  readonly document: ParsedDocument;
  readonly diagnostics: readonly Diagnostic[];
  readonly values: number;
}

function readDocument(
  source: Source,
  document: Parsed,
  allTokens: () => readonly CST.Token[],
  limits: InputLimits & ValuesBefore,
): ReadDocument {
  const { contents } = document;
  const [start, end] = contents === null ? document.range : contents.range;
  const span = { source, start, end };
  const errors = [...document.errors, ...document.warnings];
  const syntax = errors.length === 0 ? SOUND : syntaxProblems({ source, tokens: allTokens(), errors });
  const broken = (diagnostics: readonly Diagnostic[]) => ({
    document: { value: undefined, broken: true, span },
    diagnostics,
    values: 0,
  });
  if (syntax.broken) return broken(syntax.diagnostics);
  if (contents === null || isEmpty(source, contents)) {
    return {
      document: { value: undefined, broken: false, span },
      diagnostics: syntax.diagnostics,
      values: 0,
    };
  }
  const aliases = resolveAliases(source, contents, limits);
  if (aliases.diagnostics.length > 0) return broken([...syntax.diagnostics, ...aliases.diagnostics]);
  const built = buildLocated(source, contents, aliases.targets);
  return {
    document: { value: built.value, broken: false, span },
    diagnostics: [...syntax.diagnostics, ...built.diagnostics],
    values: aliases.values,
  };
}

function isEmpty(source: Source, contents: ParsedNode): boolean {
  return source.text.slice(contents.range[0], contents.range[1]).trim() === '';
}

/** The library would switch to the other version; we read every file alike, and say so. */
function oldVersion(source: Source, tokens: readonly CST.Token[]): Diagnostic[] {
  return tokens.flatMap((token) => {
    if (token.type !== 'directive' || !/^%YAML[ \t]+1\.1(?:\s|$)/.test(token.source)) return [];
    const span = { source, start: token.offset, end: token.offset + token.source.length };
    const message = 'the file declares YAML 1.1, but is read as YAML 1.2';
    const help = 'Remove the line. In YAML 1.2 `yes`, `no`, `on` and `off` are texts, not booleans.';
    return [diagnostic('PW1017', span, message, { help })];
  });
}
