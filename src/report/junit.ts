import type { ReportCluster, ReportDiagnostic } from './check-report.ts';
import type { Reporter } from './reporter.ts';

type Fails = (found: ReportDiagnostic) => boolean;

/**
 * JUnit XML as CI systems read it: one suite per file, a test case per finding, and a passing one per node pool or
 * hand-written node group so that a clean run is not an empty one. Findings that do not fail the run pass, with their text as output.
 */
export const junit: Reporter = (report, { fails = (found) => found.severity === 'error' }) => {
  const byFile = new Map<string, FileCases>();
  const casesOf = (file: string): FileCases => {
    const known = byFile.get(file) ?? { passing: [], findings: [] };
    byFile.set(file, known);
    return known;
  };
  for (const cluster of report.clusters) casesOf(cluster.file).passing.push(...poolCases(cluster));
  for (const { file, name } of report.manifests?.nodeGroups ?? []) {
    casesOf(file).passing.push(passing(file, name));
  }
  for (const found of report.diagnostics) casesOf(found.file).findings.push(found);
  const suites = [...byFile.keys()].sort().flatMap((file) => suite(file, casesOf(file), fails));
  const failures = report.diagnostics.filter(fails).length;
  const tests = suites.filter((line) => line.startsWith('    <testcase')).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="poolwright" tests="${tests}" failures="${failures}" errors="0">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
};

interface FileCases {
  /** Lines. */
  readonly passing: string[];
  readonly findings: ReportDiagnostic[];
}

function suite(file: string, { passing: passed, findings }: FileCases, fails: Fails): string[] {
  const failures = findings.filter(fails).length;
  const tests = passed.length + findings.length;
  return [
    `  <testsuite name="${xml(file)}" tests="${tests}" failures="${failures}" errors="0" skipped="0">`,
    ...passed,
    ...findings.flatMap((found) => findingCase(found, fails)),
    '  </testsuite>',
  ];
}

function poolCases({ file, name, nodePools }: ReportCluster): string[] {
  return nodePools.map((pool) => passing(file, `${name}/${pool.name}`));
}

function passing(file: string, name: string): string {
  return `    <testcase classname="${xml(file)}" name="${xml(name)}"/>`;
}

function findingCase(found: ReportDiagnostic, fails: Fails): string[] {
  const open = `    <testcase classname="${xml(found.file)}" name="${xml(`${found.code}: ${found.message}`)}" file="${xml(found.file)}" line="${found.range.start.line}">`;
  const { line, column } = found.range.start;
  const detail = [`${found.file}:${line}:${column}: ${found.severity}[${found.code}]: ${found.message}`]
    .concat(found.help === undefined ? [] : [`help: ${found.help}`])
    .join('\n');
  const body = fails(found)
    ? `      <failure message="${xml(found.message)}" type="${xml(found.code)}">${xml(detail)}</failure>`
    : `      <system-out>${xml(detail)}</system-out>`;
  return [open, body, '    </testcase>'];
}

/** Escaped for text and attributes; what XML 1.0 cannot carry at all becomes U+FFFD. */
function xml(text: string): string {
  return (
    text
      .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // A CI system that shows it would look for `##[error]` and `##vso[…]` in it.
      .replaceAll('##', '#&#35;')
      .replace(/[\t\n\r]/g, (unit) => `&#${unit.charCodeAt(0)};`)
  );
}
