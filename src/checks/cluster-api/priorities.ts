import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { goPattern } from '../../kubernetes/go-pattern.ts';
import type { PriorityMap } from '../../model/manifest-set.ts';
import { quoted } from '../words.ts';
import { expandersOf } from './autoscaler.ts';
import type { MachineContext } from './machine-context.ts';
import { keySpanOf, nameSpan, nodeGroupId } from './machine-group.ts';
import type { MachineRule } from './machine-rule.ts';

/** Groups that no pattern of the priority expander names, while it names others: they are used last, or never. */
export const priorities: MachineRule = {
  codes: ['PW9224', 'PW9225', 'PW9242'],
  *check(context) {
    if (!isUsed(context)) return;
    const problems = context.priorityMaps.flatMap(problemsOf);
    yield* problems;
    yield* context.priorityMaps.flatMap(neverWinning);
    // Several maps belong to several clusters, and each group to one of them.
    if (problems.length === 0) yield* uncovered(context);
  },
};

/** Where an autoscaler is given, its flags say so. */
function isUsed({ autoscalers }: MachineContext): boolean {
  return autoscalers.length === 0 || autoscalers.some((one) => expandersOf(one).includes('priority'));
}

const HELP = 'It then passes the expander by, and every group is as good as any other.';

function problemsOf({ tiers, problem }: PriorityMap): readonly Diagnostic[] {
  if (problem !== undefined) {
    const message = `the autoscaler cannot read the priorities: ${problem.message}`;
    return [diagnostic('PW9225', problem.span, message, { help: HELP })];
  }
  return tiers.flatMap(({ patterns }) =>
    patterns.flatMap(({ text, span }) => {
      if (goPattern(text) !== undefined) return [];
      const message = `the autoscaler cannot read the priorities: ${quoted(text)} is no pattern of Go`;
      return [
        diagnostic('PW9225', span, message, {
          help: `${HELP} Go’s patterns have no lookaround and no back references.`,
        }),
      ];
    }),
  );
}

/** The autoscaler looks for a tier that is better than this, or as good. */
const PRIORITY_MIN = -1;

function neverWinning({ tiers }: PriorityMap): readonly Diagnostic[] {
  return tiers
    .filter(({ priority }) => priority < PRIORITY_MIN)
    .map(({ priority, span }) =>
      diagnostic('PW9242', span, `the priority ${priority} is below ${PRIORITY_MIN}, so it never wins`, {
        help: 'Its groups are used as if no priority named them: as long as another group helps, not at all. Number the tiers from 0.',
      }),
    );
}

function* uncovered({ priorityMaps, groups }: MachineContext): Iterable<Diagnostic> {
  const patterns = priorityMaps.flatMap(({ tiers }) =>
    tiers.flatMap((tier) => tier.patterns.flatMap(({ text }) => goPattern(text) ?? [])),
  );
  const judged = groups.flatMap((group) => {
    const id = group.scaler === 'autoscaler' ? nodeGroupId(group) : undefined;
    return id === undefined ? [] : [{ group, id, isCovered: patterns.some((found) => found(id)) }];
  });
  if (!judged.some(({ isCovered }) => isCovered)) return;
  for (const { group, id, isCovered } of judged) {
    if (isCovered) continue;
    yield diagnostic('PW9224', nameSpan(group), `no priority names ${quoted(id)}, while others have one`, {
      related: priorityMaps.map(({ object }) => ({
        span: keySpanOf(object, ['data', 'priorities']),
        message: 'the priorities',
      })),
      help: 'It is not used as long as another group helps. Add a pattern for it, or `.*` in the last tier.',
    });
  }
}
