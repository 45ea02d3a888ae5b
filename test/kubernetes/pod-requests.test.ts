import { describe, expect, it } from 'vitest';
import type { PodSpec, PodStatus } from '../../src/kubernetes/api/pod.ts';
import { podRequests } from '../../src/kubernetes/pod-requests.ts';
import { formatQuantity } from '../../src/kubernetes/quantity.ts';

function requests(spec: PodSpec, status?: PodStatus): Record<string, string> {
  return Object.fromEntries(
    [...podRequests(spec, status)].map(([name, nano]) => [
      name,
      formatQuantity({ nano, format: name === 'cpu' ? 'DecimalSI' : 'BinarySI' }),
    ]),
  );
}

const container = (cpu: string, name = 'c') => ({ name, resources: { requests: { cpu } } });
const sidecar = (cpu: string, name: string) => ({ ...container(cpu, name), restartPolicy: 'Always' });

describe('podRequests', () => {
  it('sums containers exactly', () => {
    const spec = {
      containers: [
        { name: 'a', resources: { requests: { cpu: '100m', memory: '1.5Gi' } } },
        { name: 'b', resources: { requests: { cpu: '0.25', memory: '512Mi' } } },
      ],
    };
    expect(requests(spec)).toEqual({ cpu: '350m', memory: '2Gi' });
  });

  it.each([
    ['an init container that needs more', [container('3')], '3'],
    ['an init container that needs less', [container('500m')], '1'],
    ['a sidecar runs beside the containers', [sidecar('500m', 's')], '1500m'],
    ['an init container after a sidecar runs beside it', [sidecar('1', 's'), container('2')], '3'],
    ['an init container before a sidecar does not', [container('2'), sidecar('500m', 's')], '2'],
  ])('%s', (_, initContainers, cpu) => {
    expect(requests({ containers: [container('1')], initContainers })).toEqual({ cpu });
  });

  it('puts requests of the pod in place of the sum, for what a pod can ask for as a whole', () => {
    const spec = {
      containers: [container('1')],
      resources: { requests: { cpu: '2500m', 'example.com/dongle': '1' } },
    };
    expect(requests(spec)).toEqual({ cpu: '2500m' });
  });

  it('adds overhead', () => {
    expect(requests({ containers: [container('1')], overhead: { cpu: '250m', memory: '120Mi' } })).toEqual({
      cpu: '1250m',
      memory: '120Mi',
    });
  });

  it('keeps a request of nothing', () => {
    expect(requests({ containers: [container('0')] })).toEqual({ cpu: '0' });
  });

  it('counts what is in force while a resize is under way', () => {
    const status = { containerStatuses: [{ name: 'c', resources: { requests: { cpu: '5' } } }] };
    expect(requests({ containers: [container('1')] }, status)).toEqual({ cpu: '5' });
    const ofSidecar = { initContainerStatuses: [{ name: 's', resources: { requests: { cpu: '2' } } }] };
    const withSidecar = { containers: [container('1')], initContainers: [sidecar('500m', 's')] };
    expect(requests(withSidecar, ofSidecar)).toEqual({ cpu: '3' });
    const refused = {
      containerStatuses: [{ name: 'c', resources: { requests: { cpu: '1' } } }],
      conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }],
    };
    expect(requests({ containers: [container('9')] }, refused)).toEqual({ cpu: '1' });
  });
});
