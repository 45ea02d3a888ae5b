import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PodSpec } from '../../src/kubernetes/api/pod.ts';
import { formatTaint } from '../../src/kubernetes/taint.ts';
import { addAmounts, amountsOf, podRequests } from '../../src/kubernetes/pod-requests.ts';
import { requirementOf } from '../../src/kubernetes/requirement.ts';
import { Requirements } from '../../src/kubernetes/requirements.ts';
import { untolerated } from '../../src/kubernetes/toleration.ts';
import type { Decision, NewNodeClaim } from '../../src/packer/karpenter/decision.ts';
import type {
  Overhead,
  PackerInstanceType,
  PackerPool,
  PendingPod,
  Problem,
} from '../../src/packer/karpenter/problem.ts';
import { solve } from '../../src/packer/karpenter/solve.ts';
import { randomScenario } from '../conformance/random/scenario.ts';
import { cataloguesBeside } from '../conformance/read-documents.ts';
import { recordedForm } from '../conformance/recorded-form.ts';
import { problemOf } from '../conformance/scenario-to-problem.ts';
import { atDepth } from '../at-depth.ts';

const RUNS = atDepth(150);
const SEED = 20_261_121;
const SOFT = { operator: 'Exists', effect: 'PreferNoSchedule' } as const;

/** Numbers of random scenarios: what fast-check prints when a property fails. */
const numbers = fc.nat({ max: 1_000_000 });

function problemNumber(index: number): Problem {
  return problemOf(randomScenario('properties', index), cataloguesBeside('test/conformance/exact/any.jsonl'));
}

function holds(property: (problem: Problem, decision: Decision) => void): void {
  fc.assert(
    fc.property(numbers, (index) => {
      const problem = problemNumber(index);
      property(problem, solve(problem));
    }),
    { numRuns: RUNS, seed: SEED },
  );
}

function podsOf(problem: Problem): ReadonlyMap<string, PendingPod> {
  return new Map(problem.pods.map((pod) => [pod.uid, pod]));
}

function poolOf(problem: Problem, claim: NewNodeClaim): PackerPool {
  const pool = problem.nodePools.find(({ metadata }) => metadata.name === claim.nodePool);
  if (pool === undefined) throw new Error(`no pool ${claim.nodePool}`);
  return pool;
}

function typesOf(problem: Problem, claim: NewNodeClaim): readonly PackerInstanceType[] {
  const named = new Set(claim.instanceTypes);
  return poolOf(problem, claim).instanceTypes.filter(({ name }) => named.has(name));
}

function requirementsOf(problem: Problem, list: PackerInstanceType['requirements']): Requirements {
  return Requirements.of(list.map((one) => requirementOf(one, problem.labels.aliases)));
}

/** Whether a required affinity term of a pod rules a value out. */
function excludes(problem: Problem, spec: PodSpec | undefined, key: string, value: string): boolean {
  const terms =
    spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  return (terms ?? []).some((term) =>
    (term.matchExpressions ?? [])
      .map((one) => requirementOf(one, problem.labels.aliases))
      .some((one) => one.key === key && !one.has(value)),
  );
}

function beforePinning(problem: Problem, { requirements }: NewNodeClaim): Requirements {
  if (requirements.find(problem.labels.reservationId)?.operator() !== 'In') return requirements;
  return Requirements.of(
    [...requirements.entries()].filter(
      ({ key }) => key !== problem.labels.reservationId && key !== 'karpenter.sh/capacity-type',
    ),
  );
}

/** Straight from the definition, in exact arithmetic, without any of the packer's own encoding. */
function largestAllocatable(type: PackerInstanceType): ReadonlyMap<string, bigint>[] {
  const overheadOf = (overhead: Overhead | undefined) => {
    const total = new Map<string, bigint>();
    addAmounts(total, amountsOf(overhead?.kubeReserved));
    addAmounts(total, amountsOf(overhead?.systemReserved));
    addAmounts(total, amountsOf(overhead?.evictionThreshold));
    return total;
  };
  return [undefined, ...type.offerings].map((offering) => {
    const left = amountsOf(type.capacity);
    addAmounts(left, amountsOf(offering?.capacityOverride));
    for (const overhead of [overheadOf(type.overhead), overheadOf(offering?.overheadOverride)]) {
      for (const [name, nano] of overhead) {
        const present = left.get(name);
        if (present !== undefined) left.set(name, present - nano);
      }
    }
    return left;
  });
}

