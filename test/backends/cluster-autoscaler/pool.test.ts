import { describe, expect, it } from 'vitest';
import {
  annotationsOf,
  clusterOf,
  type Definition,
  found,
  ON_DEMAND,
  poolOf,
  typesText,
} from '../cluster-api-harness.ts';

const TYPES = typesText('m5.xlarge');

function pool(body: string, more: Partial<Definition> = {}) {
  return poolOf({ backend: 'cluster-autoscaler', pools: { batch: body }, ...more }, 'batch');
}

function findings(body: string, prefix: string, more: Partial<Definition> = {}) {
  return found(clusterOf({ backend: 'cluster-autoscaler', pools: { batch: body }, ...more }), prefix);
}

const optionsOf = (body: string) =>
  Object.entries(annotationsOf(pool(body))).flatMap(([key, value]) => {
    const name = key.replace(/^cluster\.x-k8s\.io\/autoscaling-options-/, '');
    return name === key ? [] : [`${name}=${value}`];
  });

describe('options of node groups', () => {
  it.each([
    ['disruption: { consolidate_after: 5m }', ['scaledownunneededtime=5m']],
    [
      'disruption: { consolidate_after: Never }',
      ['scaledowngpuutilizationthreshold=-1', 'scaledownutilizationthreshold=-1'],
    ],
    [
      'disruption: { consolidation_policy: WhenEmpty, consolidate_after: 1m }',
      ['scaledowngpuutilizationthreshold=0', 'scaledownunneededtime=1m', 'scaledownutilizationthreshold=0'],
    ],
    [
      'disruption: { consolidation_policy: WhenEmpty, consolidate_after: 1m }\ncluster_api: { scale_down: { utilization_threshold: "0.7", unneeded_time: 3m } }',
      ['scaledowngpuutilizationthreshold=0', 'scaledownunneededtime=3m', 'scaledownutilizationthreshold=0.7'],
    ],
    ['cluster_api: { max_node_startup_time: 9m }', ['maxnodestartuptime=9m']],
    ['', []],
  ])('%s', (body, expected) => {
    expect(optionsOf(`limits: { cpu: "40" }\n${body}\n${TYPES}`)).toEqual(expected);
  });
});

describe('what the Cluster Autoscaler does not have', () => {
  it('is nothing for a pool that does not ask for it', () => {
    expect(findings(`cluster_api: { max_size: 3 }\n${TYPES}`, 'PW9')).toEqual([]);
  });

  it.each([
    ['expire_after: 720h', ['PW9020 "720h"']],
    ['expire_after: Never', []],
    ['disruption: { consolidate_after: 5m, budgets: [{ nodes: "10%" }] }', ['PW9021 "budgets"']],
    [
      'disruption: { consolidate_after: 5m, consolidation_policy: WhenEmptyOrUnderutilized }',
      ['PW9022 "WhenEmptyOrUnderutilized"'],
    ],
    ['weight: 7', ['PW9026 "7"']],
    ['replicas: 3', ['PW9027 "replicas"']],
    ['annotations: { note: x }', ['PW9015 "note"']],
  ])('is told where it is written: %s', (body, expected) => {
    const lines = findings(`cluster_api: { max_size: 3 }\n${body}\n${TYPES}`, 'PW9');
    expect(lines.map((line) => line.slice(0, line.indexOf(': ')))).toEqual(expected);
  });

  it('is a weight without the expander that reads it', () => {
    const lines = findings(`limits: { cpu: "4" }\nweight: 7\n${TYPES}`, 'PW902', {
      clusterApi: 'expanders: [least-waste]',
    });
    expect(lines).toEqual([
      'PW9025 "7": the weight of pool `batch` has no effect: `priority` is not among the expanders',
    ]);
  });
});

describe('labels of nodes', () => {
  const machineLabels = (definition: ReturnType<typeof pool>) => {
    const spec = definition.machines?.objects[0]?.spec as {
      template: { metadata: { labels: Record<string, string> } };
    };
    return Object.keys(spec.template.metadata.labels).filter((key) => !key.includes('poolwright'));
  };

  it('are those of the Machine, the kubelet and the cloud, and the annotation names all of them', () => {
    const compiled = pool(
      `limits: { cpu: "4" }\nlabels: { team: a, node.cluster.x-k8s.io/tier: b, beta.kubernetes.io/arch: amd64 }\nrequirements:\n  - { key: node.kubernetes.io/instance-type, operator: In, values: [m5.xlarge] }\n  ${ON_DEMAND}\n  - { key: example.com/only, operator: In, values: [one] }`,
    );
    expect(machineLabels(compiled)).toEqual([
      'cluster.x-k8s.io/cluster-name',
      'cluster.x-k8s.io/deployment-name',
      'node.cluster.x-k8s.io/tier',
    ]);
    const [group] = compiled.machines?.nodeGroups ?? [];
    expect(group?.nodeLabels).toMatchObject({
      team: 'a',
      'node.cluster.x-k8s.io/tier': 'b',
      'example.com/only': 'one',
      'karpenter.sh/capacity-type': 'on-demand',
      'kubernetes.io/arch': 'amd64',
    });
    const annotated = group?.annotations['capacity.cluster-autoscaler.kubernetes.io/labels'] ?? '';
    expect(annotated.split(',')).toEqual(
      Object.entries(group?.nodeLabels ?? {})
        .map(([key, value]) => `${key}=${value}`)
        .sort(),
    );
  });

  it('are refused where nobody may set them', () => {
    const body = `limits: { cpu: "4" }\nlabels: { team.k8s.io/name: x }\n${TYPES}`;
    expect(findings(body, 'PW901').map((line) => line.slice(0, 26))).toEqual(['PW9010 "team.k8s.io/name":']);
    expect(findings(body, 'PW901', { clusterApi: 'additional_sync_machine_labels: [k8s]' })).toEqual([]);
  });
});

