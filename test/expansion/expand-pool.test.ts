import { describe, expect, it } from 'vitest';
import type { ExpansionInput } from '../../src/expansion/expansion.ts';
import { expandPool } from '../../src/expansion/expand-pool.ts';
import { labelsOf } from '../checks/harness.ts';
import { clusterOf, found, ON_DEMAND, poolOf, typesText } from '../backends/cluster-api-harness.ts';

const WIDE = `limits: { cpu: "400" }
requirements:
  - { key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r] }
  - { key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["4"] }
  - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand, spot] }`;

function groupsOf(pools: Readonly<Record<string, string>>, name: string) {
  const { machines } = poolOf({ backend: 'cluster-autoscaler', pools }, name);
  return machines?.nodeGroups ?? [];
}

describe('a pool as MachineDeployments', () => {
  it('is one for each type, zone and capacity type, within the caps', () => {
    const groups = groupsOf({ a: WIDE }, 'a');
    expect(groups).toHaveLength(48);
    expect(new Set(groups.map(({ instanceType }) => instanceType.name)).size).toBe(8);
    for (const { instanceType } of groups) {
      expect(groups.filter((other) => other.instanceType === instanceType)).toHaveLength(6);
    }
    expect(groups.map(({ name }) => name)).toEqual(groups.map(({ name }) => name).sort());
  });

  it('accounts for every type that it does not keep', () => {
    const { machines, selection } = poolOf({ backend: 'cluster-autoscaler', pools: { a: WIDE } }, 'a');
    const kept = new Set(machines?.nodeGroups.map(({ instanceType }) => instanceType.name));
    const dropped = new Set(machines?.dropped.map(({ instanceType }) => instanceType));
    for (const { name } of selection.types) expect(kept.has(name) || dropped.has(name)).toBe(true);
    expect(machines?.dropped.every(({ reason }) => reason !== '' && !reason.endsWith('.'))).toBe(true);
  });

  it('stays as it is when other pools come and go', () => {
    const alone = groupsOf({ a: WIDE }, 'a');
    const together = groupsOf({ b: `weight: 3\n${WIDE}`, a: WIDE, c: WIDE }, 'a');
    expect(together.map(({ name, annotations }) => ({ name, annotations }))).toEqual(
      alone.map(({ name, annotations }) => ({ name, annotations })),
    );
  });

  it('is split so that all of them together stay within the limits', () => {
    const groups = groupsOf({ a: `cluster_api: { limit_strategy: split }\n${WIDE}` }, 'a');
    const cpu = groups.reduce((sum, { maxSize, capacity }) => sum + maxSize * capacity.cpuMilli, 0);
    expect(cpu).toBeLessThanOrEqual(400_000);
    expect(groups.every(({ maxSize }) => maxSize > 0)).toBe(true);
  });

  it.each([
    [
      `limits: { cpu: "4" }\n${typesText('m5.large')}`,
      'PW9007 "\\"4\\"": pool `a` can come to 3.0 times its limit on `cpu`',
    ],
    [typesText('m5.large'), 'PW9006 "a": nothing bounds each MachineDeployment of pool `a`'],
    [
      `cluster_api: { min_size: 7, max_size: 2 }\nlimits: { nodes: 1 }\n${typesText('m5.large')}`,
      'PW9007 "1": pool `a` can come to 3.0 times its limit on `nodes`',
    ],
    [
      `cluster_api: { min_size: 5, max_size: 2 }\nlimits: { nodes: 1 }\n${typesText('m5.large')}`,
      'PW9008 "5": `min_size: 5` is 2 more than the MachineDeployments of pool `a` may have',
    ],
    [
      `limits: { cpu: "400" }\ncluster_api: { max_machine_deployments: 2 }\n${typesText('m5.large')}`,
      'PW9002 "2": `max_machine_deployments: 2` is too few for pool `a`, which needs 3 MachineDeployments',
    ],
    [
      `limits: { cpu: "400" }\ncluster_api: { max_types: 1 }\nrequirements:\n  - { key: kubernetes.io/arch, operator: In, values: [amd64, arm64] }\n  ${ON_DEMAND}`,
      'PW9002 "1": `max_types: 1` is too few for pool `a`',
    ],
  ])('tells what is wrong: %s', (body, message) => {
    const cluster = clusterOf({ backend: 'cluster-autoscaler', pools: { a: body } });
    expect(found(cluster, 'PW900').join('\n').replaceAll('"4"', '\\"4\\"')).toContain(message);
  });
});

