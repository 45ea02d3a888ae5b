import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { InstanceType } from '../../model/instance-type.ts';
import { requirementOf } from '../../kubernetes/requirement.ts';
import type { SpecView } from '../spec-view.ts';
import { changedPool } from './danger-rule.ts';

/** Karpenter 1.14, strict policy: with fewer values than asked for nothing is launched. What is sold out counts as gone. */
export const tightMinValues = changedPool(['PW9624'], function* ({ base, head, before, after }) {
  if (head.nodePool === undefined) return;
  const [old, now] = [slackOf(base, before), slackOf(head, after)];
  for (const [key, { slack, least, index }] of now) {
    const was = old.get(key);
    if (slack !== 0 || (was !== undefined && was.slack <= 0)) continue;
    yield diagnostic(
      'PW9624',
      after.span('template', 'spec', 'requirements', index, 'minValues'),
      `pool \`${head.pool.name}\` has exactly the ${least} values of \`${key}\` that \`minValues\` asks for`,
      {
        help: 'As soon as the cloud runs out of one of them, the pool launches nothing. Admit more values, or ask for fewer.',
      },
    );
  }
});

interface Slack {
  readonly slack: number;
  readonly least: number;
  readonly index: number;
}

function slackOf({ selection }: CompiledPool, { requirements }: SpecView): ReadonlyMap<string, Slack> {
  const found = new Map<string, Slack>();
  for (const [index, requirement] of requirements.entries()) {
    const { key, minValues: least } = requirement;
    if (least === undefined || least < 2) continue;
    const allowed = requirementOf(requirement);
    const values = valuesOf(selection.types, key).filter((value) => allowed.has(value));
    found.set(key, { slack: new Set(values).size - least, least, index });
  }
  return found;
}

function valuesOf(types: readonly InstanceType[], key: string): readonly string[] {
  return types.flatMap(({ labels }) => labels.get(key) ?? []);
}
