import { labelKeyProblem } from '../kubernetes/label.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { endsInDomain, KARPENTER_DOMAIN, liesInDomain } from './label-domain.ts';

/** Whether a requirement's key names a label of the user's own, and no error is reported about the key. */
export function isCustomKey(key: string, labels: LabelVocabulary): boolean {
  return (
    !labels.specs.has(key) &&
    labelKeyProblem(key) === undefined &&
    key !== 'kubernetes.io/hostname' &&
    ![KARPENTER_DOMAIN, ...labels.restrictedDomains].some((domain) => endsInDomain(key, domain)) &&
    ![...labels.foreignDomains.keys()].some((domain) => liesInDomain(key, domain))
  );
}
