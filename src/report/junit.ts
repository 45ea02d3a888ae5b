import type { CheckReport, ReportCluster, ReportDiagnostic } from './check-report.ts';
import type { Reporter } from './reporter.ts';

type Fails = (found: ReportDiagnostic) => boolean;

/**
 * JUnit XML as CI systems read it: one suite per file, a test case per finding, and a passing one per node pool so
 * that a clean run is not an empty one. Findings that do not fail the run pass, with their text as output.
 */
export const junit: Reporter = (report, { fails = (found) => found.severity === 'error' }) => {
  const files = [
    ...new Set([...report.clusters.map(({ file }) => file), ...report.diagnostics.map(({ file }) => file)]),
  ].sort();
  const suites = files.flatMap((file) => suite(file, report, fails));
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

function suite(file: string, report: CheckReport, fails: Fails): string[] {
  const findings = report.diagnostics.filter((found) => found.file === file);
  const pools = report.clusters
    .filter((cluster) => cluster.file === file)
    .flatMap((cluster) => poolCases(cluster));
  const failures = findings.filter(fails).length;
  const tests = pools.length + findings.length;
  return [
    `  <testsuite name="${xml(file)}" tests="${tests}" failures="${failures}" errors="0" skipped="0">`,
    ...pools,
    ...findings.flatMap((found) => findingCase(found, fails)),
    '  </testsuite>',
  ];
}

function poolCases(cluster: ReportCluster): string[] {
  return cluster.nodePools.map(
    (pool) =>
      `    <testcase classname="${xml(cluster.file)}" name="${xml(`${cluster.name}/${pool.name}`)}"/>`,
  );
}

function findingCase(found: ReportDiagnostic, fails: Fails): string[] {
  const open = `    <testcase classname="${xml(found.file)}" name="${xml(`${found.code}: ${found.message}`)}" file="${xml(found.file)}" line="${found.range.start.line}">`;
  const { line, column } = found.range.start;
  const detail = [`${found.file}:${line}:${column}: ${found.severity}[${found.code}]: ${found.message}`]
    .concat(found.help === undefined ? [] : [`help: ${found.help}`])
    .join('\n');
  const body = fails(found)
    ? `      <failure message="${xml(found.message)}" type="${found.code}">${xml(detail)}</failure>`
    : `      <system-out>${xml(detail)}</system-out>`;
  return [open, body, '    </testcase>'];
}

/** Escaped for text and attributes; what XML 1.0 cannot carry at all becomes U+FFFD. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (unit) => `&#${unit.charCodeAt(0)};`);
}
