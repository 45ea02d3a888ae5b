import { taintValueProblem } from '../../src/kubernetes/taint.ts';
import { keyProblems } from '../map-problems.ts';

/** What a user may set in the domains that Karpenter keeps to itself (Karpenter and AWS provider 1.14). */
const OPEN_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['karpenter.sh', ['capacity-type']],
  [
    'karpenter.k8s.aws',
    [
      'capacity-reservation-id',
      'capacity-reservation-interruptible',
      'capacity-reservation-type',
      'instance-accelerator-count',
      'instance-accelerator-manufacturer',
      'instance-accelerator-name',
      'instance-capability-flex',
      'instance-category',
      'instance-cpu',
      'instance-cpu-manufacturer',
      'instance-cpu-sustained-clock-speed-mhz',
      'instance-ebs-bandwidth',
      'instance-encryption-in-transit-supported',
      'instance-family',
      'instance-generation',
      'instance-gpu-count',
      'instance-gpu-manufacturer',
      'instance-gpu-memory',
      'instance-gpu-name',
      'instance-hypervisor',
      'instance-local-nvme',
      'instance-memory',
      'instance-network-bandwidth',
      'instance-size',
      'instance-tenancy',
      'placement-group-id',
      'placement-group-partition',
    ],
  ],
]);
const HOSTNAME = 'kubernetes.io/hostname';

/** What is wrong with the key of a requirement or of a node's label. */
export function nodeLabelKeyProblems(at: string, key: string): readonly string[] {
  const problems = keyProblems(at, key);
  if (problems.length > 0) return problems;
  if (key === HOSTNAME) return [`${at}: "${key}" may not be used`];
  // Admission compares plain suffixes of what is before the slash: `notkarpenter.sh` counts as `karpenter.sh`.
  const [domain = '', name = ''] = key.split('/');
  for (const [reserved, open] of OPEN_KEYS) {
    if (domain.endsWith(reserved) && !(domain === reserved && open.includes(name))) {
      return [`${at}: "${key}" is none of the keys of ${reserved} that may be used`];
    }
  }
  return [];
}

/** What is wrong with a taint's value. An empty one has a problem of its own. */
export function taintValueProblems(at: string, value: string | undefined): readonly string[] {
  const problem = value === undefined || value === '' ? undefined : taintValueProblem(value);
  return problem === undefined ? [] : [`${at}: "${value}" ${problem}`];
}
