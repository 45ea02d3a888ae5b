import { labelDomain, liesWithin } from '../kubernetes/label.ts';
import { isManagedLabel } from '../kubernetes/scale-from-zero/managed-label.ts';
import { ARCH, CAPACITY_TYPE, INSTANCE_TYPE, OS, REGION, ZONE } from './keys.ts';

/**
 * How a label gets onto real nodes. `machine`: Cluster API copies it from the Machine. `kubelet`: the kubelet registers
 * with it. `automatic`: kubelet or cloud controller set it by themselves. `none`: nobody may.
 */
export type LabelChannel = 'machine' | 'kubelet' | 'automatic' | 'none';

const AUTOMATIC: ReadonlySet<string> = new Set([ZONE, REGION, INSTANCE_TYPE, ARCH, OS]);
const KUBELET_DOMAINS = ['kubelet.kubernetes.io', 'node.kubernetes.io'];
const RESERVED_DOMAINS = ['kubernetes.io', 'k8s.io'];

/** `synced` are the expressions of Cluster API's `--additional-sync-machine-labels`. */
export function labelChannel(key: string, synced: readonly string[]): LabelChannel {
  if (AUTOMATIC.has(key)) return 'automatic';
  if (key === CAPACITY_TYPE) return 'kubelet';
  if (isManagedLabel(key) || synced.some((pattern) => matches(pattern, key))) return 'machine';
  const domain = labelDomain(key);
  if (KUBELET_DOMAINS.some((own) => liesWithin(domain, own))) return 'kubelet';
  return RESERVED_DOMAINS.some((reserved) => liesWithin(domain, reserved)) ? 'none' : 'kubelet';
}

/** An expression that is none is an error elsewhere. */
function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern).test(key);
  } catch {
    return false;
  }
}
