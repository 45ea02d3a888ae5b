import { AMI_ALIAS_FAMILIES, parseAmiAlias } from '../../../kubernetes/api/ami-alias.ts';
import { invariant } from '../../../diagnostics/invariant.ts';
import type { EksLookupType } from '../../../kubernetes/api/aws-machine-template.ts';
import type { AmiSelectorTerm } from '../../../kubernetes/api/ec2-node-class.ts';
import type { InstanceType } from '../../../model/instance-type.ts';
import type { BootstrapFormat } from '../../../model/cluster-api.ts';
import { ARCH, awsLabel } from '../label-keys.ts';
import type { Cluster } from '../../../model/cluster.ts';
import type { InfrastructureInput, UnmakeableType } from '../../../model/provider.ts';
import type { MachineDraft } from './machine-draft.ts';
import { TemplateDraft } from './template-draft.ts';

const TERMS = '/spec/amiSelectorTerms';

/** The EKS images that the AWS provider of Cluster API looks up by itself, by image family. */
const LOOK_UPS = {
  AL2: { ordinary: 'AmazonLinux', gpu: 'AmazonLinuxGPU', bootstrap: 'eks' },
  AL2023: { ordinary: 'AmazonLinux2023', gpu: 'AmazonLinux2023GPU', bootstrap: 'nodeadm' },
} as const;

/**
 * Sets the image: an id, the newest EKS image of a family, or a search by name. Returns whether machines of the type can
 * be made at all (`unmakeable` says why not): what the pool as a whole gets wrong is a finding, and no reason to leave a type out.
 */
export function setImage(draft: MachineDraft, type: InstanceType, bootstrap: BootstrapFormat): boolean {
  const [term, ...more] = draft.nodeClass.amiSelectorTerms;
  if (term?.alias !== undefined && more.length === 0) {
    return setLookUp(draft, { alias: term.alias, type, bootstrap });
  }
  if (term === undefined) return true;
  if (more.length > 0) {
    draft.report('PW9501', TERMS, 'several images are selected, and Cluster API takes one', {
      help: 'Choose one image by `id`, or one family by an alias; give other pools other images.',
    });
  } else if (term.id !== undefined) {
    draft.set('ami', { id: term.id }, `${TERMS}/0/id`);
  } else {
    setSearch(draft, term);
  }
  return true;
}

/** Why there is no image for machines of a type, where Cluster API looks one up by family. */
export function unmakeable({
  nodeClass,
  pool,
  type,
  cluster,
}: Omit<InfrastructureInput, 'capacityType'>): UnmakeableType | undefined {
  const [term, ...more] = nodeClass.spec.amiSelectorTerms;
  const bootstrap = bootstrapOf(cluster);
  const family = more.length > 0 ? undefined : parseAmiAlias(term?.alias ?? '')?.family;
  if (family !== 'AL2' && family !== 'AL2023') return undefined;
  const facts = LOOK_UPS[family];
  // Another bootstrap takes no look-up, or is an error of the pool as a whole.
  if (bootstrap !== facts.bootstrap || lookUpFor(type, facts) !== undefined) return undefined;
  const draft: MachineDraft = new TemplateDraft(nodeClass, pool);
  draft.report(
    'PW9513',
    `${TERMS}/0/alias`,
    `there is no image of ${family} with the drivers for some of the accelerators that the pool admits`,
    {
      help: `Types such as \`${type.name}\` are left out. Give them a pool of their own with an image that is named by its id, or exclude them by a requirement.`,
    },
  );
  const [diagnostic] = draft.diagnostics;
  invariant(diagnostic !== undefined, 'a draft keeps what is reported');
  return { reason: `no image of ${family} has the drivers for its accelerator`, diagnostic };
}

export function bootstrapOf({ settings }: Cluster): BootstrapFormat {
  return settings.clusterApi?.bootstrap.value ?? 'nodeadm';
}