describe('every decision', () => {
  it('accounts for each pod exactly once', () => {
    holds((problem, decision) => {
      const places = [
        ...decision.newNodeClaims.flatMap(({ podUids }) => podUids),
        ...decision.existingNodes.flatMap(({ podUids }) => podUids),
        ...decision.errors.keys(),
        ...decision.ignored.keys(),
      ];
      expect([...places].sort()).toEqual(problem.pods.map(({ uid }) => uid).sort());
    });
  });

  it('puts no pod onto a node whose taints it does not tolerate', () => {
    holds((problem, decision) => {
      const pods = podsOf(problem);
      for (const claim of decision.newNodeClaims) {
        const taints = poolOf(problem, claim).spec.template?.spec.taints ?? [];
        for (const uid of claim.podUids) {
          const own = pods.get(uid)?.template.spec.tolerations ?? [];
          const gaveUp = claim.relaxed.get(uid)?.includes('prefer-no-schedule-taint') === true;
          const taint = untolerated(taints, gaveUp ? [...own, SOFT] : own);
          expect(taint === undefined ? '' : formatTaint(taint)).toBe('');
        }
      }
    });
  });

  it('keeps the node selector of every pod', () => {
    holds((problem, decision) => {
      const pods = podsOf(problem);
      for (const claim of decision.newNodeClaims) {
        for (const uid of claim.podUids) {
          const spec = pods.get(uid)?.template.spec;
          for (const [key, value] of Object.entries(spec?.nodeSelector ?? {})) {
            const current = problem.labels.aliases.get(key) ?? key;
            // A pod that contradicts itself about a label of its own asks, to Karpenter, for a node without the label.
            if (excludes(problem, spec, current, value)) continue;
            expect(claim.requirements.get(current).has(value), `${uid} ${key}`).toBe(true);
          }
        }
      }
    });
  });

  it('names only types that meet the requirements, are offered, and hold all pods of the claim', () => {
    holds((problem, decision) => {
      const pods = podsOf(problem);
      for (const claim of decision.newNodeClaims) {
        const total = new Map<string, bigint>();
        for (const uid of claim.podUids) {
          const { spec, status } = (pods.get(uid) as PendingPod).template;
          addAmounts(total, podRequests(spec, status));
        }
        total.set('pods', BigInt(claim.podUids.length) * 1_000_000_000n);
        expect(claim.instanceTypes.length).toBeGreaterThan(0);
        // Karpenter pins reserved capacity at the very end and leaves the types without a reservation in the list.
        const requirements = beforePinning(problem, claim);
        for (const type of typesOf(problem, claim)) {
          expect(requirementsOf(problem, type.requirements).intersects(requirements), type.name).toBe(true);
          const offered = type.offerings.some(
            (offering) =>
              offering.available &&
              requirements.compatible(requirementsOf(problem, offering.requirements), {
                allowUndefined: problem.labels.wellKnown,
              }),
          );
          expect(offered, type.name).toBe(true);
          const roomy = largestAllocatable(type).some((left) =>
            [...total].every(([name, nano]) => nano <= (left.get(name) ?? 0n)),
          );
          expect(roomy, `${type.name} holds ${claim.podUids.join()}`).toBe(true);
        }
      }
    });
  });

  it('stays within the limits of every pool, whatever the claims become', () => {
    holds((problem, decision) => {
      for (const pool of problem.nodePools) {
        const claims = decision.newNodeClaims.filter(({ nodePool }) => nodePool === pool.metadata.name);
        if (claims.length === 0) continue;
        // Existing nodes only take away from the limits, so that what is left can but be less than this.
        for (const [name, limit] of amountsOf(pool.spec.limits)) {
          if (name === 'nodes') continue;
          const largest = claims.map((claim) =>
            typesOf(problem, claim)
              .map((type) => amountsOf(type.capacity).get(name) ?? 0n)
              .reduce((most, nano) => (nano > most ? nano : most), 0n),
          );
          const most = largest.reduce((sum, nano) => sum + nano, 0n);
          expect(most <= limit, `${pool.metadata.name} ${name}: ${most} of ${limit}`).toBe(true);
        }
      }
    });
  });

  it('is the same for the same problem, and in whatever order objects are listed', () => {
    fc.assert(
      fc.property(numbers, fc.infiniteStream(fc.nat()), (index, random) => {
        const problem = problemNumber(index);
        const shuffled = <T>(list: readonly T[] | undefined): readonly T[] =>
          (list ?? [])
            .map((one) => [random.next().value as number, one] as const)
            .sort(([a], [b]) => a - b)
            .map(([, one]) => one);
        const other: Problem = {
          ...problem,
          nodePools: shuffled(problem.nodePools),
          nodes: shuffled(problem.nodes),
          nodeClaims: shuffled(problem.nodeClaims),
          persistentVolumeClaims: shuffled(problem.persistentVolumeClaims),
          persistentVolumes: shuffled(problem.persistentVolumes),
          storageClasses: shuffled(problem.storageClasses),
          namespaces: shuffled(problem.namespaces),
        };
        const first = recordedForm(solve(problem));
        expect(recordedForm(solve(problem))).toEqual(first);
        expect(recordedForm(solve(other))).toEqual(first);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});
