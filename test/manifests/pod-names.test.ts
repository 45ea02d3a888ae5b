import { describe, expect, it } from 'vitest';
import { findings, read } from './harness.ts';

const POD = 'spec: {containers: [{name: c}]}';
const pod = (name: string, meta = '') =>
  `{apiVersion: v1, kind: Pod, metadata: {name: ${name}${meta}}, ${POD}}`;
const controller = (kind: string, name: string, spec: string) =>
  `{apiVersion: ${kind === 'Job' ? 'batch' : 'apps'}/v1, kind: ${kind}, metadata: {name: ${name}}, spec: {${spec}, template: {${POD}}}}`;
const joined = (...manifests: readonly string[]) => manifests.join('\n---\n');

function names(...manifests: readonly string[]): string[] {
  return read(joined(...manifests)).workloads.pods.map(({ uid, name }) => `${uid} ${name}`);
}

describe('names of replicas', () => {
  const shop = controller('Deployment', 'shop', 'replicas: 3');

  it('avoid those of pods that are given', () => {
    expect(names(pod('shop-0'), pod('shop-3'), shop)).toEqual([
      'default/Deployment/shop/00000 shop-4',
      'default/Deployment/shop/00001 shop-1',
      'default/Deployment/shop/00002 shop-2',
      'default/Pod/shop-0 shop-0',
      'default/Pod/shop-3 shop-3',
    ]);
    expect(findings(joined(pod('shop-0'), pod('shop-1'), shop))).toMatchInlineSnapshot(`
      "info PW7038 @5:58-62 a replica of Deployment \`default/shop\` is called \`shop-3\`, for another pod is \`shop-0\`
        @1:46-52 the pod of that name
        help: Names of replicas are made up for the plan; in the cluster they end in random letters. One more replica has another number for the same reason."
    `);
  });

  it('mean nothing in other namespaces', () => {
    expect(read(joined(pod('shop-0', ', namespace: x'), shop)).diagnostics).toEqual([]);
    expect(read(joined(pod('shop-3'), shop)).diagnostics).toEqual([]);
  });

  it('avoid those of other controllers, whatever comes first', () => {
    const job = controller('Job', 'shop', 'parallelism: 1');
    const set = controller('StatefulSet', 'shop', 'replicas: 2');
    const expected = [
      'default/Deployment/shop/00000 shop-3',
      'default/Deployment/shop/00001 shop-4',
      'default/Deployment/shop/00002 shop-2',
      'default/Job/shop/00000 shop-5',
      'default/StatefulSet/shop/00000 shop-0',
      'default/StatefulSet/shop/00001 shop-1',
    ];
    expect(names(shop, job, set)).toEqual(expected);
    expect(names(set, job, shop)).toEqual(expected);
  });

  it('of a StatefulSet are fixed, so it would wait', () => {
    const set = controller('StatefulSet', 'db', 'replicas: 2');
    expect(names(set, pod('db-1'))).toEqual([
      'default/Pod/db-1 db-1',
      'default/StatefulSet/db/00000 db-0',
      'default/StatefulSet/db/00001 db-2',
    ]);
    expect(findings(joined(set, pod('db-1')))).toMatchInlineSnapshot(`
      "warning PW7025 @1:59-61 StatefulSet \`default/db\` cannot make its pod \`db-1\`: another pod has that name
        @3:46-50 the pod of that name
        help: It is planned as \`db-2\`. Rename the other pod or the StatefulSet."
    `);
  });

  it('of a StatefulSet are used again for a pod that is being deleted', () => {
    const owner =
      'ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: db, uid: s, controller: true}]';
    const leaving = `{apiVersion: v1, kind: Pod, metadata: {name: db-0, uid: u, deletionTimestamp: "2026-01-01T00:00:00Z", ${owner}}, spec: {nodeName: n, containers: [{name: c}]}}`;
    const node = '{apiVersion: v1, kind: Node, metadata: {name: n, uid: n}}';
    expect(names(controller('StatefulSet', 'db', 'replicas: 1'), leaving, node)).toEqual([
      'default/StatefulSet/db/00000 db-0',
    ]);
  });
});

describe('names after a prefix', () => {
  it('avoid those that are written', () => {
    const generated = `{apiVersion: v1, kind: Pod, metadata: {generateName: run-}, ${POD}}`;
    expect(names(generated, generated, pod('run-0'), pod('run-2'))).toEqual([
      'default/Pod/run-0 run-0',
      'default/Pod/run-1 run-1',
      'default/Pod/run-2 run-2',
      'default/Pod/run-3 run-3',
    ]);
  });
});

describe('uids', () => {
  it('that two pods share name the first only', () => {
    expect(names(pod('a', ', uid: u'), pod('b', ', uid: u'))).toEqual(['default/Pod/b b', 'u a']);
  });
});
