import type { Severity } from '../diagnostics/severity.ts';
import { fingerprints } from './fingerprint.ts';
import type { Reporter } from './reporter.ts';
import { inertJson } from './inert.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'critical', warning: 'minor', info: 'info' };

/**
 * GitLab Code Quality report: an array even when empty. GitLab shows the description alone, so the help goes into
 * it; of findings with one fingerprint it shows only the first.
 */
export const gitlab: Reporter = (report, { sources }) => {
  const ids = fingerprints(report.diagnostics, sources);
  const issues = report.diagnostics.map((found, i) => ({
    description: found.help === undefined ? found.message : `${found.message}. ${found.help}`,
    check_name: found.code,
    fingerprint: ids[i],
    severity: SEVERITIES[found.severity],
    location: {
      path: found.file,
      lines: { begin: found.range.start.line, end: found.range.end.line },
    },
  }));
  return inertJson(issues);
};
