import { isSameJson } from '../diagnostics/is-same-json.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import { changeText } from '../drift/change-text.ts';
import { type Finding, finding } from './finding.ts';
import { mapAt } from './json-parts.ts';
import type { MachinePair } from './pair-machines.ts';

/** What machines are made from, before and after. What is known to have no counterpart has been told. */
export function compareTemplates(pool: string, pairs: readonly MachinePair[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { machine, made } of pairs) {
    const { infrastructure, machine: read } = machine.live;
    if (made === undefined || infrastructure === undefined || read === undefined) continue;
    const before = mapAt(mapAt(infrastructure.spec, 'template'), 'spec');
    for (const change of changesOf(before, made.machine, [])) {
      const { path, before: current } = change;
      const field = path.join('.');
      if (read.lost.some((one) => field === one || field.startsWith(`${one}.`) || isPartOf(one, change))) {
        continue;
      }
      const message = `${infrastructure.kind} \`${infrastructure.name}\`: ${changeText({ ...change, within: [] })}`;
      const code = current === undefined ? 'PW9312' : 'PW9303';
      const span = infrastructure.span(['spec', 'template', 'spec', ...path]);
      const help =
        'Machines that the definition makes are so. Adapt `node_class` of the pool if it can be said.';
      findings.set(message, finding(code, span, message, { pools: [pool], help }));
    }
  }
  return [...findings.values()];
}

interface Change {
  readonly path: readonly string[];
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** A whole map goes, of which one part is known to have no counterpart, and it has no other part. */
function isPartOf(lost: string, { path, before }: Change): boolean {
  const [top = '', ...rest] = lost.split('.');
  return path.join('.') === top && isJsonMap(before) && Object.keys(before).join('.') === rest.join('.');
}

/** Maps are looked at key by key, lists are one value. */
function changesOf(live: JsonMap, compiled: JsonMap, path: readonly string[]): readonly Change[] {
  const keys = [...new Set([...Object.keys(live), ...Object.keys(compiled)])];
  return keys.flatMap((key): readonly Change[] => {
    const [before, after] = [live[key], compiled[key]];
    // What is off stays off when nobody says so any more.
    if (isSameJson(before, after) || (before === 'disabled' && after === undefined)) return [];
    const at = [...path, key];
    if (isJsonMap(before) && isJsonMap(after)) return changesOf(before, after, at);
    return [{ path: at, before, after }];
  });
}
