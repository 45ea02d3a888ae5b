import type { BackendName, ProviderName } from '../model/cluster.ts';

export const PROVIDERS: readonly ProviderName[] = ['aws'];
export const BACKENDS: readonly BackendName[] = ['karpenter'];

/** Names the format reserves. Using one is not a slip of the pen, so nothing else is suggested. */
export const LATER_PROVIDERS: readonly string[] = ['azure', 'gcp', 'generic', 'kwok'];
export const LATER_BACKENDS: readonly string[] = ['cluster-autoscaler', 'karpenter-cluster-api'];
