import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NodeRequirement, RequirementOperator } from '../../src/kubernetes/api/node-pool.ts';
import { labelRequirements, requirementOf } from '../../src/kubernetes/requirement.ts';
import { Requirements } from '../../src/kubernetes/requirements.ts';
import { forecast, side } from './harness.ts';
import { liveNode, TYPE, ZONE } from './live-cases.ts';
import { atDepth } from '../at-depth.ts';

const CAPACITY_TYPE = 'karpenter.sh/capacity-type';
const CPU = 'karpenter.k8s.aws/instance-cpu';
const GPU = 'karpenter.k8s.aws/instance-gpu-count';
const TYPES = ['m5.large', 'm5.xlarge', 'g5.xlarge', 'i4i.2xlarge'];

const listed = (key: string, values: readonly string[]) =>
  fc.record({
    key: fc.constant(key),
    operator: fc.constantFrom<RequirementOperator>('In', 'In', 'NotIn', 'Exists'),
    values: fc.subarray([...values], { minLength: 1 }),
  });
const counted = (key: string) =>
  fc.record({
    key: fc.constant(key),
    operator: fc.constantFrom<RequirementOperator>('Gt', 'Lt', 'Exists', 'DoesNotExist'),
    values: fc.integer({ min: 0, max: 9 }).map((bound) => [`${bound}`]),
  });

const requirements: fc.Arbitrary<readonly NodeRequirement[]> = fc
  .tuple(
    ...[
      listed(TYPE, TYPES),
      listed(ZONE, ['eu-west-1a', 'eu-west-1b']),
      listed(CAPACITY_TYPE, ['on-demand', 'spot']),
      counted(CPU),
      counted(GPU),
      listed('team', ['a', 'b', 'c']),
      fc.constantFrom<NodeRequirement>(
        { key: 'owner', operator: 'Exists' },
        { key: 'owner', operator: 'DoesNotExist' },
        { key: 'owner', operator: 'Gt', values: ['5'] },
        { key: 'owner', operator: 'In', values: ['3', '7'] },
      ),
    ].map((one) => fc.option(one, { nil: undefined, freq: 2 })),
  )
  .map((found) => found.flatMap((one) => (one === undefined ? [] : [withoutIdle(one)])));

function withoutIdle({ key, operator, values = [] }: NodeRequirement): NodeRequirement {
  return operator === 'Exists' || operator === 'DoesNotExist' ? { key, operator } : { key, operator, values };
}

/** Definitions whose pools admit a handful of types; `labels` of the nodes. */
function definition(written: readonly NodeRequirement[], labels: string): string {
  return `poolwright:
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b]
  defaults: 0
karpenter:
  node_pools:
    default:
      node_class: {ami: al2023@v20260715, role: web-nodes, subnet_selector_terms: [{id: subnet-0aaaaaaaaaaaaaaaa}], security_group_selector_terms: [{id: sg-0aaaaaaaaaaaaaaaa}]}
      labels: {${labels}}
      requirements: ${JSON.stringify([{ key: TYPE, operator: 'In', values: TYPES }, ...written])}
`;
}

type Labels = Readonly<Record<string, string>>;

function combined(written: readonly NodeRequirement[]): Requirements {
  return Requirements.of(written.map((one) => requirementOf(one)));
}

/** Karpenter's own question: is every requirement met by the labels, with nothing left undefined? */
function isMet(written: readonly NodeRequirement[], labels: Labels): boolean {
  const all = combined([{ key: TYPE, operator: 'In', values: TYPES }, ...written]);
  return Requirements.of(labelRequirements(labels)).compatible(all, { allowUndefined: new Set() });
}

/** Nodes that a pool may have made: all types, zones, capacity types, and values of its own keys. */
function nodesOf(text: string, written: readonly NodeRequirement[], labels: Labels): readonly Labels[] {
  const [pool] = side(text, 'nodes.yaml').compiled.pools;
  const before = combined(written);
  const own = (key: string) => {
    const label = labels[key];
    if (label !== undefined) return [label];
    if (!before.has(key)) return [undefined];
    const values = ['a', 'b', 'c', '3', '7', '12'].filter((value) => before.get(key).has(value));
    return values.length === 0 ? [undefined] : values;
  };
  const machines = (pool?.selection.types ?? []).flatMap((type) =>
    type.offerings.map(({ zone, capacityType }): Labels => {
      const single = [...type.labels].filter(([, values]) => values.length === 1);
      const typed = Object.fromEntries(single.map(([key, [value = '']]) => [key, value]));
      return { ...typed, [ZONE]: zone, [CAPACITY_TYPE]: capacityType };
    }),
  );
  return machines
    .flatMap((machine) =>
      own('team').flatMap((team) =>
        own('owner').map(
          (owner): Labels => ({
            ...machine,
            ...(team === undefined ? {} : { team }),
            ...(owner === undefined ? {} : { owner }),
          }),
        ),
      ),
    )
    .filter((node) => isMet(written, node));
}

/** Pools without a type are refused. */
function admitsTypes(text: string): boolean {
  try {
    return side(text, 'base.yaml').compiled.pools.length > 0;
  } catch {
    return false;
  }
}

describe('requirements that change', () => {
  it('replace exactly the nodes that do not meet them any more', () => {
    const scopes = new Map<string, number>();
    fc.assert(
      fc.property(requirements, requirements, fc.constantFrom('', 'team: a'), (before, after, labels) => {
        const [base, head] = [definition(before, labels), definition(after, labels)];
        fc.pre([base, head].every(admitsTypes));
        const nodes = nodesOf(base, before, labels === '' ? {} : { team: 'a' });
        fc.pre(nodes.length > 0);
        const live = nodes.map((node, i) => liveNode(`n${i}`, node)).join('');
        const rotation = forecast({ base, head, live });
        const replaced = nodes.filter((node) => !isMet(after, node)).length;
        expect(rotation.nodes).toMatchObject({ count: replaced, of: nodes.length });
        if (rotation.scope === 'none') expect(replaced).toBe(0);
        if (rotation.scope === 'all') expect(replaced).toBe(nodes.length);
        // Of values that nobody can list, the nodes here have a few.
        if (replaced > 0) expect(rotation.scope).not.toBe('none');
        scopes.set(rotation.scope, (scopes.get(rotation.scope) ?? 0) + 1);
      }),
      { numRuns: atDepth(40) },
    );
    expect([...scopes.keys()].sort()).toEqual(['all', 'none', 'partial']);
  }, 60_000);
});
