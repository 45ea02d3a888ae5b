import { addAmounts, podRequests } from '../../kubernetes/pod-requests.ts';
import type { Decision, ExistingNodeDecision, NewNodeClaim } from '../../packer/karpenter/decision.ts';
import type { Problem } from '../../packer/karpenter/problem.ts';
import { solve } from '../../packer/karpenter/solve.ts';
import { launched } from '../launched.ts';
import { type ClaimOutcome, utilisationOf } from '../node-claims.ts';
import { plannedOffering } from '../node-claim-price.ts';
import { inputIndex, type KarpenterInput, type PackedCluster } from '../packed-cluster.ts';
import { problemOf } from '../problem-of.ts';
import { type KnownGroup, knownGroups, packerTypes } from './group-table.ts';
import { machineTaker } from './machine-taker.ts';

/**
 * What Karpenter decides with its provider for Cluster API (v0.2.0), round after round: of the machines it asks for, those
 * come that a MachineDeployment has room for; the other NodeClaims fail, and their pods are planned anew. Ends when none
 * fails, or none comes.
 */
export function packClusterApi(input: KarpenterInput): PackedCluster {
  const index = inputIndex(input);
  const machines = machineTaker(index.viewsByName, input.vocabulary);
  const first = problemWith(input, machines.added);
  const made = new MadeNodes({ ...input, ...index, problem: first });
  const poolOf = new Map(
    input.views.flatMap(({ name, nodePools = [] }) => nodePools.map((one) => [one.name, name] as const)),
  );
  const solved = (problem: Problem) => byPool(solve(problem), poolOf);
  let decision = solved(first);
  const { ignored, noNodePools } = decision;
  let errors = made.add(decision, machines.take);
  while (made.isPartial) {
    const pods = [...errors.keys()].flatMap((uid) => index.pods.get(uid) ?? []);
    decision = solved({ ...problemWith(input, machines.added), ...made.surroundings(), pods });
    errors = made.add(decision, machines.take);
  }
  const outcomes = made.outcomes();
  return {
    ...input,
    ...index,
    problem: first,
    decision: {
      newNodeClaims: outcomes.map(({ decided }) => decided),
      existingNodes: made.existingNodes(),
      errors,
      ignored,
      noNodePools,
    },
    outcomes,
  };
}

/** Groups that have no machine left are offered no more. */
function problemWith(
  { views, given, vocabulary }: KarpenterInput,
  added: ReadonlyMap<string, number>,
): Problem {
  const nodePools = views.flatMap(({ groups = [], nodePools: own = [] }) => {
    const instanceTypes = packerTypes(knownGroups(groups), added);
    return own.map(({ name, spec }) => ({ metadata: { name }, spec, instanceTypes }));
  });
  return { ...problemOf({ views: [], workloads: given, vocabulary }), nodePools };
}

/** A decision with the names of pools in place of those of their price tiers. */
function byPool(decision: Decision, poolOf: ReadonlyMap<string, string>): Decision {
  const named = (name: string) => poolOf.get(name) ?? name;
  return {
    ...decision,
    newNodeClaims: decision.newNodeClaims.map((claim) => ({ ...claim, nodePool: named(claim.nodePool) })),
    errors: new Map(
      [...decision.errors].map(([uid, { attempts }]) => {
        // Of several tiers the one that is tried last has the most to choose from.
        const last = new Map(
          attempts.map(({ nodePool, code }) => {
            const name = nodePool === undefined ? undefined : named(nodePool);
            return [name, { ...(name === undefined ? {} : { nodePool: name }), code }];
          }),
        );
        return [uid, { attempts: [...last.values()] }];
      }),
    ),
  };
}

interface Made {
  readonly name: string;
  readonly claim: NewNodeClaim;
  readonly group: KnownGroup;
  /** Those that later rounds put there among them. */
  readonly podUids: string[];
}

type Context = Pick<PackedCluster, 'viewsByName' | 'pods' | 'nameOf' | 'problem'>;