interface LookUp {
  readonly alias: string;
  readonly type: InstanceType;
  readonly bootstrap: BootstrapFormat;
}

function setLookUp(draft: MachineDraft, { alias, type, bootstrap }: LookUp): boolean {
  const at = `${TERMS}/0/alias`;
  const parsed = parseAmiAlias(alias);
  if (parsed === undefined) return true;
  const { family, version } = parsed;
  const isAssumed = !draft.isWritten(at) && !draft.isWritten(TERMS);
  // kubeadm joins with images of its own, which the provider searches where nothing is said.
  if (bootstrap === 'kubeadm' && isAssumed) return true;
  if (family !== 'AL2' && family !== 'AL2023') {
    draft.report('PW9501', at, `Cluster API does not look up images of ${family}`, {
      help: `Name the image by its id, such as \`ami: [{id: ami-0123456789abcdef0}]\` with \`ami_family: ${family}\`.`,
    });
    return true;
  }
  const facts = LOOK_UPS[family];
  if (bootstrap !== facts.bootstrap) {
    const fitting = AMI_OF_BOOTSTRAP[bootstrap];
    draft.report('PW9503', at, `${family} does not join by \`bootstrap: ${bootstrap}\``, {
      help:
        fitting === undefined
          ? 'Name an image that has kubeadm by its id, or by `name` and `owner`.'
          : `Write \`ami: ${fitting}\`, or \`bootstrap: ${facts.bootstrap}\` in \`cluster_api\`.`,
    });
    return true;
  }
  if (version !== 'latest') {
    draft.report(
      'PW9502',
      at,
      `the release \`${version}\` is not kept: Cluster API takes the newest image for the Kubernetes version`,
      {
        help: `Write \`${aliasName(family)}@latest\`, or name the image by its id to pin it.`,
      },
    );
  }
  const lookUp = lookUpFor(type, facts);
  if (lookUp === undefined) return false;
  draft.set('ami', { eksLookupType: lookUp }, at);
  return true;
}

const AMI_OF_BOOTSTRAP: Readonly<Record<BootstrapFormat, string | undefined>> = {
  nodeadm: 'al2023@latest',
  eks: 'al2@latest',
  kubeadm: undefined,
};

function aliasName(family: string): string {
  return [...AMI_ALIAS_FAMILIES].find(([, one]) => one === family)?.[0] ?? '';
}

/** The GPU images are for NVIDIA on x86; that of AL2 has the Neuron driver too (AWS provider 2.13, ec2/ami.go). */
function lookUpFor(
  type: InstanceType,
  { ordinary, gpu }: (typeof LOOK_UPS)[keyof typeof LOOK_UPS],
): EksLookupType | undefined {
  const manufacturer = (kind: string) => type.labels.get(awsLabel(`instance-${kind}-manufacturer`))?.[0];
  const isNvidia = manufacturer('gpu') === 'nvidia';
  const isNeuron = manufacturer('accelerator') === 'aws';
  if (!isNvidia && !isNeuron) return ordinary;
  if (type.labels.get(ARCH)?.[0] !== 'amd64') return undefined;
  return isNvidia || gpu === 'AmazonLinuxGPU' ? gpu : undefined;
}

/** Names may hold wildcards; the owner must be an account, since the provider searches by owner id. */
function setSearch(draft: MachineDraft, { name, owner, tags, ssmParameter }: AmiSelectorTerm): void {
  const isAccount = owner !== undefined && /^[0-9]{12}$/.test(owner);
  if (name === undefined || !isAccount || tags !== undefined || ssmParameter !== undefined) {
    draft.report('PW9501', TERMS, 'Cluster API finds an image by its id, or by its name and owner only', {
      help: 'Write `ami: [{id: …}]`, or `ami: [{name: …, owner: "<account>"}]`.',
    });
    return;
  }
  draft.set('imageLookupFormat', name, `${TERMS}/0/name`);
  draft.set('imageLookupOrg', owner, `${TERMS}/0/owner`);
}
