import type { Span } from '../diagnostics/span.ts';
import type { CompiledPool } from '../model/compilation.ts';
import type { Pool, PoolTaint } from '../model/pool.ts';
import { changedLine, type Lines, requirementLines } from './changed-line.ts';
import { canonical } from './differences.ts';
import type { LeafChange } from './leaf-changes.ts';

/**
 * The line of the label or taint that a change of a bootstrap template comes from: kubelets register with all of them in one
 * flag. Undefined: it is about something else.
 */
export function registrationSource(
  change: LeafChange,
  { pool: base }: CompiledPool,
  { pool: head }: CompiledPool,
): Span | undefined {
  const text = `${change.path.join('/')} ${differingText(change)}`;
  return (
    (text.includes('node-labels') ? changedLine(labelLines(base), labelLines(head)) : undefined) ??
    (text.includes('taints') ? changedLine(taintLines(base), taintLines(head)) : undefined)
  );
}

/** Of lists the items that only one side has. */
function differingText({ before, after }: LeafChange): string {
  const [old, now] = [before, after].map((value) =>
    (Array.isArray(value) ? value : [value]).map((item) => canonical(item)),
  );
  const only = (some: readonly string[] = [], others: readonly string[] = []) =>
    some.filter((item) => !others.includes(item));
  return [...only(now, old), ...only(old, now)].join(' ');
}

/** A requirement on a key of one's own that leaves one value gives nodes the label. */
function labelLines(pool: Pool): Lines {
  const labels = [...pool.labels].map(([key, { value, origin }]): [string, Span] => [
    `${key}=${value}`,
    origin.span,
  ]);
  return new Map([...labels, ...requirementLines(pool)]);
}

function taintLines({ taints, startupTaints }: Pool): Lines {
  const lines = (some: readonly PoolTaint[], kind: string) =>
    some.map((one): [string, Span] => [
      [kind, one.key.value, one.value?.value ?? '', one.effect.value].join(' '),
      one.origin.span,
    ]);
  return new Map([...lines(taints, 'taint'), ...lines(startupTaints, 'startup taint')]);
}
