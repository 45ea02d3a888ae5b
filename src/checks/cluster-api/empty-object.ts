import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { removeEntryFix } from '../../diagnostics/entry-fixes.ts';
import type { PathSegment } from '../../diagnostics/located-path.ts';
import type { MachineGroup } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { isData, listAt, textAt, valueAt } from './raw.ts';

type Path = readonly PathSegment[];

/** Fields of v1beta2 that are left out or have content. v1beta1 takes them empty. */
const ROLLOUT: readonly Path[] = [
  ['rollout'],
  ['rollout', 'strategy'],
  ['rollout', 'strategy', 'rollingUpdate'],
  ['deletion'],
];
const OWN: readonly Path[] = [
  ...[...ROLLOUT, ['remediation'], ['machineNaming']].map((path) => ['spec', ...path]),
  ['spec', 'template', 'metadata'],
  ['spec', 'template', 'spec', 'deletion'],
  ['spec', 'template', 'spec', 'readinessGates'],
];
const TOPOLOGY: readonly Path[] = [...ROLLOUT, ['metadata'], ['healthCheck'], ['readinessGates']];

export const emptyObject = groupRule(['PW9229'], function* (group) {
  if (group.object.version !== 'v1beta2' || group.kind === 'class') return;
  const isTopology = group.kind === 'topology';
  for (const path of isTopology ? TOPOLOGY : OWN) {
    const whole = [...group.path, ...path];
    if (isEmpty(valueAt(group.object.raw, whole))) yield finding(group, whole);
  }
  const taints = [...group.path, ...(isTopology ? ['taints'] : ['spec', 'template', 'spec', 'taints'])];
  if (isEmpty(valueAt(group.object.raw, taints))) yield finding(group, taints);
  for (const [i, taint] of listAt(group.object.raw, taints).entries()) {
    if (textAt(taint, ['value']) === '') yield finding(group, [...taints, i, 'value']);
  }
});

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isData(value) && Object.keys(value).length === 0;
}

function finding({ object, title }: MachineGroup, path: Path): Diagnostic {
  const key = String(path.at(-1));
  const { value: map } = object.locate(path.slice(0, -1));
  const entry = map?.kind === 'map' ? map.entries.get(key) : undefined;
  return diagnostic(
    'PW9229',
    object.span(path),
    `${key === 'value' ? 'the `value` of a taint' : `\`${key}\``} of ${title} is empty, which v1beta2 refuses`,
    {
      help: 'Leave the field out, or give it content. v1beta1 took it.',
      fix: map?.kind === 'map' && entry !== undefined ? removeEntryFix(map, entry) : undefined,
    },
  );
}