describe('types without an image', () => {
  const body = (families: string, max: number) =>
    `limits: { cpu: "400" }\ncluster_api: { max_types: ${max} }\nrequirements:\n  - { key: karpenter.k8s.aws/instance-family, operator: In, values: [${families}] }\n  ${ON_DEMAND}`;
  const typesOf = (families: string, max: number) =>
    new Set(groupsOf({ a: body(families, max) }, 'a').map(({ instanceType }) => instanceType.name));

  it('take no place of others, and are accounted for', () => {
    expect(typesOf('m7i, inf2, trn1', 3)).toEqual(typesOf('m7i', 3));
    const { machines } = poolOf({ backend: 'cluster-autoscaler', pools: { a: body('m7i, inf2', 3) } }, 'a');
    expect(
      machines?.dropped.filter(({ instanceType }) => instanceType.startsWith('inf2.')).slice(0, 1),
    ).toEqual([
      {
        instanceType: 'inf2.xlarge',
        rule: 'no-image',
        reason: 'no image of AL2023 has the drivers for its accelerator',
      },
    ]);
  });

  it('need no more room, and are one finding', () => {
    const cluster = clusterOf({ backend: 'cluster-autoscaler', pools: { a: body('m7i, inf2', 2) } });
    expect(found(cluster, 'PW9002')).toEqual([]);
    expect(found(cluster, 'PW9513')).toHaveLength(1);
    expect(found(cluster, 'PW9004')).toMatchObject([expect.stringContaining('4 without an image')]);
  });
});

describe('a pool of which more or less is known', () => {
  const TYPES = ['m5.large', 'm5.xlarge', 'm5.2xlarge', 'm5.4xlarge'];
  const compiled = poolOf(
    { backend: 'cluster-autoscaler', pools: { a: `limits: { cpu: "400" }\n${typesText(...TYPES)}` } },
    'a',
  );
  const { pool, table, selection } = compiled;
  const { clusterApi: options } = pool;
  if (options === undefined) throw new Error('no options');
  const input: ExpansionInput = {
    pool,
    options,
    clusterName: { value: 'prod', origin: pool.backend.origin },
    output: 'machine-deployments',
    unmakeable: () => undefined,
    vocabulary: labelsOf(
      clusterOf({ backend: 'cluster-autoscaler', pools: { a: typesText('m5.large') } }).cluster,
    ),
    provider: { launch: { maxInstanceTypes: 60, isExotic: () => false } },
    table,
    selection,
    limitsKeptBy: 'quota',
  };
  const typesOf = (more: Partial<ExpansionInput>) => {
    const { groups } = expandPool({ ...input, ...more });
    return [...new Set(groups.map(({ option }) => option.type.name))];
  };

  it('goes by size without prices, and says so', () => {
    const unpriced = selection.types.map((type) => ({
      ...type,
      offerings: type.offerings.map(({ zone, capacityType, available }) => ({
        zone,
        capacityType,
        available,
      })),
    }));
    const { groups, diagnostics } = expandPool({ ...input, selection: { ...selection, types: unpriced } });
    expect(groups).toHaveLength(12);
    expect(diagnostics.map(({ code }) => code)).toEqual(['PW9005']);
  });

  it('leaves out what daemons and the smallest pod do not fit, and keeps what the largest pod needs', () => {
    const cores = (count: number) => new Map([['cpu', BigInt(count) * 1_000_000_000n]]);
    const workloads = {
      daemonRequests: () => cores(1),
      smallestPod: cores(1),
      largestPod: cores(12),
    };
    const capped = { ...options, maxTypes: { ...options.maxTypes, value: 2 } };
    expect(typesOf({ workloads, options: capped })).toEqual(['m5.2xlarge', 'm5.4xlarge']);
    const { dropped } = expandPool({ ...input, workloads });
    expect(dropped).toEqual([
      { instanceType: 'm5.large', rule: 'daemons', reason: 'daemons leave no room for the smallest pod' },
    ]);
  });
});
