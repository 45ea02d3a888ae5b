import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { NodeClassObject } from '../../model/provider.ts';
import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { LAUNCHING, type Rule } from '../rule.ts';
import { listed } from '../words.ts';
import { fieldOrigin } from './finding.ts';

const FIELDS = ['subnetSelectorTerms', 'securityGroupSelectorTerms'] as const;

/** Said once a cluster: whether subnets and security groups carry the tags is a matter of its network. */
export const assumedDiscovery: Rule = {
  codes: ['PW3218'],
  backends: LAUNCHING,
  needs: ['node_class.subnetSelectorTerms', 'node_class.securityGroupSelectorTerms', 'node_class.public'],
  *check({ pools }) {
    const tagged = pools.flatMap(({ pool, nodeClass }) =>
      nodeClass === undefined ? [] : [{ pool, tags: assumedTags(nodeClass) }],
    );
    const first = tagged.find(({ tags }) => tags.length > 0);
    if (first === undefined) return;
    const tags = [...new Set(tagged.flatMap((one) => one.tags))];
    yield diagnostic(
      'PW3218',
      first.pool.keySpan,
      `subnets and security groups are assumed to carry the tags ${listed(tags)}`,
      {
        help: 'Name the tags in `poolwright.discovery_tags`, `public_subnet_tags` and `private_subnet_tags`, or select both by terms of your own.',
      },
    );
  },
};

/** Tags of the discovery terms that no setting names. */
function assumedTags(nodeClass: NodeClassObject): string[] {
  return FIELDS.filter((field) => isBuiltIn(fieldOrigin(nodeClass, [field]))).flatMap((field) =>
    Object.entries(nodeClass.spec[field][0]?.tags ?? {}).flatMap(([key, value]) =>
      fieldOrigin(nodeClass, [field, 0, 'tags', key]).layer?.kind === 'settings' ? [] : [`${key}: ${value}`],
    ),
  );
}
