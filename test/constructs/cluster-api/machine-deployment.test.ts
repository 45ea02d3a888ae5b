import { JsonPatch, Lazy, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import {
  KubeadmConfigTemplate,
  MachineDeployment,
  type MachineDeploymentProps,
  type MachineDeploymentSpec,
  MachineHealthCheck,
  ScaleFromZero,
} from '../../../constructs/index.ts';
import { chart } from '../harness.ts';
import {
  FULL_MACHINE_DEPLOYMENT,
  KUBEADM_CONFIG_TEMPLATE,
  MACHINE_DEPLOYMENT,
  MACHINE_HEALTH_CHECK,
} from './specs.ts';

const MAX_SIZE = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size';

function synth(props: Partial<MachineDeploymentProps>, then?: (machines: MachineDeployment) => void): any {
  const scope = chart();
  const machines = new MachineDeployment(scope, 'machines', {
    metadata: { name: 'workers' },
    spec: MACHINE_DEPLOYMENT,
    ...props,
  });
  then?.(machines);
  return Testing.synth(scope)[0];
}

describe('MachineDeployment', () => {
  it('writes v1beta1 on request', () => {
    const { apiVersion, spec } = synth({ apiVersion: 'v1beta1', spec: FULL_MACHINE_DEPLOYMENT });
    expect(apiVersion).toBe('cluster.x-k8s.io/v1beta1');
    expect(JSON.stringify(spec, null, 1)).toMatchSnapshot();
  });

  it('leaves out of v1beta1 what was not given', () => {
    const { spec } = synth({ apiVersion: 'v1beta1' });
    expect(Object.keys(spec)).toEqual(['clusterName', 'selector', 'template']);
    expect(Object.keys(spec.template.spec)).toEqual(['bootstrap', 'clusterName', 'infrastructureRef']);
  });

  it('knows the versions of templates, and takes others', () => {
    const reference = (kind: string, templateVersions?: Record<string, string>) => {
      const { template } = MACHINE_DEPLOYMENT;
      const infrastructureRef = { ...template.spec.infrastructureRef, kind };
      const spec = {
        ...MACHINE_DEPLOYMENT,
        template: { ...template, spec: { ...template.spec, infrastructureRef } },
      };
      const written = synth({ apiVersion: 'v1beta1', spec, ...(templateVersions && { templateVersions }) });
      return written.spec.template.spec.infrastructureRef.apiVersion;
    };
    expect(reference('AWSMachineTemplate')).toBe('infrastructure.cluster.x-k8s.io/v1beta2');
    expect(reference('DevMachineTemplate')).toBe('infrastructure.cluster.x-k8s.io/v1beta1');
    expect(reference('Other', { Other: 'v1alpha4' })).toBe('infrastructure.cluster.x-k8s.io/v1alpha4');
  });

  it('checks what is written: lazy values and JSON patches, which are in the words of v1beta2', () => {
    const lazy = { ...MACHINE_DEPLOYMENT, replicas: Lazy.any({ produce: () => 3 }) as number };
    expect(synth({ spec: lazy }).spec.replicas).toBe(3);
    const patch = (replicas: number) => (machines: MachineDeployment) =>
      machines.addJsonPatch(
        JsonPatch.add('/spec/deletion', { order: 'Newest' }),
        JsonPatch.add('/spec/replicas', replicas),
      );
    expect(synth({ apiVersion: 'v1beta1' }, patch(2)).spec).toMatchObject({
      replicas: 2,
      strategy: { rollingUpdate: { deletePolicy: 'Newest' } },
    });
    expect(() => synth({ apiVersion: 'v1beta1' }, patch(-2))).toThrow('spec.replicas: -2');
  });

  it('needs no selector of its own: the webhook completes an empty one', () => {
    const spec: MachineDeploymentSpec = { ...MACHINE_DEPLOYMENT, selector: {} };
    expect(synth({ spec }).spec.selector).toEqual({});
  });

  it('refuses a name that is no label value', () => {
    expect(() => synth({ metadata: { name: 'a'.repeat(64) } })).toThrow('is longer than 63 characters');
  });

  it.each([
    [
      MAX_SIZE,
      'five',
      '"five" is not a whole number, and the autoscaler then scales nothing in the whole cluster',
    ],
    [MAX_SIZE, '-1', '"-1" is negative'],
    ['capacity.cluster-autoscaler.kubernetes.io/memory', '500mb', '"500mb" is not a quantity'],
    ['capacity.cluster-autoscaler.kubernetes.io/cpu', '1K', '"1K" has a suffix that does not exist'],
    ['capacity.cluster-autoscaler.kubernetes.io/maxPods', '1k', '"1k" is not a whole number'],
  ])('refuses the annotation %s: %s', (key, text, problem) => {
    expect(() => synth({ metadata: { name: 'a', annotations: { [key]: text } } })).toThrow(problem);
    expect(() => synth({}, (machines) => machines.metadata.addAnnotation(key, text))).toThrow(problem);
  });
});

describe('ScaleFromZero', () => {
  const NODE = {
    cpuMilli: 3920,
    memoryBytes: 14500 * 1024 ** 2,
    maxPods: 58,
    labels: { 'kubernetes.io/arch': 'amd64', 'kubernetes.io/os': 'linux' },
    minSize: 0,
    maxSize: 10,
  };

  function scaled(props: object): any {
    return synth({ metadata: { name: 'workers', annotations: { note: 'x' } } }, (target) => {
      new ScaleFromZero(target, 'scale', { target, ...NODE, ...props });
    });
  }

  it('adds annotations to what is there', () => {
    expect(scaled({}).metadata.annotations).toMatchSnapshot();
  });

  it('throws at once, with all that is wrong', () => {
    expect(() => scaled({ cpuMilli: 0, labels: {}, maxSize: 0 })).toThrow(
      /machines\/scale:\ncpuMilli: 0 .*\nlabels: kubernetes.io\/arch is missing.*\n.*kubernetes.io\/os.*\nmaxSize: 0/,
    );
  });

  it('asks of Karpenter what Karpenter needs', () => {
    expect(
      scaled({ minSize: undefined, reader: 'karpenter-cluster-api' }).metadata.annotations[MAX_SIZE],
    ).toBe('10');
    expect(() => scaled({ maxPods: undefined, reader: 'karpenter-cluster-api' })).toThrow(
      'maxPods is required',
    );
  });
});

describe('in v1beta1', () => {
  it('a MachineHealthCheck has durations', () => {
    const scope = chart();
    new MachineHealthCheck(scope, 'health', {
      metadata: { name: 'a' },
      spec: MACHINE_HEALTH_CHECK,
      apiVersion: 'v1beta1',
    });
    expect(JSON.stringify(Testing.synth(scope)[0], null, 1)).toMatchSnapshot();
  });

  it('a KubeadmConfigTemplate has flags as a map', () => {
    const scope = chart();
    new KubeadmConfigTemplate(scope, 'join', {
      metadata: { name: 'a' },
      spec: KUBEADM_CONFIG_TEMPLATE,
      apiVersion: 'v1beta1',
    });
    const { apiVersion, spec } = Testing.synth(scope)[0];
    expect(apiVersion).toBe('bootstrap.cluster.x-k8s.io/v1beta1');
    expect(JSON.stringify(spec.template.spec.joinConfiguration, null, 1)).toMatchSnapshot();
  });

  it('a KubeadmConfigTemplate has no other timeouts', () => {
    const scope = chart();
    new KubeadmConfigTemplate(scope, 'join', {
      metadata: { name: 'a' },
      spec: { template: { spec: { joinConfiguration: { timeouts: { discoverySeconds: 1 } } } } },
      apiVersion: 'v1beta1',
    });
    expect(() => Testing.synth(scope)).toThrow('timeouts.discoverySeconds has no counterpart in v1beta1');
  });
});
