import type { Ec2NodeClassSpec } from '../../src/kubernetes/api/ec2-node-class.ts';
import type { Loose } from '../loose.ts';

type Spec = Loose<Ec2NodeClassSpec>;

const RESERVED_TAGS = new Set([
  'eks:eks-cluster-name',
  'karpenter.sh/nodepool',
  'karpenter.sh/nodeclaim',
  'karpenter.k8s.aws/ec2nodeclass',
]);

/**
 * What the API server or the controller would refuse in an EC2NodeClass, one sentence each (AWS provider 1.14.1, CRD). Terms
 * are checked one by one: the CRD admits a list of which only some terms mix an id with tags, and drops those tags.
 */
export function ec2NodeClassProblems(spec: Spec): readonly string[] {
  return [
    ...images(spec),
    ...terms('spec.subnetSelectorTerms', spec.subnetSelectorTerms, ['id']),
    ...terms('spec.securityGroupSelectorTerms', spec.securityGroupSelectorTerms, ['id', 'name']),
    ...identity(spec),
    ...disks(spec),
    ...tags(spec),
  ];
}

function images({ amiSelectorTerms, amiFamily }: Spec): readonly string[] {
  const at = 'spec.amiSelectorTerms';
  if (!amiSelectorTerms?.length) return [`${at} needs at least one term`];
  const aliases = amiSelectorTerms.filter(({ alias }) => alias !== undefined);
  return [
    ...(amiSelectorTerms.length > 30 ? [`${at} has more than 30 terms`] : []),
    ...(aliases.length > 0 && amiSelectorTerms.length > 1 ? [`${at}: an alias must be the only term`] : []),
    ...(aliases.length === 0 && amiFamily === undefined
      ? ['spec.amiFamily is required where no image term has an alias']
      : []),
    ...amiSelectorTerms.flatMap(({ alias, id, name, owner, tags: tagged, ssmParameter }, i) => {
      const companions = [name, owner, tagged].some((one) => one !== undefined);
      return [
        ...([alias, id, name, tagged, ssmParameter].every((one) => one === undefined)
          ? [`${at}[${i}] selects nothing`]
          : []),
        ...(id !== undefined && (alias !== undefined || companions) ? [`${at}[${i}]: id stands alone`] : []),
        ...(alias !== undefined && (id !== undefined || companions)
          ? [`${at}[${i}]: alias stands alone`]
          : []),
      ];
    }),
  ];
}

interface Term {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly tags?: Readonly<Record<string, string | undefined>> | undefined;
}

/** `alone` are the fields that exclude all others of their term. */
function terms(
  at: string,
  list: readonly Term[] | undefined,
  alone: readonly (keyof Term)[],
): readonly string[] {
  if (!list?.length) return [`${at} needs at least one term`];
  return [
    ...(list.length > 30 ? [`${at} has more than 30 terms`] : []),
    ...list.flatMap((term, i) => {
      const given = (['id', 'name', 'tags'] as const).filter((key) => term[key] !== undefined);
      const blanks = Object.entries(term.tags ?? {}).some(([key, value]) => key === '' || value === '');
      return [
        ...(given.length === 0 ? [`${at}[${i}] selects nothing`] : []),
        ...(given.length > 1
          ? alone.filter((key) => given.includes(key)).map((key) => `${at}[${i}]: ${key} stands alone`)
          : []),
        ...(blanks ? [`${at}[${i}].tags has an empty key or value: write "*" for any value`] : []),
      ];
    }),
  ];
}

function identity({ role, instanceProfile }: Spec): readonly string[] {
  return (role === undefined) === (instanceProfile === undefined)
    ? ['exactly one of spec.role and spec.instanceProfile is required']
    : [];
}

function disks({ blockDeviceMappings = [] }: Spec): readonly string[] {
  const at = 'spec.blockDeviceMappings';
  return [
    ...(blockDeviceMappings.length > 50 ? [`${at} has more than 50 entries`] : []),
    ...(blockDeviceMappings.filter(({ rootVolume }) => rootVolume === true).length > 1
      ? [`${at}: only one of them can be the root volume`]
      : []),
    ...blockDeviceMappings.flatMap(({ ebs }, i) => [
      ...(ebs !== undefined && ebs.volumeSize === undefined && ebs.snapshotID === undefined
        ? [`${at}[${i}].ebs needs volumeSize or snapshotID`]
        : []),
      ...(ebs?.volumeInitializationRate !== undefined && ebs.snapshotID === undefined
        ? [`${at}[${i}].ebs.volumeInitializationRate needs snapshotID`]
        : []),
    ]),
  ];
}

function tags(spec: Spec): readonly string[] {
  return Object.keys(spec.tags ?? {})
    .filter((key) => key === '' || RESERVED_TAGS.has(key) || key.startsWith('kubernetes.io/cluster'))
    .map((key) => (key === '' ? 'spec.tags has an empty key' : `spec.tags: "${key}" belongs to Karpenter`));
}
