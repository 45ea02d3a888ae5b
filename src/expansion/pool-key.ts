import type { ClusterApiSettings } from '../model/cluster-api.ts';

/** Key of the label that names the pool on objects of the management cluster. */
export function poolKey({ keyPrefix }: Pick<ClusterApiSettings, 'keyPrefix'>): string {
  return `${keyPrefix.value}/pool`;
}
