import * as fc from 'fast-check';
import { load } from 'js-yaml';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { fileDigest } from '../../src/render/file-digest.ts';
import { renderCluster } from '../../src/render/render-cluster.ts';
import { compiled, textOf } from './harness.ts';

const POOL = 'karpenter/nodepool-default.yaml';

describe('a rendered cluster', () => {
  it('is one object a file, a kustomization, a warning and the record', () => {
    const files = renderCluster(compiled([{ name: 'gpu' }, { name: 'default' }]));
    expect(files.map(({ path }) => path)).toEqual([
      '.poolwright.json',
      'DO_NOT_EDIT',
      'karpenter/ec2nodeclass-default.yaml',
      'karpenter/ec2nodeclass-gpu.yaml',
      'karpenter/kustomization.yml',
      'karpenter/nodepool-default.yaml',
      'karpenter/nodepool-gpu.yaml',
    ]);
  });

  it('says on the object itself, and nowhere else, where it comes from', () => {
    const text = textOf(renderCluster(compiled([{ limits: { cpu: '111' } }])), POOL);
    expect(text).toBe(`---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  annotations:
    poolwright.dev/source: "clusters/example.yaml#node_pools.default"
  name: default
spec:
  limits:
    cpu: "111"
  template:
    spec:
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: default
      requirements: []
`);
  });

  it('lists its objects for kustomize, hidden from Argo CD as a plain manifest', () => {
    expect(textOf(renderCluster(compiled([{}])), 'karpenter/kustomization.yml')).toBe(`---
# +argocd:skip-file-rendering
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - ec2nodeclass-default.yaml
  - nodepool-default.yaml
`);
  });

  it('shows Argo CD and kubectl only files of Kubernetes objects besides', () => {
    // What Argo CD reads of a plain directory, with `recurse`.
    const read = renderCluster(compiled([{}])).filter(({ path }) => /\.(yaml|yml|json|jsonnet)$/.test(path));
    const manifests = read.filter(({ text }) => !text.includes('+argocd:skip-file-rendering'));
    expect(manifests.map(({ text }) => (load(text) as { kind: string }).kind)).toEqual([
      'EC2NodeClass',
      'NodePool',
    ]);
  });

  it('can be joined into one stream', () => {
    const files = renderCluster(compiled([{}])).filter(({ path }) => /\.ya?ml$/.test(path));
    expect(files.every(({ text }) => text.startsWith('---\n') && text.endsWith('\n'))).toBe(true);
  });

  it('records the digest of every file but the record', () => {
    const files = renderCluster(compiled([{}]));
    const record = JSON.parse(textOf(files, '.poolwright.json')) as { files: Record<string, string> };
    expect(record.files).toEqual(
      Object.fromEntries(
        files
          .filter(({ path }) => path !== '.poolwright.json')
          .map(({ path, text }) => [path, fileDigest(text)]),
      ),
    );
  });

  it('of no pools still has its files', () => {
    const files = renderCluster(compiled([]));
    expect(files.map(({ path }) => path)).toEqual([
      '.poolwright.json',
      'DO_NOT_EDIT',
      'karpenter/kustomization.yml',
    ]);
  });

  it('loses nothing on the way through cdk8s: false, 0, empty text, empty lists, order', () => {
    const files = renderCluster(
      compiled([
        {
          labels: { b: '', a: 'x', constructor: 'y' },
          requirements: [
            { key: 'z', operator: 'In', values: ['2', '1', ''] },
            { key: 'a', operator: 'Exists' },
          ],
          disruption: { consolidateAfter: '0s', budgets: [] },
          replicas: 0,
          nodeClass: {
            associatePublicIPAddress: false,
            ipPrefixCount: 0,
            context: '',
            tags: { value: 'a', constructor: '' },
            kubelet: { cpuCFSQuota: false, maxPods: 0 },
          },
        },
      ]),
    );
    expect(parse(textOf(files, POOL)).spec).toEqual({
      disruption: { consolidateAfter: '0s', budgets: [] },
      replicas: 0,
      template: {
        metadata: { labels: { a: 'x', b: '', constructor: 'y' } },
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [
            { key: 'z', operator: 'In', values: ['2', '1', ''] },
            { key: 'a', operator: 'Exists' },
          ],
        },
      },
    });
    expect(parse(textOf(files, 'karpenter/ec2nodeclass-default.yaml')).spec).toMatchObject({
      associatePublicIPAddress: false,
      ipPrefixCount: 0,
      context: '',
      tags: { value: 'a', constructor: '' },
      kubelet: { cpuCFSQuota: false, maxPods: 0 },
    });
  });

  it('fails loudly when an object is beyond what its construct accepts', () => {
    expect(() => renderCluster(compiled([{ weight: 0 }]))).toThrow('spec.weight: 0 is not an integer');
  });
});

describe('the bytes', () => {
  afterEach(() => vi.unstubAllEnvs());

  const awkward = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      'yes',
      'NO',
      '1_000',
      '12:30',
      '010',
      '0o17',
      '1e3',
      '~',
      'null',
      '2026-01-01',
      '- a',
      '#',
      'a: b',
      '\n',
      'a\r\nb',
    ),
  );
  const name = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
  const pools = fc.uniqueArray(
    fc.record({
      name,
      annotations: fc.dictionary(awkward, awkward),
      nodeClass: fc.record({ userData: awkward }),
    }),
    { maxLength: 4, selector: (pool) => pool.name },
  );

  it('are the same for the same cluster, whatever the order of pools and the environment', () => {
    fc.assert(
      fc.property(pools, (plain) => {
        const once = renderCluster(compiled(plain));
        vi.stubEnv('CDK8S_DISABLE_SORT', 'true');
        vi.stubEnv('CDK8S_OUTDIR', 'elsewhere');
        const twice = renderCluster(compiled(plain.toReversed()));
        vi.unstubAllEnvs();
        expect(twice).toEqual(once);
      }),
      { numRuns: 50 },
    );
  });

  it('read back equal by readers of YAML 1.1 and 1.2', () => {
    fc.assert(
      fc.property(pools, (plain) => {
        const files = renderCluster(compiled(plain));
        for (const pool of plain) {
          const text = textOf(files, `karpenter/nodepool-${pool.name}.yaml`);
          const expected = Object.keys(pool.annotations).length === 0 ? undefined : pool.annotations;
          for (const version of ['1.1', '1.2'] as const) {
            expect(parse(text, { version }).spec.template.metadata?.annotations).toEqual(expected);
          }
          const other = textOf(files, `karpenter/ec2nodeclass-${pool.name}.yaml`);
          for (const version of ['1.1', '1.2'] as const) {
            expect(parse(other, { version }).spec.userData).toBe(pool.nodeClass.userData);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
