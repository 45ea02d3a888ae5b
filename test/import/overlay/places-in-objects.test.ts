import { expect, it } from 'vitest';
import type { PathSegment } from '../../../src/diagnostics/located-path.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import type { Span } from '../../../src/diagnostics/span.ts';
import type { LiveObject } from '../../../src/import/live-objects.ts';
import { placesInObjects } from '../../../src/import/overlay/places-in-objects.ts';
import { relocatedPool } from '../../../src/import/overlay/relocated.ts';
import type { Pool } from '../../../src/model/pool.ts';
import { compiledPools } from '../harness.ts';

const TEXT = `node_pools:
  web:
    node_class_name: shared
    labels: { team: a }
    limits: { cpu: 10 }
    weight: 3
    requirements:
      - { key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8"] }
    taints:
      - { key: t, value: v, effect: NoSchedule }
    disruption:
      budgets: [{ nodes: 5%, reasons: [Drifted] }]
    expire_after: 100h
    node_class: { ami: al2023@v20260715, role: nodes, kubelet: { max_pods: 20 } }
`;

/** Says which path was asked for, as the text at it. */
function object(kind: string): LiveObject {
  const span = (path: readonly PathSegment[]) => ({
    source: new Source(`${kind} ${path.join('.')}`, ''),
    start: 0,
    end: 0,
  });
  return {
    apiVersion: 'v1',
    kind,
    name: 'web',
    namespace: 'default',
    labels: {},
    annotations: {},
    spec: {},
    source: undefined,
    span,
  };
}

const [compiled] = compiledPools(TEXT);
const pool = compiled?.pool as Pool;

function placesOf(nodeClass: LiveObject | undefined): Readonly<Record<string, string>> {
  const moved = relocatedPool(pool, placesInObjects(pool, { nodePool: object('NodePool'), nodeClass }));
  const at = (span: Span | undefined) => span?.source.file ?? 'nowhere';
  const budget = moved.disruption?.budgets?.value[0];
  return {
    name: at(moved.keySpan),
    nodeClassName: at(moved.nodeClassName?.origin.span),
    label: at(moved.labels.get('team')?.origin.span),
    limit: at(moved.limits.get('cpu')?.origin.span),
    weight: at(moved.weight?.origin.span),
    value: at(moved.requirements[0]?.values[1]?.origin.span),
    requirement: at(moved.requirements[0]?.origin.span),
    builtIn: at(moved.requirements.at(-1)?.origin.span),
    effect: at(moved.taints[0]?.effect.origin.span),
    reason: at(budget?.reasons?.[0]?.origin.span),
    expireAfter: at(moved.expireAfter?.origin.span),
    maxPods: at(moved.nodeClass.rest.entries.get('kubelet')?.value.origin.span),
  };
}

it('is told value by value', () => {
  expect(placesOf(object('EC2NodeClass'))).toMatchInlineSnapshot(`
    {
      "builtIn": "NodePool metadata.name",
      "effect": "NodePool spec.template.spec.taints.0.effect",
      "expireAfter": "NodePool spec.template.spec.expireAfter",
      "label": "NodePool spec.template.metadata.labels.team",
      "limit": "NodePool spec.limits.cpu",
      "maxPods": "EC2NodeClass spec.kubelet",
      "name": "NodePool metadata.name",
      "nodeClassName": "NodePool spec.template.spec.nodeClassRef.name",
      "reason": "NodePool spec.disruption.budgets.0.reasons.0",
      "requirement": "NodePool spec.template.spec.requirements.0",
      "value": "NodePool spec.template.spec.requirements.0.values.1",
      "weight": "NodePool spec.weight",
    }
  `);
});

it('is the reference, where the node class is not there', () => {
  expect(placesOf(undefined)['maxPods']).toBe('NodePool spec.template.spec.nodeClassRef.name');
});

it('leaves no place in the definition, and no layer of one', () => {
  const moved = relocatedPool(pool, placesInObjects(pool, { nodePool: object('NodePool') }));
  const places = new Set<string>();
  const layers = new Set<string>();
  const walk = (value: unknown) => {
    if (value instanceof Source) places.add(value.file);
    else if (value instanceof Map) for (const item of value.values()) walk(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (key === 'layer') layers.add((item as { readonly kind: string }).kind);
        walk(item);
      }
    }
  };
  walk(moved);
  expect([...places].filter((file) => !file.startsWith('NodePool'))).toEqual([]);
  expect([...layers].sort()).toEqual(['built-in', 'pool']);
});
