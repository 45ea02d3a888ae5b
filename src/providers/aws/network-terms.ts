import { isBuiltIn } from '../../diagnostics/is-built-in.ts';
import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import type { Located, LocatedMap } from '../../diagnostics/located.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type { Ec2NodeClassSpec, SecurityGroupSelectorTerm } from '../../kubernetes/api/ec2-node-class.ts';
import type { Draft } from './draft.ts';

const SUBNETS = '/spec/subnetSelectorTerms';
const SECURITY_GROUPS = '/spec/securityGroupSelectorTerms';
const PUBLIC_ADDRESS = '/spec/associatePublicIPAddress';

const DISCOVERY_TAG = 'karpenter.sh/discovery';
/** The usual tags of EKS subnets, by which load balancers find theirs. */
const PUBLIC_SUBNET_TAG = 'kubernetes.io/role/elb';
const PRIVATE_SUBNET_TAG = 'kubernetes.io/role/internal-elb';

type Tags = ReadonlyMap<string, Located<string>>;

type Network = Pick<
  Ec2NodeClassSpec,
  'subnetSelectorTerms' | 'securityGroupSelectorTerms' | 'associatePublicIPAddress'
>;

/** Subnets, security groups and public addresses: from what was written, else from the discovery tags. */
export function networkTerms(draft: Draft): Network {
  return {
    subnetSelectorTerms: subnetTerms(draft),
    securityGroupSelectorTerms: securityGroupTerms(draft),
    ...publicAddress(draft),
  };
}

function subnetTerms(draft: Draft): Network['subnetSelectorTerms'] {
  const { written, broken } = draft;
  if (written.subnetSelectorTerms !== undefined) return written.subnetSelectorTerms;
  if (broken.has('subnetSelectorTerms')) return [];
  const tags = new Map([...discoveryTags(draft), ...subnetRoleTags(draft)]);
  draft.origins.set(SUBNETS, draft.builtIn);
  if (tags.size > 0) return [{ tags: emitTags(tags, `${SUBNETS}/0/tags`, draft) }];
  draft.diagnostics.push(
    diagnostic('PW3211', draft.pool.keySpan, `pool \`${draft.pool.name}\` selects no subnet`, {
      help: 'Give `discovery_tags` a tag, or write `subnet_selector_terms`.',
    }),
  );
  return [];
}

function securityGroupTerms(draft: Draft): Network['securityGroupSelectorTerms'] {
  const { written, broken, pool } = draft;
  const isBroken = broken.has('securityGroupSelectorTerms');
  const terms: SecurityGroupSelectorTerm[] = [
    ...(written.securityGroupSelectorTerms ?? (isBroken ? [] : discoveredSecurityGroups(draft))),
  ];
  for (const extra of pool.nodeClass.extraSecurityGroupIds) {
    if (terms.some((term) => term.id === extra.value)) {
      draft.diagnostics.push(
        diagnostic('PW3210', extra.origin.span, `the security group \`${extra.value}\` is listed twice`, {
          help: 'Take one of them out. It is written once.',
        }),
      );
      continue;
    }
    const pointer = `${SECURITY_GROUPS}/${terms.length}`;
    draft.origins.set(pointer, extra.origin).set(`${pointer}/id`, extra.origin);
    terms.push({ id: extra.value });
  }
  if (terms.length === 0 && !isBroken) {
    draft.diagnostics.push(
      diagnostic('PW3211', pool.keySpan, `pool \`${pool.name}\` selects no security group`, {
        help: 'Give `discovery_tags` a tag, or write `security_group_selector_terms`.',
      }),
    );
  }
  return terms;
}

function discoveredSecurityGroups(draft: Draft): readonly SecurityGroupSelectorTerm[] {
  draft.origins.set(SECURITY_GROUPS, draft.builtIn);
  const tags = discoveryTags(draft);
  return tags.size === 0 ? [] : [{ tags: emitTags(tags, `${SECURITY_GROUPS}/0/tags`, draft) }];
}

/** Written tags replace the assumed one: otherwise there would be no way to be rid of it. */
function discoveryTags(draft: Draft): Tags {
  const { settings, name } = draft.cluster;
  if (settings.discoveryTags !== undefined) return tagsOf(settings.discoveryTags);
  return new Map([[DISCOVERY_TAG, { value: name, origin: draft.builtIn }]]);
}

function subnetRoleTags(draft: Draft): Tags {
  const { settings } = draft.cluster;
  const wanted = draft.pool.nodeClass.public;
  const written = wanted.value ? settings.publicSubnetTags : settings.privateSubnetTags;
  if (written !== undefined) return tagsOf(written);
  const tag = wanted.value ? PUBLIC_SUBNET_TAG : PRIVATE_SUBNET_TAG;
  return new Map([[tag, { value: '1', origin: wanted.origin }]]);
}

function tagsOf(map: LocatedMap): Tags {
  const tags = new Map<string, Located<string>>();
  for (const { key, value } of map.entries.values()) {
    if (value.kind !== 'scalar' || value.value === null) continue;
    const text = typeof value.value === 'string' ? value.value : value.text;
    tags.set(key, { value: text, origin: value.origin });
  }
  return tags;
}

function emitTags(tags: Tags, pointer: string, draft: Draft): Record<string, string> {
  const sorted = [...tags].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(
    sorted.map(([key, { value, origin }]) => {
      draft.origins.set(pointer + jsonPointer(key), origin);
      return [key, value];
    }),
  );
}

/** Written out even when false: an absent value would follow the subnet. */
function publicAddress(draft: Draft): Pick<Network, 'associatePublicIPAddress'> {
  const { written, pool } = draft;
  if (written.associatePublicIPAddress !== undefined) return {};
  const origin: Origin = pool.nodeClass.public.origin;
  if (pool.builtInSet === 0 && isBuiltIn(origin)) return {};
  draft.origins.set(PUBLIC_ADDRESS, origin);
  return { associatePublicIPAddress: pool.nodeClass.public.value };
}
