import { describe, expect, it } from 'vitest';
import { selectTypes } from '../../src/selection/select-types.ts';
import { constraints, describeSelection, originAt, typesFrom } from './harness.ts';

const TYPES = typesFrom(`
  small   arch=amd64 cpu=2  tenancy=default,dedicated @ a/spot a/on-demand b/on-demand
  big     arch=amd64 cpu=16 tenancy=default,dedicated @ a/spot b/on-demand
  arm     arch=arm64 cpu=8  tenancy=default,dedicated @ b/spot b/on-demand
  gpu     arch=amd64 cpu=8  tenancy=default gpu=t4    @ a/on-demand
  broken  arch=      cpu=4  tenancy=default           @ a/on-demand
  gone    arch=amd64 cpu=4  tenancy=default           @ (a/on-demand) (b/spot)
  nowhere arch=amd64 cpu=4  tenancy=default           @
`);

function select(requirements: string, labels?: Record<string, string>): readonly string[] {
  return describeSelection(selectTypes({ types: TYPES, ...constraints(requirements, labels) }));
}

describe('selectTypes', () => {
  it('admits every type with an available offering when nothing is required', () => {
    expect(select('')).toEqual(['small big arm gpu broken']);
    expect(selectTypes({ types: TYPES, ...constraints('') }).total).toBe(7);
  });

  it('counts after each requirement, in order, and what each does alone', () => {
    expect(select('arch In amd64\n cpu Gt 2\n cpu Lt 16')).toEqual([
      'arch In amd64: 5 > 3 (3)',
      'cpu Gt 2: 3 > 2 (4)',
      'cpu Lt 16: 2 > 1 (4)',
      'gpu',
    ]);
  });

  it('takes a well-known key that a type lacks for DoesNotExist', () => {
    expect(select('gpu Exists')).toEqual(['gpu Exists: 5 > 1 (1)', 'gpu']);
    expect(select('gpu DoesNotExist').at(-1)).toBe('small big arm broken');
    expect(select('gpu NotIn t4').at(-1)).toBe('small big arm broken');
    expect(select('gpu NotIn a100').at(-1)).toBe('small big arm gpu broken');
  });

  it('does not care about keys that are not well-known', () => {
    expect(select('team In x')).toEqual(['team In x: 5 > 5 (5)', 'small big arm gpu broken']);
  });

  it('lets an empty list of values meet only negative requirements', () => {
    expect(select('arch Exists').at(-1)).toBe('small big arm gpu');
    expect(select('arch NotIn amd64').at(-1)).toBe('arm broken');
  });

  it('needs one allowed value of several', () => {
    expect(select('tenancy NotIn default').at(-1)).toBe('small big arm');
    expect(select('tenancy NotIn default\n tenancy NotIn dedicated')).toEqual([
      'tenancy NotIn default: 5 > 3 (3)',
      'tenancy NotIn dedicated: 3 > 0 (5)',
      '',
    ]);
  });

  it('wants one offering to meet zone and capacity type together', () => {
    expect(select('topology.kubernetes.io/zone In a\n karpenter.sh/capacity-type In on-demand')).toEqual([
      'topology.kubernetes.io/zone In a: 5 > 4 (4)',
      'karpenter.sh/capacity-type In on-demand: 4 > 3 (5)',
      'small gpu broken',
    ]);
  });

  it('ignores offerings that are not available', () => {
    expect(select('topology.kubernetes.io/zone In b\n karpenter.sh/capacity-type In spot').at(-1)).toBe(
      'arm',
    );
  });

  it('has nothing left when offerings may not have a zone', () => {
    expect(select('topology.kubernetes.io/zone DoesNotExist').at(-1)).toBe('');
    expect(select('topology.kubernetes.io/zone In c').at(-1)).toBe('');
  });

  it('lets an offering of unknown zone id meet any, and one of known id only its own', () => {
    const types = typesFrom('x @ a/spot\n y @ a:id1/spot\n z @ a:id2/spot');
    const selection = selectTypes({ types, ...constraints('topology.k8s.aws/zone-id In id1') });
    expect(selection.types.map(({ name }) => name)).toEqual(['x', 'y']);
  });

  it('believes a type that has labels of its own for zones, too', () => {
    const types = typesFrom(`
      x topology.k8s.aws/zone-id=id1,id2 @ a/spot
      y topology.k8s.aws/zone-id=id3     @ a/spot
    `);
    const pool = constraints('topology.k8s.aws/zone-id In id1\n karpenter.sh/capacity-type Exists');
    expect(describeSelection(selectTypes({ types, ...pool }))).toEqual([
      'topology.k8s.aws/zone-id In id1: 2 > 1 (1)',
      'karpenter.sh/capacity-type Exists: 1 > 1 (2)',
      'x',
    ]);
  });

  it('lets labels on well-known keys constrain, after the requirements', () => {
    expect(select('cpu Gt 2', { team: 'x', arch: 'arm64' })).toEqual([
      'cpu Gt 2: 5 > 4 (4)',
      'arch In arm64: 4 > 1 (1)',
      'arm',
    ]);
  });

  it('knows deprecated keys and shows them as written', () => {
    expect(select('old-arch In arm64')).toEqual(['old-arch In arm64: 5 > 1 (1)', 'arm']);
    expect(select('old-arch In arm64\n arch In amd64').at(-1)).toBe('broken');
  });

  it('follows Karpenter where a contradiction amounts to DoesNotExist and lets types back in', () => {
    expect(select('gpu In t4\n gpu NotIn t4')).toEqual([
      'gpu In t4: 5 > 1 (1)',
      'gpu NotIn t4: 1 > 4 (4)',
      'small big arm broken',
    ]);
  });

  it('remembers where each step was written', () => {
    const selection = selectTypes({ types: TYPES, ...constraints('cpu Gt 2', { arch: 'arm64' }) });
    expect(selection.funnel.map(({ origin }) => origin)).toEqual([originAt(0), originAt(100)]);
  });

  it('copes with no types at all', () => {
    const selection = selectTypes({ types: [], ...constraints('cpu Gt 2') });
    expect(describeSelection(selection)).toEqual(['cpu Gt 2: 0 > 0 (0)', '']);
  });

  it('keeps selections over one array apart', () => {
    const first = selectTypes({ types: TYPES, ...constraints('arch In arm64') });
    selectTypes({ types: TYPES, ...constraints('arch In amd64') });
    expect(first.types.map(({ name }) => name)).toEqual(['arm']);
  });
});
