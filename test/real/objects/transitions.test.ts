import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { ApiServer, type Manifest } from '../rig/api.ts';
import { objectsOf } from './written-objects.ts';

const api = new ApiServer(inject('aws'));

afterAll(() => api.close());

/** Changes of a definition that the repository holds: the examples of dangers, and the reviews that are kept. */
const CHANGES = [
  ...readdirSync('docs/diagnostics')
    .filter((code) => code.startsWith('PW96'))
    .map((code) => ({
      name: code,
      base: `docs/diagnostics/${code}/base.yaml`,
      head: `docs/diagnostics/${code}/head.yaml`,
    })),
  ...readdirSync('test/golden/reviews').map((name) => ({
    name,
    base: `test/golden/reviews/${name}/base/clusters/web.yaml`,
    head: `test/golden/reviews/${name}/head/clusters/web.yaml`,
  })),
].filter(({ base, head }) => existsSync(base) && existsSync(head));

/** What the server does not let an object become. A danger of the same code says so beforehand. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  PW9605: [
    'NodePool.karpenter.sh "default" is invalid: [spec.template.spec.nodeClassRef: Invalid value: nodeClassRef.group is immutable, spec.template.spec.nodeClassRef: Invalid value: nodeClassRef.kind is immutable]',
  ],
  PW9606: [
    'NodePool.karpenter.sh "default" is invalid: spec: Invalid value: Cannot transition NodePool between static (replicas set) and dynamic (replicas unset) provisioning modes',
  ],
};

describe('a change that is applied over the state before', () => {
  it.each(CHANGES)('$name: the server refuses no more than the review says', async ({ name, base, head }) => {
    const before = await objectsIn(base);
    const after = await objectsIn(head);
    for (const object of before) expect((await api.apply(object)).message, 'base').toBe('');
    expect(before).not.toEqual([]);
    const refused: string[] = [];
    for (const object of after) {
      const verdict = await api.dryRunApply(object);
      if (!verdict.admitted) refused.push(verdict.message);
    }
    for (const object of before) await api.remove(object);
    expect(refused).toEqual(REFUSED[name] ?? []);
  });

  it('is tried for the rules that the CRDs have', () => {
    expect(CHANGES.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(REFUSED)));
    expect(CHANGES.length).toBeGreaterThan(30);
  });
});

/** Without those whose CRD is in no Go module. */
async function objectsIn(file: string): Promise<readonly Manifest[]> {
  const objects = objectsOf({ where: file, text: readFileSync(file, 'utf8') }).map(({ object }) => object);
  const known = await Promise.all(objects.map((object) => api.knows(object)));
  const namespaces = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  for (const name of namespaces) await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  return objects.filter((_, at) => known[at] === true);
}
