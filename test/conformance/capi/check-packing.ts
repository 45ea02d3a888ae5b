import { balancedSizes } from '../../../src/packer/cluster-autoscaler/balance.ts';
import type { Problem } from '../../../src/packer/cluster-autoscaler/problem.ts';
import { simulate } from '../../../src/packer/cluster-autoscaler/simulate.ts';
import type { CaseResult } from '../check-case.ts';
import type { BalanceCase, PackingScenario } from './packing-format.ts';

const NODE_GROUP = 'MachineDeployment/default/recorded';
const NO_REASONS = { same: 0, of: 0 };

/** The first option must be among what came out of the real estimator, which packs in arbitrary order. */
export function checkPacking(scenario: PackingScenario): CaseResult {
  const { name, outcomes } = scenario;
  const kind = Object.keys(outcomes).length === 1 ? 'exact' : 'envelope, closed';
  return { name, kind, reasons: NO_REASONS, differences: attempt(() => packingDifferences(scenario)) };
}

export function checkBalance(recorded: BalanceCase): CaseResult {
  const { groups, newNodes, newSizes } = recorded;
  const name = recorded.name ?? `${newNodes} more for ${JSON.stringify(groups)}`;
  const differences = attempt(() => {
    const sizes = balancedSizes(
      groups.map(({ Current, Max }) => ({ current: Current, max: Max })),
      newNodes,
    );
    return sizes.join() === newSizes.join() ? [] : [`expected sizes ${newSizes.join()}, got ${sizes.join()}`];
  });
  return { name, kind: 'exact', reasons: NO_REASONS, differences };
}

function attempt(differences: () => readonly string[]): readonly string[] {
  try {
    return differences();
  } catch (error) {
    return [`this threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}

function packingDifferences(scenario: PackingScenario): readonly string[] {
  const option = simulate(problemOf(scenario)).loops[0]?.options[0];
  const outcome = `nodes=${option?.nodeCount ?? 0},pods=${option?.podCount ?? 0}`;
  if (Object.hasOwn(scenario.outcomes, outcome)) return [];
  return [`expected ${Object.keys(scenario.outcomes).join(' or ')}, got ${outcome}`];
}

function problemOf(scenario: PackingScenario): Problem {
  const { nodeCpuMilli, nodeMemBytes, nodePods, kubeProxyPod = false, maxNodes = 0, groups } = scenario;
  const pods = groups.flatMap(({ cpuMilli, memBytes, count }, i) => {
    const template = { spec: specOf({ cpu: `${cpuMilli}m`, memory: `${memBytes}` }) };
    return Array.from({ length: count }, (_, j) => ({
      uid: `${i}-${j}`,
      name: `pod-${i}-${j}`,
      namespace: 'default',
      createdAtSeconds: 0,
      controllerUid: `controller-${i}`,
      template,
    }));
  });
  const kubeProxy = {
    metadata: { name: 'kube-proxy', namespace: 'kube-system' },
    spec: specOf({ cpu: '100m' }),
  };
  const template = {
    labels: {},
    warm: false,
    capacity: { cpu: `${nodeCpuMilli}m`, memory: `${nodeMemBytes}`, pods: `${nodePods}` },
    pods: kubeProxyPod ? [kubeProxy] : [],
  };
  return {
    options: { maxNodesPerScaleUp: maxNodes },
    nodeGroups: [{ id: NODE_GROUP, minSize: 0, maxSize: pods.length + 1, targetSize: 0, template }],
    pods,
  };
}

function specOf(requests: Readonly<Record<string, string>>) {
  return { containers: [{ name: 'c', resources: { requests } }] };
}