describe('labels that a finding says nodes lack', () => {
  it('are not said to differ from those of Karpenter as well', () => {
    const body = `limits: { cpu: "4" }\nlabels: { team.k8s.io/name: x }\n${TYPES}`;
    expect(findings(body, 'PW9010')).toHaveLength(1);
    expect(findings(body, 'PW8022')).toEqual([]);
  });

  it('leave those of a topology that no finding names', () => {
    const body = `limits: { cpu: "4" }\nlabels: { team: x }\n${TYPES}`;
    const more = {
      clusterApi: 'output: topology, topology: { worker_class: w, variables: { instance_type: t } }',
    };
    expect(findings(body, 'PW9030', more)).toMatchObject([expect.stringContaining('`team`')]);
    expect(findings(body, 'PW8022', more)).toMatchObject([
      expect.stringContaining('label `karpenter.sh/capacity-type`'),
    ]);
  });
});

describe('machines with accelerators', () => {
  const ACCELERATOR = 'cluster-api/accelerator';
  const compiled = pool(
    `limits: { cpu: "400" }\n${typesText('m5.xlarge', 'g4dn.12xlarge', 'g5.12xlarge', 'g4ad.xlarge')}`,
  );
  const objects = compiled.machines?.objects ?? [];
  const flagsOf = (name: string) => {
    const spec = objects.find((one) => one.kind === 'NodeadmConfigTemplate' && one.name === name)?.spec as {
      template: { spec: { kubelet: { flags: readonly string[] } } };
    };
    return spec.template.spec.kubelet.flags.join(' ');
  };
  const groups = (compiled.machines?.nodeGroups ?? []).filter(({ offering }) => offering.zone.endsWith('a'));

  it.each([
    ['g4dn.12xlarge', true, '4'],
    ['g5.12xlarge', true, '4'],
    ['m5.xlarge', false, undefined],
    ['g4ad.xlarge', false, '1'],
  ])(
    'are marked for the autoscaler by what they have, on nodes as in annotations: %s',
    (type, isMarked, count) => {
      const group = groups.find(({ instanceType }) => instanceType.name === type);
      if (group === undefined) throw new Error(`no group of ${type}`);
      const deployment = objects.find(({ name }) => name === group.name)?.spec as {
        template: { spec: { bootstrap: { configRef: { name: string } } } };
      };
      expect(flagsOf(deployment.template.spec.bootstrap.configRef.name).includes(ACCELERATOR)).toBe(isMarked);
      expect(ACCELERATOR in group.nodeLabels).toBe(isMarked);
      expect(group.annotations['capacity.cluster-autoscaler.kubernetes.io/gpu-count']).toBe(count);
    },
  );

  it('share a template with those that have the same labels', () => {
    expect(objects.filter(({ kind }) => kind === 'NodeadmConfigTemplate')).toHaveLength(2);
  });
});

describe("Karpenter's mark of new nodes", () => {
  it.each(['taints', 'startup_taints'])('is refused among %s', (key) => {
    const body = `limits: { cpu: "4" }\n${key}: [{ key: karpenter.sh/unregistered, effect: NoExecute }]\n${TYPES}`;
    expect(findings(body, 'PW9016').map((line) => line.slice(0, 39))).toEqual([
      'PW9016 "karpenter.sh/unregistered": nob',
    ]);
    expect(findings(body, 'PW8022')).toEqual([]);
  });
});

describe('the shape of a machine', () => {
  const shapesOf = (body: string) =>
    new Set(pool(`limits: { cpu: "400" }\n${body}`).machines?.nodeGroups.map(({ shape }) => shape));

  it('is one for all zones and capacity types of a type', () => {
    const both =
      'requirements:\n  - { key: node.kubernetes.io/instance-type, operator: In, values: [m5.xlarge] }\n  - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand, spot] }';
    expect(shapesOf(both).size).toBe(1);
  });

  it.each([
    ['labels', 'labels: { a: b }'],
    ['taints', 'taints: [{ key: a, effect: NoSchedule }]'],
    ['the node class', 'node_class: { ami: al2023@latest, instance_profile: nodes, tags: { a: b } }'],
  ])('changes with %s', (_, body) => {
    expect([...shapesOf(`${body}\n${TYPES}`)]).not.toEqual([...shapesOf(TYPES)]);
  });
});

describe('origins', () => {
  it('lead from the object to what was written', () => {
    const compiled = pool(
      `limits: { cpu: "40" }\ntermination_grace_period: 2m\ndisruption: { consolidate_after: 5m }\n${TYPES}`,
    );
    const [object] = compiled.machines?.objects ?? [];
    const at = (pointer: string) => {
      const span = object?.origins.get(pointer)?.span;
      return span?.source.text.slice(span.start, span.end);
    };
    expect(at('')).toBe('batch');
    expect(at('/spec/template/spec/version')).toBe('"1.34.2"');
    expect(at('/spec/template/spec/deletion')).toBe('2m');
    expect(at('/metadata/annotations/cluster.x-k8s.io~1cluster-api-autoscaler-node-group-max-size')).toBe(
      '"40"',
    );
    expect(at('/metadata/annotations/cluster.x-k8s.io~1autoscaling-options-scaledownunneededtime')).toBe(
      '5m',
    );
  });
});
