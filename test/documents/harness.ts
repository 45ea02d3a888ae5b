import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { LocatedValue } from '../../src/diagnostics/located.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Span } from '../../src/diagnostics/span.ts';
import type { InputLimits } from '../../src/documents/input-limits.ts';
import { parseYaml } from '../../src/documents/parse-yaml.ts';

/** Text in, tree and findings out, both as text with 1-based positions. */
export function check(text: string, limits: Partial<InputLimits> = {}): string {
  const { documents, diagnostics } = parseYaml(new Source('test.yaml', text), limits);
  const trees = documents.map(({ value, broken }, i) => {
    const tree = value === undefined ? [broken ? '(broken)' : '(empty)'] : printTree(value);
    return documents.length === 1 ? tree : [`--- document ${i + 1}`, ...tree];
  });
  return [...trees.flat(), ...diagnostics.map(printDiagnostic)].join('\n');
}

/** Only the findings. */
export function findings(text: string, limits: Partial<InputLimits> = {}): string {
  return parseYaml(new Source('test.yaml', text), limits).diagnostics.map(printDiagnostic).join('\n');
}

/** One line a value: indentation, what it is, where it is, where its key is, and where it was written. */
export function printTree(value: LocatedValue, name = '', indent = ''): string[] {
  const { span, keySpan, definedAt } = value.origin;
  const places = [
    `@${place(span)}`,
    ...(keySpan === undefined ? [] : [`key ${place(keySpan)}`]),
    ...(definedAt === undefined ? [] : [`from ${place(definedAt)}`]),
  ].join(' ');
  switch (value.kind) {
    case 'scalar':
      return [`${indent}${name}${printScalar(value)} ${places}`];
    case 'list':
      return [
        `${indent}${name}list ${places}`,
        ...value.items.flatMap((item) => printTree(item, '- ', `${indent}  `)),
      ];
    case 'map':
      return [
        `${indent}${name}map ${places}`,
        ...[...value.entries.values()].flatMap((entry) =>
          printTree(entry.value, `${entry.key}: `, `${indent}  `),
        ),
      ];
  }
}

function printScalar(value: LocatedValue & { kind: 'scalar' }): string {
  const shown =
    typeof value.value === 'bigint'
      ? `${value.value}n`
      : typeof value.value === 'number'
        ? String(value.value)
        : JSON.stringify(value.value);
  const written = value.text === String(value.value) ? '' : ` written ${JSON.stringify(value.text)}`;
  return `${shown}${written} ${value.style}`;
}

export function printDiagnostic(found: Diagnostic): string {
  const lines = [`${found.severity} ${found.code} @${place(found.span)} ${found.message}`];
  for (const { span, message } of found.related) lines.push(`  @${place(span)} ${message}`);
  if (found.help !== undefined) lines.push(`  help: ${found.help}`);
  if (found.fix !== undefined) lines.push(`  fix: ${found.fix.title}`);
  return lines.join('\n');
}

/** `line:column-column` on one line, `line:column-line:column` otherwise. */
export function place({ source, start, end }: Span): string {
  const from = source.positionAt(start);
  const to = source.positionAt(end);
  const until = to.line === from.line ? `${to.column}` : `${to.line}:${to.column}`;
  return `${from.line}:${from.column}-${until}`;
}

/** An indented template literal without its indentation and its first line break. */
export function text(strings: TemplateStringsArray): string {
  const lines = (strings.raw[0] ?? '').split('\n').slice(1, -1);
  const indents = lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  return lines.map((line) => `${line.slice(Math.min(...indents))}\n`).join('');
}
