import { describe, expect, it } from 'vitest';
import { check, findings, read, text } from './harness.ts';

const pod = (spec: string) => `{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: ${spec}}`;
const container = (resources: string) => pod(`{containers: [{name: c, resources: ${resources}}]}`);
const codes = (...manifests: readonly string[]) => read(manifests).diagnostics.map(({ code }) => code);

describe('requests and limits', () => {
  it.each([
    '{requests: {cpu: 1}, limits: {cpu: 2}}',
    '{requests: {cpu: 1000m}, limits: {cpu: 1}}',
    '{requests: {memory: 1Gi}}',
    '{requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: "1"}}',
    '{limits: {nvidia.com/gpu: 1, hugepages-2Mi: 4Mi, memory: 1Gi}}',
    '{requests: {hugepages-2Mi: 4Mi}, limits: {hugepages-2Mi: 4096Ki}}',
    // Kubernetes takes what is in its own domain for a resource of its own.
    '{requests: {example.kubernetes.io/x: 1}}',
  ])('%s is fine', (resources) => {
    expect(codes(container(resources))).toEqual([]);
  });

  it.each([
    '{requests: {cpu: 2}, limits: {cpu: 1}}',
    '{requests: {ephemeral-storage: 1.1Gi}, limits: {ephemeral-storage: 1Gi}}',
    '{requests: {nvidia.com/gpu: 1}}',
    '{requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 2}}',
    '{requests: {nvidia.com/gpu: 2}, limits: {nvidia.com/gpu: 1}}',
    '{requests: {hugepages-2Mi: 2Mi}}',
    '{requests: {hugepages-2Mi: 2Mi}, limits: {hugepages-2Mi: 4Mi}}',
  ])('%s is refused', (resources) => {
    const { workloads, diagnostics } = read(container(resources));
    expect(diagnostics.map(({ code }) => code)).toEqual(['PW7024']);
    expect(workloads.pods).toEqual([]);
  });

  it('are told with the line, the reason and a way out', () => {
    expect(
      check(text`
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec:
          template:
            spec:
              containers:
                - name: c
                  resources:
                    requests: {cpu: 2, nvidia.com/gpu: 1}
                    limits: {cpu: 1}
              initContainers:
                - name: i
                  resources:
                    requests: {example.com/x: 1}
                    limits: {example.com/x: 2}
      `),
    ).toMatchInlineSnapshot(`
      "error PW7024 @10:29-30 container \`c\` of Deployment \`default/web\` requests 2 of \`cpu\`, but its limit is 1
        @11:27-28 the limit
        help: Raise the limit, or lower the request. Kubernetes refuses such pods: Deployment \`default/web\` is left out.
      error PW7024 @10:48-49 container \`c\` of Deployment \`default/web\` requests 1 of \`nvidia.com/gpu\`, but has no limit of it
        help: Add \`nvidia.com/gpu: 1\` to its \`limits\`: this resource is not shared. Kubernetes refuses such pods: Deployment \`default/web\` is left out.
      error PW7024 @15:39-40 container \`i\` of Deployment \`default/web\` requests 1 of \`example.com/x\`, but its limit is 2
        @16:37-38 the limit
        help: Give both the same amount: this resource is not shared. Kubernetes refuses such pods: Deployment \`default/web\` is left out."
    `);
  });

  it('may come from a LimitRange', () => {
    const range = (limits: string) =>
      `{apiVersion: v1, kind: LimitRange, metadata: {name: x}, spec: {limits: [{type: Container, ${limits}}]}}`;
    const found = (limits: string, resources: string) =>
      findings(`${container(resources)}\n---\n${range(limits)}\n`);
    expect(found('default: {cpu: 1}', '{requests: {cpu: 2}}')).toMatchInlineSnapshot(`
      "error PW7024 @1:108-109 container \`c\` of Pod \`default/a\` requests 2 of \`cpu\`, but its limit is 1
        @3:106-107 the limit
        help: Raise the limit, or lower the request. Kubernetes refuses such pods: Pod \`default/a\` is left out."
    `);
    expect(found('defaultRequest: {cpu: 2}', '{limits: {memory: 1Gi, cpu: 1}}')).toBe('');
  });

  it('of the pod as a whole count too', () => {
    expect(
      codes(pod('{resources: {requests: {cpu: 2}, limits: {cpu: 1}}, containers: [{name: c}]}')),
    ).toEqual(['PW7024']);
  });

  it('are checked in the template of a DaemonSet', () => {
    const set = (limit: number) =>
      `{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: d}, spec: {template: {spec: {containers: [{name: c, resources: {requests: {cpu: 2}, limits: {cpu: ${limit}}}}]}}}}`;
    expect(read(set(2)).workloads.daemonSets.length).toBe(1);
    expect(codes(set(1))).toEqual(['PW7024']);
    expect(read(set(1)).workloads.daemonSets).toEqual([]);
  });

  it('of pods that run were accepted', () => {
    const live = container('{requests: {cpu: 2}, limits: {cpu: 1}}').replace('name: a', 'name: a, uid: u');
    expect(codes(live)).toEqual([]);
  });
});
