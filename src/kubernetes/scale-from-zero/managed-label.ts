import { labelDomain, liesWithin } from '../label.ts';

/**
 * Whether Cluster API copies a label from a Machine to its Node and keeps it up to date. A key without a slash is taken
 * for a domain. What the manager's `--additional-sync-machine-labels` adds, the autoscaler does not know.
 */
export function isManagedLabel(key: string): boolean {
  const domain = key.includes('/') ? labelDomain(key) : key;
  return (
    domain === 'node-role.kubernetes.io' ||
    liesWithin(domain, 'node-restriction.kubernetes.io') ||
    liesWithin(domain, 'node.cluster.x-k8s.io')
  );
}
