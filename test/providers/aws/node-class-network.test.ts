import { describe, expect, it } from 'vitest';
import { cameFrom, compileNodeClass, findingsIn, specOf } from './node-class-harness.ts';

describe('subnets and security groups', () => {
  it('puts public nodes into public subnets, with addresses', () => {
    const compiled = compileNodeClass('public: true');
    expect(compiled.object?.spec).toMatchObject({
      subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'demo', 'kubernetes.io/role/elb': '1' } }],
      associatePublicIPAddress: true,
    });
    expect(cameFrom(compiled, '/spec/associatePublicIPAddress')).toBe('pool: true');
    expect(cameFrom(compiled, '/spec/subnetSelectorTerms/0/tags/kubernetes.io~1role~1elb')).toBe(
      'pool: true',
    );
  });

  it('takes the tags that the settings name', () => {
    const settings =
      'discovery_tags: {team: web, env: prod}\nprivate_subnet_tags: {}\npublic_subnet_tags: {tier: public}';
    const compiled = compileNodeClass('{}', { settings });
    expect(compiled.object?.spec).toMatchObject({
      subnetSelectorTerms: [{ tags: { env: 'prod', team: 'web' } }],
      securityGroupSelectorTerms: [{ tags: { env: 'prod', team: 'web' } }],
    });
    expect(cameFrom(compiled, '/spec/subnetSelectorTerms/0/tags/team')).toBe('settings: web');
    expect(specOf('public: true', { settings }).subnetSelectorTerms).toEqual([
      { tags: { env: 'prod', team: 'web', tier: 'public' } },
    ]);
  });

  it('lets written terms replace the discovery terms', () => {
    const spec = specOf(
      'subnet_selector_terms: [{id: subnet-1}]\nsecurity_group_selector_terms: [{name: nodes}]',
    );
    expect(spec.subnetSelectorTerms).toEqual([{ id: 'subnet-1' }]);
    expect(spec.securityGroupSelectorTerms).toEqual([{ name: 'nodes' }]);
  });

  it('appends extra security groups once each', () => {
    const compiled = compileNodeClass('ami: al2023@v1\nextra_securitygroup_ids: [sg-2, sg-1, sg-2]');
    expect(compiled.object?.spec.securityGroupSelectorTerms).toEqual([
      { tags: { 'karpenter.sh/discovery': 'demo' } },
      { id: 'sg-2' },
      { id: 'sg-1' },
    ]);
    expect(cameFrom(compiled, '/spec/securityGroupSelectorTerms/2/id')).toBe('pool: sg-1');
    expect(compiled.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['PW3210', 'info']]);
  });

  it('appends them to written terms too', () => {
    const text = 'security_group_selector_terms: [{id: sg-1}]\nextra_securitygroup_ids: [sg-1, sg-2]';
    expect(specOf(text).securityGroupSelectorTerms).toEqual([{ id: 'sg-1' }, { id: 'sg-2' }]);
  });

  it('adds nothing for an empty list', () => {
    expect(specOf('extra_securitygroup_ids: []')).toEqual(specOf('{}'));
  });

  it('needs something to find subnets and security groups by', () => {
    expect(findingsIn('{}', { settings: 'discovery_tags: {}\nprivate_subnet_tags: {}' })).toEqual([
      'PW3211 at main: pool `main` selects no subnet',
      'PW3211 at main: pool `main` selects no security group',
    ]);
  });

  it('lets associate_public_ip_address decide by itself', () => {
    expect(specOf('public: true\nassociate_public_ip_address: false').associatePublicIPAddress).toBe(false);
  });
});
