import { describe, expect, it } from 'vitest';
import { blamed, findings, messages, onePool } from '../harness.ts';

const MEMORY = 'karpenter.k8s.aws/instance-memory';
const small = (kubelet: string, rest = '') =>
  onePool(`node_class: {kubelet: {${kubelet}}}
${rest}requirements: [{key: ${MEMORY}, operator: Lt, values: ["4097"]}]`);

describe('a pool whose types have nothing left for pods', () => {
  it('is an error at the setting that takes most, if it is so for all', () => {
    const text = small(
      'system_reserved: {memory: 8Gi}, kube_reserved: {memory: 1Gi}, eviction_hard: {memory.available: 5%}',
    );
    const [found] = findings(text, 'PW3582');
    expect(found?.message).toBe(
      '`system_reserved.memory` leaves nothing for pods on any of the 42 instance types of pool `default`',
    );
    expect(found === undefined ? '' : blamed(found)).toBe('8Gi');
    expect(found?.related.map(({ message }) => message)).toEqual([
      '`kube_reserved.memory` is written here',
      '`eviction_hard.memory.available` is written here',
    ]);
    expect(found?.help).toMatch(
      /^Karpenter never launches `c1\.medium`, .* and 38 more for pods: of the 3\.6Gi of `memory` that `[a-z0-9.]+` has, 9\.[0-9]Gi are kept back\.$/,
    );
    expect(messages(text, 'PW3583')).toEqual([]);
  });

  it('is a note if it is so for some', () => {
    const text = small('system_reserved: {memory: 1Gi}');
    expect(messages(text, 'PW3582')).toEqual([]);
    expect(messages(text, 'PW3583')).toEqual([
      expect.stringMatching(
        /^`system_reserved\.memory` leaves nothing for pods on \d+ of the 42 instance types of /,
      ),
    ]);
  });

  it('counts the types within the limits', () => {
    const limited = onePool(`node_class: {kubelet: {system_reserved: {memory: 8Gi}}}\nlimits: {memory: 4Gi}`);
    expect(messages(limited, 'PW3582')).toEqual([
      expect.stringMatching(/of pool `default` within its limits$/),
    ]);
    const paused = small('system_reserved: {memory: 8Gi}', 'limits: {cpu: 0}\n');
    expect(messages(paused, 'PW3582')).toHaveLength(1);
  });

  it('can lack a disk or processors', () => {
    const disk = onePool('node_class: {volumeSize: 1Gi}');
    expect(findings(disk, 'PW3582').map(blamed)).toEqual(['1Gi']);
    const cpu = onePool(`node_class: {kubelet: {system_reserved: {cpu: "3"}}}
requirements: [{key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["2"]}]`);
    expect(findings(cpu, 'PW3582').map(blamed)).toEqual(['"3"']);
  });

  it('can lack the memory that Bottlerocket reserves for its pods', () => {
    const image = (family: string) =>
      onePool(`node_class: {ami: ${family}, kubelet: {max_pods: 500}}
requirements: [{key: ${MEMORY}, operator: Lt, values: ["4097"]}]`);
    expect(findings(image('bottlerocket@1.20.0'), 'PW3582').map(blamed)).toEqual(['500']);
    expect(findings(image('al2023@v20260715'), 'PW3582')).toEqual([]);
  });

  it('is not what built-in settings make', () => {
    for (const ami of ['al2023@v20260715', 'bottlerocket@1.20.0', 'windows2022@latest']) {
      const text = onePool(`node_class: {ami: ${ami}}`);
      expect([...messages(text, 'PW3582'), ...messages(text, 'PW3583')]).toEqual([]);
    }
  });
});
