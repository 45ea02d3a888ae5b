import { type Diagnostic, diagnostic, type DiagnosticDetails } from '../../src/diagnostics/diagnostic.ts';
import type { Severity } from '../../src/diagnostics/severity.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Span } from '../../src/diagnostics/span.ts';
import {
  type CheckReport,
  REPORT_API_VERSION,
  type ReportCluster,
  reportDiagnostic,
  summarise,
} from '../../src/report/check-report.ts';
import { type ReportOptions, type Reporter, sourcesOf } from '../../src/report/reporter.ts';

/** The n-th occurrence (0-based) of a text in a source. */
export function at(source: Source, text: string, occurrence = 0): Span {
  let start = -1;
  for (let i = 0; i <= occurrence; i++) start = source.text.indexOf(text, start + 1);
  if (start === -1) throw new Error(`\`${text}\` is not in ${source.file}`);
  return { source, start, end: start + text.length };
}

export interface Finding extends DiagnosticDetails {
  readonly span: Span;
  readonly severity?: Severity;
  readonly message?: string;
}

export function finding({ span, severity = 'error', message, ...details }: Finding): Diagnostic {
  const found = diagnostic(
    'PW2001',
    span,
    message ?? `unknown key \`${span.source.text.slice(span.start, span.end)}\``,
    details,
  );
  return { ...found, severity };
}

export function reportOf(
  findings: readonly Diagnostic[],
  clusters: readonly ReportCluster[] = [],
): CheckReport {
  return {
    apiVersion: REPORT_API_VERSION,
    kind: 'CheckReport',
    clusters,
    diagnostics: findings.map(reportDiagnostic),
    summary: summarise(findings),
  };
}

/** What a reporter makes of hand-made findings. */
export function print(
  reporter: Reporter,
  findings: readonly Diagnostic[],
  options: Partial<ReportOptions> & { readonly clusters?: readonly ReportCluster[] } = {},
): string {
  return reporter(reportOf(findings, options.clusters), {
    version: '1.2.3',
    sources: sourcesOf(findings),
    ...options,
  });
}

export const DEFINITION = new Source(
  'clusters/production.yaml',
  `karpenter:
  node_pools:
    default:
      node_class:
        volume_size: "100Gi"
      requirements:
        - key: karpenter.k8s.aws/instance-category
          operator: In
          values: [C]
        - key: kubernetes.io/arch
          operator: In
          values:
            - amd46
    gpu:
      labels: {team: ml, team: data}
`,
);

export const DEFAULTS = new Source(
  'clusters/_defaults.yaml',
  `poolwright:
  profiles:
    spot:
      taints:
        - key: spot
          value: ""
          effect: NoSchedule
`,
);
