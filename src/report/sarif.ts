import type {
  ArtifactChange,
  Fix,
  Location,
  Log,
  PhysicalLocation,
  Region,
  ReportingDescriptor,
  Result,
} from 'sarif';
import type { CodeSpec } from '../diagnostics/code-spec.ts';
import { CODES } from '../diagnostics/codes.ts';
import type { Severity } from '../diagnostics/severity.ts';
import type { Source } from '../diagnostics/source.ts';
import type { ReportDiagnostic, ReportFix, ReportLocation, ReportRange } from './check-report.ts';
import { fingerprints } from './fingerprint.ts';
import { textOf } from './offset.ts';
import type { Reporter, ReportOptions } from './reporter.ts';
import { counted, worstFirst } from './words.ts';
import { inertJson } from './inert.ts';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};

/** Code scanning refuses a run with more results, and shows no more than 100 locations of one result. */
const MAX_RESULTS = 25_000;
const MAX_RELATED = 99;

/** Paths are relative to the repository's root; who reads the log knows where that is. */
const ROOT = '%SRCROOT%';

/** SARIF 2.1.0, worst findings first, because readers that cut the log off cut it at the end. */
export const sarif: Reporter = (report, options) => {
  const findings = worstFirst(report.diagnostics);
  const shown = findings.slice(0, MAX_RESULTS);
  const codes = [...new Set(shown.map(({ code }) => code))].sort();
  const ids = fingerprints(shown, options.sources);
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'poolwright',
            version: options.version,
            semanticVersion: options.version,
            rules: codes.map((code) => rule(code, options)),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the repository.' } } },
        invocations: [{ executionSuccessful: true, ...overflow(findings.length - shown.length) }],
        results: shown.map((found, i) =>
          result(found, { ruleIndex: codes.indexOf(found.code), fingerprint: ids[i] ?? '' }, options.sources),
        ),
      },
    ],
  };
  return inertJson(log);
};

function overflow(hidden: number): object {
  if (hidden === 0) return {};
  const text = `${counted(hidden, 'finding')} left out: a run holds at most ${MAX_RESULTS} results.`;
  return { toolExecutionNotifications: [{ level: 'warning', message: { text } }] };
}

function rule(code: string, { explain }: ReportOptions): ReportingDescriptor {
  const spec = (CODES as Readonly<Record<string, CodeSpec>>)[code];
  const title = spec?.title ?? code;
  const markdown = explain?.(code);
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: title },
    help: {
      text: markdown ?? `${title}. Run \`poolwright explain ${code}\` for an example and the way out.`,
      ...(markdown === undefined ? {} : { markdown }),
    },
    defaultConfiguration: { level: LEVELS[spec?.severity ?? 'warning'] },
  };
}

function result(
  found: ReportDiagnostic,
  identity: { readonly ruleIndex: number; readonly fingerprint: string },
  sources: ReadonlyMap<string, Source>,
): Result {
  const related = found.related.slice(0, MAX_RELATED);
  return {
    ruleId: found.code,
    ruleIndex: identity.ruleIndex,
    level: LEVELS[found.severity],
    message: { text: found.help === undefined ? found.message : `${found.message}\n${found.help}` },
    locations: [{ physicalLocation: place(found, sources) }],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map(
            (one, id): Location => ({
              id,
              message: { text: one.message },
              physicalLocation: place(one, sources),
            }),
          ),
        }),
    ...(found.fix === undefined ? {} : { fixes: [fix(found.fix)] }),
    partialFingerprints: { 'poolwright/v1': identity.fingerprint },
  };
}

function fix({ title, edits }: ReportFix): Fix {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    description: { text: title },
    artifactChanges: files.map(
      (file): ArtifactChange => ({
        artifactLocation: artifact(file),
        replacements: edits
          .filter((edit) => edit.file === file)
          .map((edit) => ({ deletedRegion: region(edit.range), insertedContent: { text: edit.newText } })),
      }),
    ),
  };
}

function place(location: ReportLocation, sources: ReadonlyMap<string, Source>): PhysicalLocation {
  const source = sources.get(location.file);
  const snippet = source === undefined ? '' : textOf(source, location.range);
  return {
    artifactLocation: artifact(location.file),
    region: {
      ...region(location.range),
      ...(snippet === '' ? {} : { snippet: { text: snippet } }),
    },
  };
}

function artifact(file: string): { uri: string; uriBaseId: string } {
  // Each segment on its own: `%` and `#` must be escaped too, which encodeURI leaves alone.
  return { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: ROOT };
}

function region({ start, end }: ReportRange): Region {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}
