import type { BackendName } from '../model/backend-name.ts';
import type { ProviderName } from '../model/cluster.ts';

export const PROVIDERS: readonly ProviderName[] = ['aws'];
export const BACKENDS: readonly BackendName[] = ['karpenter', 'cluster-autoscaler', 'karpenter-cluster-api'];

/** Names the format reserves. Using one is not a slip of the pen, so nothing else is suggested. */
export const LATER_PROVIDERS: readonly string[] = ['azure', 'gcp', 'generic'];
