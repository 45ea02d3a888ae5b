import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import type { LocatedMap, LocatedScalar } from '../../diagnostics/located.ts';
import { followPath, type PathSegment } from '../../diagnostics/located-path.ts';
import { replacementFix, scalarFix } from '../../diagnostics/replacement.ts';
import { type SchemaIssue, schemaDiagnostics } from '../../diagnostics/schema-issues.ts';
import { snakeCase } from './field-names.ts';

/** What the schema refuses, at its place, with fields named as they are written in the file. */
export function schemaProblems(canonical: LocatedMap, issues: readonly SchemaIssue[]): Diagnostic[] {
  return schemaDiagnostics(canonical, issues, {
    codes: { unknownKey: 'PW2001', missingKey: 'PW2020', wrongType: 'PW2021', badValue: 'PW2023' },
    rewrite: (problem, { issue, path, value }) => ({
      ...problem,
      code: issue.code === 'invalid_value' && problem.code === 'PW2023' ? 'PW2022' : problem.code,
      message: asWritten(problem.message, canonical, path),
      ...(value?.kind === 'scalar' ? wayOut(issue, value) : {}),
    }),
  });
}

/** Two slips whose mending cannot be mistaken: quotes around a number or boolean, and a word in the wrong case. */
function wayOut(
  issue: SchemaIssue,
  scalar: LocatedScalar,
): { readonly help?: string; readonly fix?: Fix | undefined } {
  const { text, style, origin } = scalar;
  const wanted = issue.expected === 'boolean' ? /^(?:true|false)$/ : /^(?:0|-?[1-9][0-9]*)$/;
  if (issue.code === 'invalid_type' && style === 'quoted' && wanted.test(text)) {
    return { help: `Write \`${text}\`, without quotes.`, fix: replacementFix(origin, text) };
  }
  const word = issue.values?.find(
    (value) => typeof value === 'string' && value.toLowerCase() === text.toLowerCase(),
  );
  return typeof word === 'string' ? { fix: scalarFix(scalar, word) } : {};
}

function asWritten(message: string, canonical: LocatedMap, path: readonly PathSegment[]): string {
  return path.reduce<string>((text, segment, i) => {
    if (typeof segment === 'number') return text;
    const { entry } = followPath(canonical, path.slice(0, i + 1));
    const span = entry?.keySpan;
    const written = span?.source.text.slice(span.start, span.end);
    const name = written === segment || written === 'ami' ? written : snakeCase(segment);
    return text.replaceAll(`\`${segment}\``, () => `\`${name}\``);
  }, message);
}
