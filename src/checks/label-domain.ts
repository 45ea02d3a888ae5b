import { labelDomain, liesWithin } from '../kubernetes/label.ts';

/**
 * The part of a key that Karpenter's admission rules compare with reserved domains: everything before the first
 * slash, so the whole key where there is none.
 */
export function admissionDomain(key: string): string {
  return key.split('/', 1)[0] ?? '';
}

/** Admission compares plain suffixes: `notkarpenter.sh` counts as `karpenter.sh`. */
export function endsInDomain(key: string, domain: string): boolean {
  return admissionDomain(key).endsWith(domain);
}

/** Whether the key really lies in the domain or below it, as the runtime gate compares. */
export function liesInDomain(key: string, domain: string): boolean {
  return liesWithin(labelDomain(key), domain);
}

/** The domain that Karpenter reserves for itself, whatever the provider. */
export const KARPENTER_DOMAIN = 'karpenter.sh';
export const CAPACITY_TYPE_KEY = 'karpenter.sh/capacity-type';
export const ZONE_ID_KEY = 'topology.k8s.aws/zone-id';
