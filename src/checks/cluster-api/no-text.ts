import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { quoteFix } from '../../diagnostics/entry-fixes.ts';
import type { PathSegment } from '../../diagnostics/located-path.ts';
import { quoted } from '../words.ts';
import type { MachineGroup } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { isData, valueAt } from './raw.ts';

const MAPS: readonly (readonly PathSegment[])[] = [
  ['metadata', 'annotations'],
  ['metadata', 'labels'],
  ['spec', 'selector', 'matchLabels'],
  ['spec', 'template', 'metadata', 'labels'],
  ['spec', 'template', 'metadata', 'annotations'],
];

/** Numbers and booleans without quotes, which the API server does not take for text. */
export const noText = groupRule(['PW9237'], function* (group) {
  for (const path of MAPS) {
    const map = valueAt(group.object.raw, [...group.path, ...path]);
    if (!isData(map)) continue;
    for (const key of Object.keys(map)) {
      const value = map[key];
      if (typeof value !== 'string' && value !== null) yield finding(group, [...group.path, ...path], key);
    }
  }
});

function finding(group: MachineGroup, path: readonly PathSegment[], key: string): Diagnostic {
  const { value } = group.object.locate([...path, key]);
  const scalar = value?.kind === 'scalar' ? value : undefined;
  const what = path.at(-1) === 'annotations' ? 'annotation' : 'label';
  const isWhat = scalar === undefined ? 'no text' : `${quoted(scalar.text)} without quotes, which is no text`;
  return diagnostic(
    'PW9237',
    group.object.span([...path, key]),
    `the ${what} ${quoted(key)} of ${group.title} is ${isWhat}`,
    {
      help: `The API server refuses the object. ${scalar === undefined ? 'Write text.' : 'Put it in quotes.'}`,
      fix: scalar === undefined ? undefined : quoteFix(scalar),
    },
  );
}
