import type {
  ReviewReport,
  ReviewReportCluster,
  ReviewReportPods,
  ReviewReportReason,
} from './review-contract.ts';
import { isSingle } from './review-groups.ts';
import { placeText, saidText } from './review-names.ts';
import type { ReviewVoice } from './review-voice.ts';
import { counted } from './words.ts';

/** Lines of a list, each made when it is wanted: there may be more than anybody shows. */
export type ReviewItems = readonly (() => string)[];

/** Items of each cluster, its name before the first of them. Of a single one it goes without saying. */
export function perCluster(
  report: ReviewReport,
  { code, strong }: ReviewVoice,
  itemsOf: (cluster: ReviewReportCluster) => ReviewItems,
): ReviewItems {
  const single = isSingle(report);
  return report.clusters.flatMap((cluster) => {
    const [first, ...rest] = itemsOf(cluster);
    if (first === undefined) return [];
    if (single) return [first, ...rest];
    return [() => `\n${strong(code(cluster.name))}\n\n${first()}`, ...rest];
  });
}

/** Pods that lose their place, new ones without any, and pods that get one. */
export function podItems(report: ReviewReport, voice: ReviewVoice): ReviewItems {
  return perCluster(report, voice, ({ placement }) => {
    if (placement === undefined) return [];
    const { lost, unplacedNew, gained, waitingBefore, waitingAfter } = placement;
    const fate = (says: string) => (pods: ReviewReportPods) => () => podsItem(pods, says, voice);
    return [
      ...lost.map(fate('had a place and')),
      ...unplacedNew.map(fate('new,')),
      ...gained.map(
        (pods) => () =>
          `- ${podsText(pods, voice)}: had no place and ${pods.count === 1 ? 'gets' : 'get'} one`,
      ),
      ...(waitingBefore === waitingAfter
        ? []
        : [
            () =>
              `- pods that wait until the first nodes are there, and get a place then: ${waitingBefore} → ${waitingAfter}`,
          ]),
    ];
  });
}

const MOST_REASONS = 8;

function podsItem(pods: ReviewReportPods, says: string, voice: ReviewVoice): string {
  const { count, reasons } = pods;
  const hidden = reasons.length - MOST_REASONS;
  return [
    `- ${podsText(pods, voice)}: ${says} ${count === 1 ? 'has' : 'have'} none`,
    ...reasons.slice(0, MOST_REASONS).map((reason) => reasonLine(reason, voice)),
    ...(hidden > 0 ? [`  - … and ${counted(hidden, 'pool')} more`] : []),
  ].join('\n');
}

function reasonLine({ nodePool, message, source }: ReviewReportReason, voice: ReviewVoice): string {
  const where = source === undefined ? '' : ` (${placeText(source, voice)})`;
  return `  - ${nodePool === undefined ? '' : `${voice.code(nodePool)}: `}${voice.text(message)}${where}`;
}

type Pods = Pick<ReviewReportPods, 'owner' | 'pod' | 'count'>;

/** `3 pods of Deployment `shop/web``, `pod `shop/one`` */
function podsText({ owner, pod, count }: Pods, { text, code }: ReviewVoice): string {
  if (owner === undefined) return `pod ${code(pod)}`;
  return `${counted(count, 'pod')} of ${text(owner.kind)} ${code(`${owner.namespace}/${owner.name}`)}`;
}

/** Pods that have a place on both sides, in another pool. */
export function moveItems(report: ReviewReport, voice: ReviewVoice): ReviewItems {
  // `an existing node` is a phrase, everything else the name of a pool.
  const place = (name: string) => (name.includes(' ') ? voice.text(name) : voice.code(name));
  return perCluster(report, voice, ({ placement }) =>
    (placement?.moved ?? []).map(
      (move) => () => `- ${podsText(move, voice)}: ${place(move.from)} → ${place(move.to)}`,
    ),
  );
}

const OVERLAP = { added: 'newly', removed: 'no more', changed: 'differently' } as const;

export function overlapItems(report: ReviewReport, voice: ReviewVoice): ReviewItems {
  const { code, text } = voice;
  return perCluster(report, voice, ({ overlaps }) =>
    overlaps.map(
      ({ pools: [one, other], change, message }) =>
        () =>
          `- ${code(one)} and ${code(other)}, ${OVERLAP[change]}: ${text(message)}`,
    ),
  );
}

/** Findings that are no errors or were there before, findings that are gone. */
export function findingItems(report: ReviewReport, voice: ReviewVoice): ReviewItems {
  const rest = report.findings.filter((one) => one.known || one.severity !== 'error');
  const known = rest.filter((one) => one.known);
  const notes = known.filter(({ severity }) => severity === 'info').length;
  const item = (lead: string) => (one: (typeof rest)[number] | (typeof report.resolved)[number]) => () =>
    `- ${lead}${one.severity === 'info' ? voice.text(one.message) : saidText(one, voice)} (${placeText(one, voice)}, ${voice.text(one.code)})`;
  return [
    ...rest.filter((one) => !one.known).map(item('')),
    ...known.filter(({ severity }) => severity !== 'info').map(item('as before: ')),
    ...(notes === 0 ? [] : [() => `- ${counted(notes, 'note')} as before`]),
    ...report.resolved.map(item('resolved: ')),
  ];
}
