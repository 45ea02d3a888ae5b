import { isSameJson } from '../../diagnostics/is-same-json.ts';
import type { NodePoolDisruption } from '../../kubernetes/api/node-pool.ts';
import { nanoOf } from '../../kubernetes/quantity.ts';
import { formatTaint } from '../../kubernetes/taint.ts';
import type { SpecView } from '../spec-view.ts';
import { counted, folded } from '../words.ts';
import { budgetsText } from './budget-words.ts';

/** What becomes of everything that a NodePool says but its instance types, most important first. */
export function specWords(before: SpecView, after: SpecView): readonly string[] {
  return [
    ...replicas(before, after),
    ...limits(before, after),
    ...taints('taint', before.taints, after.taints),
    ...entries('label', before.labels, after.labels),
    ...budgets(before.disruption, after.disruption),
    ...expiry(before, after),
    ...grace(before, after),
    ...weight(before, after),
    ...consolidation(before.disruption, after.disruption),
    ...taints('startup taint', before.startupTaints, after.startupTaints),
    ...entries('annotation', before.annotations, after.annotations),
    ...nodeClassRef(before, after),
    ...requirements(before, after),
  ];
}

function replicas({ replicas: old }: SpecView, { replicas: now }: SpecView): readonly string[] {
  if (old === now) return [];
  if (old === undefined) return [`becomes static, ${counted(now ?? 0, 'node')}`];
  return now === undefined ? ['is static no more'] : [`replicas ${old} → ${now}`];
}

/** "limits cpu 100 → 50, memory removed". */
function limits(before: SpecView, after: SpecView): readonly string[] {
  const names = [...new Set([...Object.keys(after.limits), ...Object.keys(before.limits)])];
  const parts = names.flatMap((name) => {
    const [old, now] = [before.limits[name], after.limits[name]];
    if (old === now || (old !== undefined && now !== undefined && nanoOf(old) === nanoOf(now))) return [];
    if (old === undefined) return [`${name} ${now ?? ''} added`];
    return now === undefined ? [`${name} ${old} removed`] : [`${name} ${old} → ${now}`];
  });
  if (parts.length === 0) return [];
  return [`limit${parts.length === 1 ? '' : 's'} ${folded(parts, { most: 4 }).replace(' and ', ', ')}`];
}

function taints(noun: string, before: SpecView['taints'], after: SpecView['taints']): readonly string[] {
  const [old, now] = [before.map(formatTaint), after.map(formatTaint)];
  return [...happened(noun, without(now, old), 'added'), ...happened(noun, without(old, now), 'removed')];
}

type Texts = Readonly<Record<string, string>>;

/** "label team data → web", "label team=data added". */
function entries(noun: string, before: Texts, after: Texts): readonly string[] {
  const changed = Object.keys(after).filter(
    (key) => Object.hasOwn(before, key) && before[key] !== after[key],
  );
  const text = (map: Texts) => (key: string) => `${key}=${map[key] ?? ''}`;
  const only = (map: Texts, other: Texts) =>
    Object.keys(map)
      .filter((key) => !Object.hasOwn(other, key))
      .map(text(map));
  const moves = changed.map((key) => `${key} ${before[key] ?? ''} → ${after[key] ?? ''}`);
  return [
    ...(moves.length === 0 ? [] : [`${noun}${moves.length === 1 ? '' : 's'} ${folded(moves)}`]),
    ...happened(noun, only(after, before), 'added'),
    ...happened(noun, only(before, after), 'removed'),
  ];
}

function happened(noun: string, names: readonly string[], what: string): readonly string[] {
  return names.length === 0 ? [] : [`${noun}${names.length === 1 ? '' : 's'} ${folded(names)} ${what}`];
}

function without(list: readonly string[], other: readonly string[]): readonly string[] {
  return list.filter((one) => !other.includes(one));
}

function budgets(
  before: NodePoolDisruption | undefined,
  after: NodePoolDisruption | undefined,
): readonly string[] {
  // Where nobody reads them they are no change.
  if (before === undefined || after === undefined) return [];
  const [old, now] = [before.budgets ?? [], after.budgets ?? []];
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  const [from, to] = [budgetsText(old), budgetsText(now)];
  return [from === to ? 'budgets come in another order' : `budget: ${from} → ${to}`];
}

function expiry({ expireAfter: old }: SpecView, { expireAfter: now }: SpecView): readonly string[] {
  if (old === now || now === undefined) return [];
  if (now === 'Never') return ['nodes expire no more'];
  return [`expires after ${now}${old === undefined || old === 'Never' ? '' : ` instead of ${old}`}`];
}

function grace(before: SpecView, after: SpecView): readonly string[] {
  const [old, now] = [before.terminationGracePeriod, after.terminationGracePeriod];
  return old === now ? [] : [`termination grace period ${old ?? 'none'} → ${now ?? 'none'}`];
}

function weight({ weight: old }: SpecView, { weight: now }: SpecView): readonly string[] {
  return old === now ? [] : [`weight ${old ?? 'none'} → ${now ?? 'none'}`];
}

function consolidation(
  before: NodePoolDisruption | undefined,
  after: NodePoolDisruption | undefined,
): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const [old, now] = [before.consolidationPolicy, after.consolidationPolicy];
  return [
    ...(old === now ? [] : [`consolidates ${now ?? 'as by default'} instead of ${old ?? 'as by default'}`]),
    ...(before.consolidateAfter === after.consolidateAfter
      ? []
      : [`consolidates after ${after.consolidateAfter} instead of ${before.consolidateAfter}`]),
  ];
}

function nodeClassRef({ nodeClassRef: old }: SpecView, { nodeClassRef: now }: SpecView): readonly string[] {
  if (old === undefined || now === undefined || isSameJson({ ...old }, { ...now })) return [];
  return [`node class ${old.kind}/${old.name} → ${now.kind}/${now.name}`];
}

/** Which types requirements admit is said elsewhere; here what no type shows. */
function requirements(before: SpecView, after: SpecView): readonly string[] {
  const least = ({ requirements: all }: SpecView) =>
    new Map(
      all.flatMap(({ key, minValues }) => (minValues === undefined ? [] : [[key, minValues] as const])),
    );
  const [old, now] = [least(before), least(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((key) =>
    old.get(key) === now.get(key)
      ? []
      : [`minValues of ${nameOf(key)} ${old.get(key) ?? 'none'} → ${now.get(key) ?? 'none'}`],
  );
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
