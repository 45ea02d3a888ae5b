import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../../src/catalogue/built-in.ts';
import { importAws } from '../../../src/catalogue/import-aws.ts';
import { parseSnapshot } from '../../../src/catalogue/parse-snapshot.ts';
import { invariant } from '../../../src/diagnostics/invariant.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { createAwsProvider } from '../../../src/providers/aws/index.ts';
import { selectTypes } from '../../../src/selection/select-types.ts';
import { clusterOf, nodeClassOf, type RequirementText } from './cluster.ts';

const builtIn = createAwsProvider(loadBuiltInCatalogue());

function selected(provider: typeof builtIn, cluster: ReturnType<typeof clusterOf>): string[] {
  const [pool] = cluster.pools;
  invariant(pool !== undefined, 'the cluster has a pool');
  const { types } = provider.instanceTable(cluster, nodeClassOf());
  const { requirements, labels } = pool;
  return selectTypes({ types, requirements, labels, vocabulary: provider.labels(cluster) }).types.map(
    (type) => type.name,
  );
}

describe('the provider', () => {
  it('is Karpenter on AWS', () => {
    expect(builtIn).toMatchObject({
      name: 'aws',
      apiGroup: 'karpenter.k8s.aws',
      nodeClassKind: 'EC2NodeClass',
    });
  });

  it('has the labels of the Karpenter version, whichever of its patch releases, and one object for them', () => {
    const labels = builtIn.labels(clusterOf({ karpenterVersion: '1.14' }));
    expect(labels.specs.get('karpenter.k8s.aws/instance-family')?.retired).toContain('p2');
    expect(builtIn.labels(clusterOf({ karpenterVersion: '1.14.1' }))).toBe(labels);
  });

  it('checks what it knows of a cluster', () => {
    expect(builtIn.checkSettings?.(clusterOf({ region: 'x' }))).toHaveLength(1);
  });

  it('finds types for a documented pool although the definition lists no zones', () => {
    const documented: RequirementText[] = [
      ['karpenter.k8s.aws/instance-category', 'In', 'c', 'm', 'r'],
      ['karpenter.k8s.aws/instance-generation', 'Gt', '4'],
      ['topology.kubernetes.io/zone', 'In', 'eu-west-1a', 'eu-west-1b', 'eu-west-1c'],
      ['kubernetes.io/arch', 'In', 'amd64'],
      ['karpenter.sh/capacity-type', 'In', 'on-demand'],
      ['node.kubernetes.io/instance-type', 'NotIn', 'm5a.16xlarge', 'm5a.24xlarge'],
    ];
    const open = selected(builtIn, clusterOf({ pools: [documented] }));
    const listed = selected(
      builtIn,
      clusterOf({
        region: 'eu-west-1',
        zones: ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'],
        pools: [documented],
      }),
    );
    expect(open).toEqual(listed);
    expect(open.length).toBeGreaterThan(500);
  });

  it('finds only what is really offered once offerings are imported', () => {
    const offer = (type: string, zone: string) => ({
      InstanceType: type,
      LocationType: 'availability-zone',
      Location: zone,
    });
    const file = JSON.stringify({
      InstanceTypeOfferings: [
        offer('m5.large', 'eu-west-1a'),
        offer('m5.xlarge', 'eu-west-1b'),
        offer('a1.large', 'eu-west-1a'),
      ],
    });
    const { snapshotText } = importAws({ date: '2026-09-02', files: [new Source('offerings.json', file)] });
    const { catalogue } = parseSnapshot(new Source('aws.json', snapshotText ?? ''));
    invariant(catalogue !== undefined, 'a snapshot we write is one we read');
    const provider = createAwsProvider(catalogue);
    const zone: RequirementText = ['topology.kubernetes.io/zone', 'In', 'eu-west-1a'];
    expect(selected(provider, clusterOf({ region: 'eu-west-1', pools: [[]] }))).toEqual([
      'm5.large',
      'm5.xlarge',
    ]);
    expect(selected(provider, clusterOf({ region: 'eu-west-1', pools: [[zone]] }))).toEqual(['m5.large']);
  });

  it('takes any zone id of the region while ids are not known', () => {
    const id = (value: string): RequirementText => ['topology.k8s.aws/zone-id', 'In', value];
    const place = { region: 'eu-west-1', zones: ['eu-west-1a'] };
    expect(selected(builtIn, clusterOf({ ...place, pools: [[id('euw1-az2')]] })).length).toBeGreaterThan(
      1000,
    );
    expect(selected(builtIn, clusterOf({ ...place, pools: [[id('use1-az2')]] }))).toEqual([]);
  });
});
