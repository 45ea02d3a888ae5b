import type { RequirementInput } from '../../../src/kubernetes/requirement.ts';
import { requirementOf } from '../../../src/kubernetes/requirement.ts';
import { Requirements } from '../../../src/kubernetes/requirements.ts';
import type { NodePoolSpec } from '../../../src/kubernetes/api/node-pool.ts';
import type { Workloads } from '../../../src/model/workloads.ts';
import type { NewNodeClaim } from '../../../src/packer/karpenter/decision.ts';
import type { PackerInstanceType, Problem } from '../../../src/packer/karpenter/problem.ts';
import { solve } from '../../../src/packer/karpenter/solve.ts';
import type { Manifest } from '../rig/api.ts';
import type { ClaimForm, DecisionForm } from './claim-form.ts';
import { requirementTexts } from './requirement-texts.ts';

export interface KwokFormInput {
  readonly objects: readonly Manifest[];
  /** JSON. */
  readonly instanceTypes: string;
  readonly workloads: Workloads;
  /** Deprecated label keys to current ones. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** The file as KWOK reads it (Karpenter 1.14, kwok/cloudprovider/helpers.go). */
interface FileType {
  readonly name: string;
  readonly architecture: string;
  readonly operatingSystems: readonly string[];
  readonly resources: Readonly<Record<string, string>>;
  readonly offerings: readonly {
    readonly Price: number;
    readonly Requirements: readonly RequirementInput[];
  }[];
}

const ZONE = 'topology.kubernetes.io/zone';
const CAPACITY_TYPE = 'karpenter.sh/capacity-type';
const CORE = [
  'karpenter.sh/nodepool',
  'topology.kubernetes.io/region',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'node.kubernetes.io/windows-build',
  ZONE,
  CAPACITY_TYPE,
];
const SIZES = ['instance-size', 'instance-family', 'instance-cpu', 'instance-memory'].map(
  (name) => `karpenter.kwok.sh/${name}`,
);

/**
 * What our packer decides about what KWOK is given: the NodePools and the file of instance types that were written, with
 * KWOK's own ideas of labels and capacity. It shows that where the plan and KWOK differ, it is KWOK that differs from AWS.
 */
export function kwokForm({ objects, instanceTypes, workloads, aliases }: KwokFormInput): DecisionForm {
  const types = JSON.parse(instanceTypes) as readonly FileType[];
  const packerTypes = types.map(packerType);
  const pools = objects.filter(({ kind }) => kind === 'NodePool');
  const keys = types.flatMap(({ offerings }) =>
    offerings.flatMap(({ Requirements: all }) => all.map(({ key }) => key)),
  );
  const problem: Problem = {
    labels: {
      wellKnown: new Set([...CORE, ...SIZES, ...keys]),
      restrictedDomains: ['karpenter.sh', 'karpenter.kwok.sh'],
      aliases,
      reservationId: 'karpenter.sh/reservation-id',
    },
    nodePools: pools.map(({ metadata: { name }, spec }) => ({
      metadata: { name },
      spec: spec as NodePoolSpec,
      instanceTypes: packerTypes,
    })),
    ...workloads,
  };
  const decision = solve(problem);
  const names = new Map(workloads.pods.map(({ uid, namespace, name }) => [uid, `${namespace}/${name}`]));
  const nameOf = (uid: string) => names.get(uid) ?? uid;
  const byName = new Map(types.map((type) => [type.name, type]));
  return {
    claims: decision.newNodeClaims.map((claim) => claimForm(claim, byName, nameOf)),
    unplaced: [...decision.errors.keys(), ...decision.ignored.keys()].map(nameOf).sort(),
    staticNodes: [],
  };
}

function packerType({
  name,
  architecture,
  operatingSystems,
  resources,
  offerings,
}: FileType): PackerInstanceType {
  const all = (key: string) => [
    ...new Set(offerings.flatMap((one) => one.Requirements.find((each) => each.key === key)?.values ?? [])),
  ];
  const one = (key: string, values: readonly string[]): RequirementInput => ({ key, operator: 'In', values });
  return {
    name,
    requirements: [
      one('node.kubernetes.io/instance-type', [name]),
      one('kubernetes.io/arch', [architecture]),
      one('kubernetes.io/os', operatingSystems),
      one(ZONE, all(ZONE)),
      one(CAPACITY_TYPE, all(CAPACITY_TYPE)),
      // Made of names and sizes; nothing here asks for them.
      ...SIZES.map((key) => one(key, [name])),
    ],
    offerings: offerings.map(({ Price: price, Requirements: requirements }) => ({
      price,
      requirements,
      available: true,
    })),
    capacity: resources,
    overhead: { kubeReserved: { cpu: '100m', memory: '10Mi' } },
  };
}

function claimForm(
  { nodePool, requirements, instanceTypes, requestsNano, podUids }: NewNodeClaim,
  types: ReadonlyMap<string, FileType>,
  nameOf: (uid: string) => string,
): ClaimForm {
  const prices = new Map<string, number>();
  const capacityTypes = new Set<string>();
  for (const name of instanceTypes) {
    const offerings = (types.get(name)?.offerings ?? []).filter((offering) =>
      requirements.intersects(Requirements.of(offering.Requirements.map((each) => requirementOf(each)))),
    );
    for (const { Requirements: all } of offerings) {
      for (const value of all.find(({ key }) => key === CAPACITY_TYPE)?.values ?? [])
        capacityTypes.add(value);
    }
    prices.set(name, Math.min(...offerings.map(({ Price }) => Price)));
  }
  const least = Math.min(...prices.values());
  const texts = new Map(requirementTexts(requirements.entries()));
  texts.set(CAPACITY_TYPE, `In ${[...capacityTypes].sort().join(', ')}`);
  return {
    nodePool,
    instanceTypes: [...instanceTypes].sort(),
    requirements: texts,
    requestsNano,
    price: least.toFixed(6),
    cheapest: instanceTypes.filter((name) => prices.get(name) === least),
    pods: podUids.map(nameOf),
  };
}
