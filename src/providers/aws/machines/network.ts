import type { AwsResourceReference } from '../../../kubernetes/api/aws-machine-template.ts';
import type {
  SecurityGroupSelectorTerm,
  SubnetSelectorTerm,
} from '../../../kubernetes/api/ec2-node-class.ts';
import type { MachineDraft } from './machine-draft.ts';

const SUBNETS = '/spec/subnetSelectorTerms';
const SECURITY_GROUPS = '/spec/securityGroupSelectorTerms';
const PUBLIC_ADDRESS = '/spec/associatePublicIPAddress';

/** Sets subnet, security groups and public address. What is assumed from discovery tags is the Cluster's business. */
export function setNetwork(draft: MachineDraft): void {
  setSubnet(draft);
  setSecurityGroups(draft);
  if (draft.nodeClass.associatePublicIPAddress === true) draft.set('publicIP', true, PUBLIC_ADDRESS);
}

/** One filter with all ids, or the tags of one term: filters are ANDed, terms are ORed. The zone narrows them further. */
function setSubnet(draft: MachineDraft): void {
  if (!draft.isWritten(SUBNETS)) return;
  const terms = draft.nodeClass.subnetSelectorTerms;
  const ids = terms.flatMap(({ id }) => id ?? []);
  const [first] = terms;
  if (ids.length === terms.length && ids.length > 0) {
    draft.set('subnet', { filters: [{ name: 'subnet-id', values: ids }] }, SUBNETS);
  } else if (terms.length === 1 && first?.tags !== undefined) {
    draft.set('subnet', { filters: tagFilters(first.tags) }, SUBNETS);
  } else if (terms.length > 1) {
    draft.report('PW9507', SUBNETS, 'Cluster API cannot select subnets by one of several terms', {
      help: 'List ids only, or the tags that all subnets of the pool have.',
    });
  }
}

/** Additional ones: the Cluster's own groups are always attached. */
function setSecurityGroups(draft: MachineDraft): void {
  const { securityGroupSelectorTerms: terms } = draft.nodeClass;
  const isChosen = draft.isWritten(SECURITY_GROUPS);
  const extras = terms.flatMap((term, i) =>
    isChosen || draft.isWritten(`${SECURITY_GROUPS}/${i}`) ? [securityGroup(term)] : [],
  );
  if (extras.length > 0) draft.set('additionalSecurityGroups', extras, SECURITY_GROUPS);
  if (!isChosen) return;
  draft.reportField(
    'PW9512',
    SECURITY_GROUPS,
    'Cluster API adds these security groups to those of the Cluster, which nodes get in any case',
    'If that is what is meant, `extra_securitygroup_ids` says so.',
  );
}

function securityGroup({ id, name, tags }: SecurityGroupSelectorTerm): AwsResourceReference {
  if (id !== undefined) return { id };
  if (name !== undefined) return { filters: [{ name: 'group-name', values: [name] }] };
  return { filters: tagFilters(tags ?? {}) };
}

function tagFilters(tags: NonNullable<SubnetSelectorTerm['tags']>) {
  const filters = Object.entries(tags)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) =>
      value === '*' ? { name: 'tag-key', values: [key] } : { name: `tag:${key}`, values: [value] },
    );
  return filters;
}
