import { describe, expect, it } from 'vitest';
import { builtInProvider } from '../../../src/create-provider.ts';
import { builtInRequirements, derivedRequirements } from '../../../src/providers/aws/requirements.ts';
import { compileNodeClass } from './node-class-harness.ts';

function added(nodeClass: string, pool?: string): string[] {
  const compiled = compileNodeClass(nodeClass, pool === undefined ? {} : { pool });
  return builtInRequirements(compiled.pool, compiled.object).map(
    ({ key, operator, values }) => `${key} ${operator} ${values.join(',')}`,
  );
}

describe('builtInRequirements', () => {
  it('keeps a pool on amd64, linux and on-demand', () => {
    expect(added('{}')).toEqual([
      'kubernetes.io/arch In amd64',
      'kubernetes.io/os In linux',
      'karpenter.sh/capacity-type In on-demand',
    ]);
  });

  it('takes the system of the image', () => {
    expect(added('ami: windows2022@latest')).toContain('kubernetes.io/os In windows');
    expect(added('ami_family: Custom\nami: [{id: ami-1}]')).toContain('kubernetes.io/os In linux');
  });

  it('leaves constrained keys alone, whatever the operator', () => {
    const pool = `requirements:
  - {key: kubernetes.io/arch, operator: Exists}
  - {key: karpenter.sh/capacity-type, operator: NotIn, values: [spot]}`;
    expect(added('{}', pool)).toEqual(['kubernetes.io/os In linux']);
  });

  it('counts labels and deprecated spellings', () => {
    const pool = `labels: {kubernetes.io/os: linux}
requirements:
  - {key: beta.kubernetes.io/arch, operator: In, values: [arm64]}`;
    expect(added('{}', pool)).toEqual(['karpenter.sh/capacity-type In on-demand']);
  });
});

describe('derivedRequirements', () => {
  const { cluster, object } = compileNodeClass('{}');
  const { types } = builtInProvider().instanceTable(cluster, object);
  const named = (...names: string[]) => types.filter(({ name }) => names.includes(name));
  const gpuPool = compileNodeClass('gpu_enabled: true').pool;

  it('narrows a GPU pool that admits other types', () => {
    expect(derivedRequirements(gpuPool, named('g5.xlarge', 'm5.large'))).toEqual([
      { key: 'karpenter.k8s.aws/instance-gpu-manufacturer', operator: 'In', values: ['nvidia'] },
      { key: 'karpenter.k8s.aws/instance-gpu-count', operator: 'Gt', values: ['0'] },
    ]);
  });

  it.each([['g4ad.xlarge'], ['g6f.large'], ['inf2.xlarge']])(
    'counts %s as one without an NVIDIA GPU',
    (name) => {
      expect(named(name)).toHaveLength(1);
      expect(derivedRequirements(gpuPool, named('g5.xlarge', name))).toHaveLength(2);
    },
  );

  it('does not repeat what is written', () => {
    const requiring = (requirement: string) =>
      derivedRequirements(
        compileNodeClass('gpu_enabled: true', { pool: `requirements: [${requirement}]` }).pool,
        named('g5.xlarge', 'g6f.large'),
      ).map(({ key }) => key.split('/')[1]);
    const maker = 'key: karpenter.k8s.aws/instance-gpu-manufacturer';
    expect(requiring(`{${maker}, operator: In, values: [nvidia]}`)).toEqual(['instance-gpu-count']);
    expect(requiring('{key: karpenter.k8s.aws/instance-gpu-count, operator: Gt, values: ["0"]}')).toEqual([
      'instance-gpu-manufacturer',
    ]);
    expect(requiring(`{${maker}, operator: In, values: [nvidia, amd]}`)).toHaveLength(2);
    expect(requiring(`{${maker}, operator: Exists}`)).toHaveLength(2);
  });

  it('adds nothing where all types have NVIDIA GPUs, nor to other pools', () => {
    expect(derivedRequirements(gpuPool, named('g5.xlarge', 'p4d.24xlarge'))).toEqual([]);
    expect(derivedRequirements(compileNodeClass('{}').pool, named('m5.large'))).toEqual([]);
  });
});
