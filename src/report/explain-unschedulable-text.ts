import { printable } from '../diagnostics/printable.ts';
import { blockerRows } from './explain-pod-funnel.ts';
import { type ExplainLayout, type ExplainPodTextOptions, layoutOf } from './explain-pod-layout.ts';
import { aboutLines, relaxationLines } from './explain-pod-parts.ts';
import type { ReportedGroup, UnschedulableReport } from './pod-explanation.ts';
import { table } from './table.ts';
import { counted } from './words.ts';

export interface ExplainUnschedulableTextOptions extends ExplainPodTextOptions {
  /** Arguments that another command needs to see the same pods: definitions, flags. @default none */
  readonly repeated?: readonly string[];
}

const MAX_RELAXATIONS = 3;

/** `explain unschedulable` for people: for each group what decided in each pool, and what would help. */
export function explainUnschedulableText(
  report: UnschedulableReport,
  options: ExplainUnschedulableTextOptions = {},
): string {
  const layout = layoutOf(report.file, report.groups, options);
  const sections = [
    [headline(report, layout)],
    ...report.groups.map((group) => groupLines(group, layout)),
    footer(report, layout, options.repeated ?? []),
  ];
  const filled = sections.filter((section) => section.length > 0);
  return `${filled.map((section) => section.join('\n')).join('\n\n')}\n`;
}

function headline(
  { cluster, scenario, pods, unschedulable }: UnschedulableReport,
  { style }: ExplainLayout,
): string {
  const where = style.strong(
    `${scenario === undefined ? cluster : `${cluster}, scenario ${scenario.name}`}:`,
  );
  if (pods === 0) return `${where} there are no pods to place`;
  if (unschedulable === 0)
    return `${where} ${style.added(pods === 1 ? 'the pod fits' : `all ${pods} pods fit`)}`;
  return `${where} ${style.severity.error(`${unschedulable} of ${counted(pods, 'pod')} ${unschedulable === 1 ? 'has' : 'have'} no place`)}`;
}

function groupLines(group: ReportedGroup, layout: ExplainLayout): string[] {
  const { podNames, owner, nodePools, relaxations } = group;
  const name =
    owner === undefined || podNames.length === 1
      ? `pod ${podNames[0] ?? ''}`
      : `${counted(podNames.length, 'pod')} of ${owner.kind} ${owner.namespace}/${owner.name}`;
  const rows = nodePools.flatMap((funnel) => blockerRows(funnel, layout));
  const columns = [{ title: '  pool' }, { title: 'where' }, { title: 'what is in the way' }];
  return [
    layout.style.strong(name),
    ...aboutLines(group, layout),
    ...(rows.length === 0 ? [] : table(columns, rows, { columns: layout.columns })),
    ...(relaxations === undefined
      ? [
          nodePools.some(({ counted: what }) => what === 'node groups')
            ? '  what would help is not looked for where there are node groups'
            : '  what would help was not looked for: `explain pod` does',
        ]
      : relaxationLines(group, { ...layout, columns: layout.columns - 2 }, { max: MAX_RELAXATIONS }).map(
          (line) => `  ${line}`,
        )),
  ];
}

function footer(
  { cluster, groups }: UnschedulableReport,
  { style }: ExplainLayout,
  repeated: readonly string[],
): string[] {
  const pod = groups[0]?.podNames[0];
  if (pod === undefined) return [];
  const command = ['poolwright', 'explain', 'pod', cluster, pod, ...repeated].map(shellWord).join(' ');
  return [style.faint(`the whole story of one: ${printable(command)}`)];
}

/** As a shell reads it back. */
function shellWord(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
