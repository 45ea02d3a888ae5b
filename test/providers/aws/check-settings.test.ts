import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../../src/catalogue/built-in.ts';
import { checkSettings } from '../../../src/providers/aws/check-settings.ts';
import { instanceTables } from '../../../src/providers/aws/instance-tables.ts';
import { awsLabels } from '../../../src/providers/aws/labels.ts';
import { LABELS_1_14 } from '../../../src/providers/aws/labels-1-14.ts';
import { type ClusterInput, clusterOf, type RequirementText } from './cluster.ts';

const tables = instanceTables(loadBuiltInCatalogue());
const labels = awsLabels({ labels: LABELS_1_14, retired: [], listed: [] });

function findings(input: ClusterInput): string[] {
  const cluster = clusterOf(input);
  const typesOf = () => tables(cluster, undefined).types;
  return checkSettings(cluster, { labels, typesOf }).map(
    ({ code, message, help }) => `${code} ${message}${help === undefined ? '' : ` (${help})`}`,
  );
}

describe('region and zones', () => {
  it.each<ClusterInput>([
    {},
    { region: 'eu-west-1', zones: ['eu-west-1a', 'eu-west-1b'] },
    { zones: ['us-gov-west-1a'] },
    { region: 'eu-west-4' },
    { region: 'eusc-de-east-1' },
    { region: 'xy-somewhere-9', zones: ['xy-somewhere-9a'] },
    { region: 'us-east-1', zones: ['us-east-1a', 'us-east-1-bos-1a', 'us-east-1-wl1-bos-wlz-1'] },
  ])('are fine: %o', (input) => {
    expect(findings(input)).toEqual([]);
  });

  it('have to agree', () => {
    expect(findings({ region: 'eu-west-1', zones: ['eu-west-1a', 'eu-west-2a'] })).toEqual([
      'PW5030 zone `eu-west-2a` is in `eu-west-2`, not in the region of the cluster (Nodes, subnets and prices of a cluster belong to one region.)',
    ]);
  });

  it('have to look like those of AWS', () => {
    expect(findings({ region: 'eu-west-1a', zones: ['eu-west-1', 'euw1-az1'] })).toEqual([
      'PW5031 `eu-west-1a` is not named like an AWS region (Did you mean `eu-west-1`?)',
      'PW5031 `eu-west-1` is not named like an AWS zone (Zones are named: `eu-west-1a`.)',
      'PW5031 `euw1-az1` is not named like an AWS zone (Zones are listed by name, not by id: `eu-west-1a`.)',
    ]);
    expect(findings({ region: 'Ireland' })).toEqual([
      'PW5031 `Ireland` is not named like an AWS region (Regions are named like `eu-west-1`.)',
    ]);
  });

  it('may be misspelt', () => {
    const unknown = 'PW5031 `eu-wst-1` is none of the AWS regions that poolwright knows';
    expect(findings({ region: 'eu-wst-1', zones: ['eu-wst-1a'] })).toEqual([
      `${unknown} (Did you mean \`eu-west-1\`?)`,
    ]);
    expect(findings({ zones: ['eu-wst-1b'] })).toEqual([`${unknown} (Did you mean \`eu-west-1b\`?)`]);
  });
});

describe('price adjustments', () => {
  const adjust = (...where: RequirementText[]) =>
    findings({ region: 'eu-west-1', zones: ['eu-west-1a'], adjustments: [{ where, percent: -10 }] });

  it('may say anything that some offering meets', () => {
    expect(adjust()).toEqual([]);
    expect(adjust(['karpenter.k8s.aws/instance-family', 'In', 'a1'])).toEqual([]);
    expect(
      adjust(['beta.kubernetes.io/arch', 'In', 'arm64'], ['karpenter.sh/capacity-type', 'In', 'spot']),
    ).toEqual([]);
  });

  it('are reported when nothing meets them', () => {
    expect(adjust(['karpenter.k8s.aws/instance-category', 'In', 'C', 'Q'])).toEqual([
      'PW5032 no instance type has `C` as its `instance-category`: the price adjustment never applies (Did you mean `c`?)',
      'PW5032 no instance type has `Q` as its `instance-category`: the price adjustment never applies',
    ]);
    expect(adjust(['beta.kubernetes.io/arch', 'In', 'x86_64'])).toEqual([
      'PW5032 no instance type has `x86_64` as its `arch`: the price adjustment never applies (Did you mean `amd64`?)',
    ]);
    const together = adjust(
      ['karpenter.k8s.aws/instance-category', 'In', 'C', 'c'],
      ['karpenter.k8s.aws/instance-gpu-count', 'Exists'],
    );
    expect(together).toEqual([
      'PW5032 the price adjustment applies to no instance type (`poolwright catalogue list --where …` shows what its requirements match.)',
    ]);
    expect(adjust(['topology.kubernetes.io/zone', 'In', 'eu-west-1b'])).toHaveLength(1);
  });

  it('are reported for labels that no type has', () => {
    expect(adjust(['karpenter.k8s.aws/instance-famly', 'In', 'm5'])).toEqual([
      'PW5032 no instance type has the label `karpenter.k8s.aws/instance-famly`: it keeps the price adjustment from ever applying (Did you mean `karpenter.k8s.aws/instance-family`?)',
    ]);
    expect(adjust(['team', 'NotIn', 'a'])).toEqual([
      'PW5032 no instance type has the label `team`: it has no effect here',
    ]);
  });
});
