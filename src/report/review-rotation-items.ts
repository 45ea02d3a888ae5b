import type { ReviewReport, ReviewReportCause, ReviewReportPool } from './review-contract.ts';
import type { ReviewItems } from './review-details.ts';
import { isSingle } from './review-groups.ts';
import { placeText } from './review-names.ts';
import type { ReviewVoice } from './review-voice.ts';
import { replacedCell } from './review-view.ts';
import { counted } from './words.ts';

/** Of each pool of which nodes are replaced: which, because of what, and how long that takes. */
export function rotationItems(report: ReviewReport, voice: ReviewVoice): ReviewItems {
  const several = !isSingle(report);
  const stories = new Map<string, { readonly pool: ReviewReportPool; readonly names: string[] }>();
  for (const { name, nodePools } of report.clusters) {
    for (const pool of nodePools.filter(isTold)) {
      // Clusters with the same change have the same story, whatever their lines are.
      const key = storyOf(pool);
      const known = stories.get(key);
      if (known === undefined) stories.set(key, { pool, names: [name] });
      else known.names.push(name);
    }
  }
  const notes = new Set(report.clusters.flatMap(({ nodePools }) => nodePools.flatMap(notesOf)));
  const told = [...stories.values()].map(({ pool, names }) => () => {
    const more = names.length > 1 ? ` and ${counted(names.length - 1, 'cluster')} more` : '';
    return rotationItem(pool, several ? ` in ${voice.code(names[0] ?? '')}${more}` : '', voice);
  });
  return [...told, ...[...notes].map((note) => () => `- ${voice.text(note)}`)];
}

/** The same for most pools, and said once. */
function notesOf({ rotation }: ReviewReportPool): readonly string[] {
  return rotation.calendar?.notes ?? [];
}

function storyOf({ name, change, rotation }: ReviewReportPool): string {
  const causes = rotation.causes.map(({ source: _source, ...cause }) => cause);
  return JSON.stringify([name, change, { ...rotation, causes }]);
}

function isTold({ rotation }: ReviewReportPool): boolean {
  return rotation.scope !== 'none' || rotation.undecided.length > 0;
}

function rotationItem(pool: ReviewReportPool, where: string, voice: ReviewVoice): string {
  const { text, code, strong } = voice;
  const { rotation } = pool;
  const { causes, undecided, hashes } = rotation;
  return [
    `- ${strong(code(pool.name))}${where}: ${whichText(pool, voice)}`,
    ...causes.map((cause) => `  - ${causeText(cause, voice)}`),
    ...undecided.map((sentence) => `  - not decided here: ${text(sentence)}`),
    ...Object.entries(hashes ?? {}).flatMap(([of, pair]) => hashLine(of, pair, voice)),
    ...calendarLines(pool, voice),
  ].join('\n');
}

function whichText(pool: ReviewReportPool, { text }: ReviewVoice): string {
  const { predicate, nodes } = pool.rotation;
  if (predicate === undefined) return scopeText(pool);
  return nodes === undefined ? text(predicate) : `${scopeText(pool)}: ${text(predicate)}`;
}

function scopeText(pool: ReviewReportPool): string {
  const { scope, nodes } = pool.rotation;
  if (scope === 'none') return 'nothing that is decided here replaces a node';
  const cell = replacedCell(pool);
  const basis =
    nodes === undefined ? '' : nodes.basis === 'nodes' ? ' that run now' : ' of the dry run of base';
  if (nodes === undefined || nodes.of === 0) return cell === 'some' ? 'some nodes' : 'all nodes';
  const total = counted(nodes.of, 'node');
  if (nodes.count === 0) return `none of the ${total}${basis}`;
  if (scope === 'all') return nodes.of === 1 ? `the only node${basis}` : `all ${total}${basis}`;
  return `at most ${nodes.count} of ${total}${basis}`;
}

function causeText(cause: ReviewReportCause, voice: ReviewVoice): string {
  const { kind, path, message, reason, source } = cause;
  const { text, code } = voice;
  const where = source === undefined ? '' : `, ${placeText(source, voice)}`;
  return `${text(message)} (${code(`${kind} ${path}`.trim())}, ${text(reason)}${where})`;
}

function hashLine(
  of: string,
  { before, after }: { readonly before?: string; readonly after?: string },
  { code }: ReviewVoice,
): string[] {
  if (before === after || before === undefined || after === undefined) return [];
  const what = of === 'nodePool' ? 'NodePool' : 'node class';
  return [`  - drift hash of the ${what}: ${code(before)} → ${code(after)}`];
}

function calendarLines({ rotation: { calendar } }: ReviewReportPool, { text }: ReviewVoice): string[] {
  if (calendar === undefined) return [];
  const { windows, finishedAt } = calendar;
  const shown = windows.map(
    ({ from, to, allowed, replaced }) =>
      `  - ${replaced} replaced, ${allowed} at a time, from ${text(shortTime(from))} to ${text(shortTime(to))}`,
  );
  const end =
    finishedAt === undefined
      ? '  - budgets never let it end within what was looked at'
      : `  - done at the earliest on ${text(shortTime(finishedAt))}`;
  return [...shown, end];
}

/** To the minute: `2026-09-01T09:00Z`. */
function shortTime(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d(?:\.\d+)?Z$/, '$1Z');
}
