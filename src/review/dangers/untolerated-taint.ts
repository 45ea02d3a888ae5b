import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { NodeTaint } from '../../kubernetes/api/node-pool.ts';
import { formatTaint } from '../../kubernetes/taint.ts';
import { tolerates } from '../../kubernetes/toleration.ts';
import type { Toleration } from '../../kubernetes/api/pod.ts';
import type { ClusterReviewInput } from '../../model/review-input.ts';
import type { Workloads } from '../../model/workloads.ts';
import { changedPool } from './danger-rule.ts';
import { templatesOf } from './templates-of.ts';

export const untoleratedTaint = changedPool(['PW9630'], function* ({ before, after, head, input }) {
  const workloads = workloadsOf(input);
  if (workloads === undefined) return;
  const known = new Set(before.taints.map(formatTaint));
  for (const [index, taint] of after.taints.entries()) {
    if (known.has(formatTaint(taint)) || taint.effect === 'PreferNoSchedule') continue;
    const pods = templatesOf(workloads).map(({ spec }) => spec.tolerations ?? []);
    if (pods.length === 0 || pods.some((tolerations) => isTolerated(taint, tolerations))) continue;
    const goes = taint.effect === 'NoExecute' ? ' Pods that are there already are evicted.' : '';
    yield diagnostic(
      'PW9630',
      after.span('template', 'spec', 'taints', index),
      `no pod tolerates \`${formatTaint(taint)}\`, which nodes of pool \`${head.pool.name}\` get from now on`,
      {
        help: `No pod finds a place in the pool any more, and its new nodes stay without pods${daemonText(taint, workloads)}.${goes} Give the pods that belong here a toleration first.`,
      },
    );
  }
});

/** Head's, or base's where head has none of its own. */
export function workloadsOf({ base, head }: ClusterReviewInput): Workloads | undefined {
  return head?.workloads ?? base?.workloads;
}

function isTolerated(taint: NodeTaint, tolerations: readonly Toleration[]): boolean {
  return tolerations.some((one) => tolerates(one, taint));
}

/** Daemons do not make a node, and need it all the same. */
function daemonText(taint: NodeTaint, { daemonSets }: Workloads): string {
  if (daemonSets.length === 0) return '';
  const count = daemonSets.filter(
    ({ spec }) => !isTolerated(taint, spec.template.spec.tolerations ?? []),
  ).length;
  if (count === 0) return '; all DaemonSets tolerate it';
  return `; ${count} of ${daemonSets.length} DaemonSet${daemonSets.length === 1 ? '' : 's'} ${count === 1 ? 'does' : 'do'} not tolerate it either`;
}
