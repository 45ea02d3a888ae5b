import { funnelLines } from './explain-pod-funnel.ts';
import { type ExplainLayout, type ExplainPodTextOptions, layoutOf } from './explain-pod-layout.ts';
import { aboutLines, refusalLines, relaxationLines } from './explain-pod-parts.ts';
import { placeLines } from './explain-pod-place.ts';
import type { PodExplanationReport, ReportedGroup } from './pod-explanation.ts';

/** `explain pod` for people: the verdict, what would help, then pool by pool what became of the instance types. */
export function explainPodText(report: PodExplanationReport, options: ExplainPodTextOptions = {}): string {
  const layout = layoutOf(report.file, [report], options);
  const sections = [
    verdictLines(report, layout),
    placeLines(report, layout),
    relaxationLines(report, layout),
    ...report.nodePools.map((funnel) => funnelLines(funnel, layout)),
    report.outcome === 'unschedulable' ? refusalLines(report, layout) : [],
    report.nodePools.some(({ counted }) => counted === 'node groups')
      ? [layout.style.faint('what would help is not looked for where there are node groups')]
      : [],
  ];
  const filled = sections.filter((section) => section.length > 0);
  return `${filled.map((section) => section.join('\n')).join('\n\n')}\n`;
}

function verdictLines(report: PodExplanationReport, layout: ExplainLayout): string[] {
  const { cluster, scenario, pod, outcome } = report;
  const { style } = layout;
  const where = scenario === undefined ? cluster : `${cluster}, scenario ${scenario.name}`;
  const paint = outcome === 'placed' ? style.added : style.severity.error;
  return [
    `${style.strong(`${where}:`)} ${paint(`pod ${pod} ${verdictOf(report)}`)}`,
    ...aboutLines(report, layout),
  ];
}

function verdictOf({ outcome, place }: ReportedGroup): string {
  if (outcome === 'ignored') return 'is ignored by Karpenter';
  if (place === undefined) return 'has no place';
  if (place.on === 'node group') return `goes to a new node of the node group ${place.node}`;
  if (place.on === 'existing node') return `goes to the existing node ${place.node}`;
  return place.on === 'new node' ? `opens the new node ${place.node}` : `joins the new node ${place.node}`;
}
