import type { Resources } from '../../kubernetes/resources.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { NodeGroup } from '../../model/node-group.ts';
import type { PlanDifference } from '../../model/plan-comparison.ts';
import { amountText } from '../amount-text.ts';
import { autoscalerMachine, karpenterMachine } from '../node-groups/annotated-machine.ts';
import type { PlannedSide } from './planned-side.ts';

/** What the backends believe a new node has for pods, where that is not the same. */
export function machineDifferences(sides: readonly PlannedSide[]): readonly PlanDifference[] {
  return sides.flatMap(({ backend, compiled }): PlanDifference[] => {
    if (backend === 'karpenter') return [];
    const static_: PlanDifference[] =
      backend === 'cluster-autoscaler' && compiled.pools.length > 0
        ? [
            {
              code: 'static-pod',
              backend,
              message: 'sets 100m of `cpu` aside on every new node, for a kube-proxy that it assumes',
            },
          ]
        : [];
    return [...static_, ...compiled.pools.flatMap((pool) => annotated(pool))];
  });
}

/** The group whose annotations are furthest from the machine stands for all of a pool. */
function annotated({ backend, pool, machines }: CompiledPool): readonly PlanDifference[] {
  let worst: { readonly group: NodeGroup; readonly believed: Resources; readonly part: number } | undefined;
  for (const group of machines?.nodeGroups ?? []) {
    const read =
      backend === 'cluster-autoscaler'
        ? autoscalerMachine(group.annotations)
        : karpenterMachine(group.annotations);
    if (!read.ok) continue;
    const believed = read.machine.resources;
    const part = Math.max(
      relative(believed.cpuMilli, group.allocatable.cpuMilli),
      relative(believed.memoryBytes, group.allocatable.memoryBytes),
    );
    if (part > (worst?.part ?? NEGLIGIBLE)) worst = { group, believed, part };
  }
  if (worst === undefined) return [];
  const { group, believed } = worst;
  const source = pool.clusterApi?.annotatedResources.origin.span;
  return [
    {
      code: 'annotated-resources',
      backend,
      nodePool: pool.name,
      message: `takes a new ${group.instanceType.name} to have ${text(believed)} for pods; Karpenter counts ${text(group.allocatable)}`,
      ...(source === undefined ? {} : { source }),
    },
  ];
}

/** Whole mebibytes are annotated, which is no difference worth telling. */
const NEGLIGIBLE = 0.002;

function relative(a: number, b: number): number {
  return b === 0 ? 0 : Math.abs(a - b) / b;
}

function text({ cpuMilli, memoryBytes }: Resources): string {
  const cpu = amountText('cpu', BigInt(cpuMilli) * 1_000_000n);
  return `${cpu} cores and ${amountText('memory', BigInt(memoryBytes) * 1_000_000_000n)} of memory`;
}
