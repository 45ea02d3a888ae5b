import { jsonPointer } from '../../../diagnostics/json-pointer.ts';
import type { MachineDraft } from './machine-draft.ts';

/** Made by `clusterawsadm bootstrap iam`, and what the provider's own templates name. */
const USUAL_PROFILE = 'nodes.cluster-api-provider-aws.sigs.k8s.io';

const MAX_TAGS = 50;
const MAX_KEY = 128;
const MAX_VALUE = 256;
const CHARACTERS = /^[\p{L}\p{N}\p{Z}_.:=+\-@/]*$/u;

/** Sets the instance profile. A role is none: nobody makes a profile of it here, as Karpenter does. */
export function setProfile(draft: MachineDraft): void {
  const { instanceProfile } = draft.nodeClass;
  if (instanceProfile !== undefined) {
    draft.set('iamInstanceProfile', instanceProfile, '/spec/instanceProfile');
    return;
  }
  draft.set('iamInstanceProfile', USUAL_PROFILE, '');
  if (!draft.isWritten('/spec/role')) return;
  draft.reportField(
    'PW9504',
    '/spec/role',
    'Cluster API takes an instance profile, and `role` is none',
    'Write `instance_profile: <name>` instead.',
  );
}

export function setTags(draft: MachineDraft): void {
  const { tags } = draft.nodeClass;
  if (tags === undefined) return;
  draft.set('additionalTags', { ...tags }, '/spec/tags');
  if (Object.keys(tags).length > MAX_TAGS) {
    draft.report('PW9509', '/spec/tags', `there are more than ${MAX_TAGS} tags, which EC2 refuses`);
  }
  for (const [key, value] of Object.entries(tags)) {
    const problem = tagProblem(key, value);
    if (problem !== undefined) {
      draft.report('PW9509', `/spec/tags${jsonPointer(key)}`, `the tag \`${key}\` ${problem}`);
    }
  }
}

function tagProblem(key: string, value: string): string | undefined {
  if (key === '') return 'has no key';
  if (key.toLowerCase().startsWith('aws:')) return 'begins with `aws:`, which is reserved';
  if (key.length > MAX_KEY) return `has a key of more than ${MAX_KEY} characters`;
  if (value.length > MAX_VALUE) return `has a value of more than ${MAX_VALUE} characters`;
  return CHARACTERS.test(key) && CHARACTERS.test(value)
    ? undefined
    : 'has characters other than letters, digits, spaces and `_ . : = + - @ /`';
}
