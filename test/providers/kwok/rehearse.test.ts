import { describe, expect, it } from 'vitest';
import { renderRehearsal } from '../../../src/render/render-rehearsal.ts';
import { readAsKwok, rehearsed } from './harness.ts';

const LARGE = '{key: node.kubernetes.io/instance-type, operator: In, values: [m7i.large]}';

/** One zone and one type, so that the whole output can be read. */
const SMALL = rehearsed(
  `{web: {labels: {team: web}, limits: {cpu: 8}, requirements: [${LARGE}]},
    gpu: {node_class: {volumeSize: 200Gi}, replicas: 1, limits: {nodes: 2}, startup_taints: [{key: example.com/wait, effect: NoSchedule}],
      requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [g6.xlarge]}, {key: karpenter.k8s.aws/instance-family, operator: Exists, minValues: 1}]},
    machines: {backend: cluster-autoscaler, limits: {cpu: 8, memory: 32Gi}, requirements: [${LARGE}]}}`,
  'poolwright: {region: eu-west-1, zones: [eu-west-1a], kubernetes_version: 1.34.2}\n',
);

describe('rehearse', () => {
  it('writes what a rehearsal needs, and nothing of other backends', async () => {
    const files = renderRehearsal(SMALL.compiled).filter(({ path }) => path !== '.poolwright.json');
    const text = files.map((file) => `==> ${file.path} <==\n${file.text}`).join('\n');
    await expect(text).toMatchFileSnapshot('rehearsal.golden.txt');
    expect(SMALL.codes).toEqual(['PW9701', 'PW9703', 'PW9707', 'PW9708']);
  });

  it('shares a node class where pools do', () => {
    const { rehearsal } = rehearsed(
      `{a: {requirements: [${LARGE}]}, b: {node_class_name: a, requirements: [${LARGE}]}}`,
    );
    expect(rehearsal.nodeClasses.map(({ name }) => name)).toEqual(['a']);
    expect(rehearsal.nodePools.map(({ spec }) => spec.template.spec.nodeClassRef)).toEqual([
      { group: 'karpenter.kwok.sh', kind: 'KWOKNodeClass', name: 'a' },
      { group: 'karpenter.kwok.sh', kind: 'KWOKNodeClass', name: 'a' },
    ]);
  });

  it('names the types of a static pool, without those it could not launch', () => {
    const { rehearsal } = rehearsed(
      `{a: {replicas: 2, requirements: [{key: node.kubernetes.io/instance-type, operator: NotIn, values: [m7i.24xlarge]},
          {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}, {key: karpenter.k8s.aws/instance-cpu, operator: Gt, values: ["47"]}]},
        b: {requirements: [${LARGE}]}}`,
    );
    const requirements = rehearsal.nodePools.map(({ spec }) => spec.template.spec.requirements.at(-1));
    expect(requirements).toEqual([
      {
        key: 'node.kubernetes.io/instance-type',
        operator: 'In',
        values: [
          'm7i.12xlarge',
          'm7i.48xlarge',
          'm7i.metal-24xl',
          'm7i.metal-48xl',
          'm7i.16xlarge',
        ].toSorted(),
      },
      { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
    ]);
  });

  it('keeps `minValues` that KWOK counts', () => {
    const { rehearsal, codes } = rehearsed(
      '{a: {requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [m7i.large, m6i.large], minValues: 2}]}}',
    );
    expect(rehearsal.nodePools[0]?.spec.template.spec.requirements[0]?.minValues).toBe(2);
    expect(codes).toEqual([]);
  });

  it('names invented zones as nodes can be labelled', () => {
    const { rehearsal, codes } = rehearsed(`{a: {requirements: [${LARGE}]}}`, 'poolwright: {}\n');
    const zones = readAsKwok(rehearsal.instanceTypes).types.flatMap(({ offerings }) =>
      offerings.map(({ requirements }) => [...requirements.get('topology.kubernetes.io/zone').values]),
    );
    expect(zones).toEqual([['a'], ['b'], ['c']]);
    expect(codes).toEqual(['PW9709']);
  });

  it('prices what has no price beyond everything, and says so', () => {
    const { rehearsal, codes } = rehearsed(
      `{a: {requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [hpc7a.12xlarge, m7i.large]}, {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}]}}`,
    );
    const prices = new Map(
      readAsKwok(rehearsal.instanceTypes).types.map(({ name, offerings }) => [name, offerings[0]?.price]),
    );
    expect(prices.get('hpc7a.12xlarge')).toBe(1_000_000);
    expect(prices.get('m7i.large')).toBeLessThan(1);
    expect(codes).toEqual(['PW9706']);
  });

  it('mentions a smaller size only where pools share a type', () => {
    const pair = (second: string) =>
      rehearsed(
        `{a: {requirements: [${LARGE}]}, b: {node_class: {volumeSize: 200Gi}, requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [${second}]}]}}`,
      ).codes;
    expect([pair('m7i.large'), pair('m7i.xlarge')]).toEqual([['PW9702'], []]);
  });

  it('has an empty file where no pool admits a type', () => {
    const { rehearsal } = rehearsed('{}');
    expect([rehearsal.instanceTypes, rehearsal.nodePools]).toEqual(['[]\n', []]);
  });
});