/** Machines that rounds have brought so far, and where pods went. */
class MadeNodes {
  /** Some claims of the last round failed and others did not. */
  isPartial = false;
  readonly #context: Context;
  readonly #made = new Map<string, Made>();
  readonly #existing = new Map<string, { readonly node: ExistingNodeDecision; readonly podUids: string[] }>();
  readonly #counts = new Map<string, number>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Takes over what came of a round. Returns the pods that are still without a place. */
  add(decision: Decision, take: (claim: NewNodeClaim) => KnownGroup | undefined): Decision['errors'] {
    const errors = new Map(decision.errors);
    let came = 0;
    let failed = 0;
    for (const claim of decision.newNodeClaims) {
      const group = take(claim);
      if (group === undefined) {
        failed++;
        const attempts = [{ nodePool: claim.nodePool, code: 'filter:fits+offering' as const }];
        for (const uid of claim.podUids) errors.set(uid, { attempts });
        continue;
      }
      came++;
      const number = (this.#counts.get(claim.nodePool) ?? 0) + 1;
      this.#counts.set(claim.nodePool, number);
      const name = `${claim.nodePool}-${number}`;
      this.#made.set(nodeName(name), { name, claim, group, podUids: [...claim.podUids] });
    }
    for (const node of decision.existingNodes) {
      const own = this.#made.get(node.name) ?? this.#existing.get(node.name);
      if (own === undefined) this.#existing.set(node.name, { node, podUids: [...node.podUids] });
      else own.podUids.push(...node.podUids);
    }
    this.isPartial = came > 0 && failed > 0;
    return errors;
  }

  /** The cluster with the machines that came. */
  surroundings(): Pick<Problem, 'nodes' | 'boundPods'> {
    const { problem, pods, viewsByName: views } = this.#context;
    const outcomes = this.outcomes();
    const existingNodes = this.existingNodes();
    const more = launched({
      existingNodes,
      outcomes,
      pods,
      views,
      nodeName: ({ planned }) => nodeName(planned.name),
    });
    return {
      nodes: [...(problem.nodes ?? []), ...more.nodes],
      boundPods: [...(problem.boundPods ?? []), ...more.running],
    };
  }

  existingNodes(): readonly ExistingNodeDecision[] {
    return [...this.#existing.values()].map(({ node, podUids }) => ({ ...node, podUids }));
  }

  outcomes(): readonly ClaimOutcome[] {
    return [...this.#made.values()].map((made) => this.#outcome(made));
  }

  #outcome({ name, claim, group: { group }, podUids }: Made): ClaimOutcome {
    const { viewsByName, pods, nameOf } = this.#context;
    const view = viewsByName.get(claim.nodePool);
    const decided = { ...claim, podUids, requestsNano: withRequests(claim, podUids, pods) };
    const { offering, instanceType } = group;
    const type = view?.table.byName.get(instanceType.name) ?? instanceType;
    const launch = {
      candidates: [{ type, offerings: [offering] }],
      capacityType: offering.capacityType,
    };
    const price = offering.price?.perHourUsd;
    return {
      decided,
      launch,
      planned: {
        name,
        nodePool: claim.nodePool,
        nodeGroup: group.name,
        pods: podUids.map(nameOf),
        instanceTypes: [type.name],
        instanceTypeCount: new Set(claim.instanceTypes).size,
        cheapest: plannedOffering(type.name, offering),
        zones: [offering.zone],
        capacityType: offering.capacityType,
        ...(price === undefined ? {} : { pricePerHourUsd: { floor: price, expected: price, worst: price } }),
        utilisation: utilisationOf(decided, view?.table.resourcesOf(type).allocatable),
      },
    };
  }
}

/** Of the Node that stands in for a machine while later rounds are planned. */
function nodeName(claim: string): string {
  return `planned-${claim}`;
}

function withRequests(
  claim: NewNodeClaim,
  podUids: readonly string[],
  pods: PackedCluster['pods'],
): ReadonlyMap<string, bigint> {
  const own = new Set(claim.podUids);
  const total = new Map(claim.requestsNano);
  for (const uid of podUids) {
    const pod = own.has(uid) ? undefined : pods.get(uid);
    if (pod !== undefined) addAmounts(total, podRequests(pod.template.spec, pod.template.status));
  }
  return total;
}
