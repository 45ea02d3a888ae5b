import { parseDuration } from '../../src/kubernetes/duration.ts';
import type { KubeletConfiguration } from '../../src/kubernetes/api/ec2-kubelet.ts';
import { parseQuantity } from '../../src/kubernetes/quantity.ts';
import type { Loose } from '../loose.ts';
import { choice, outOfBounds } from '../field-problems.ts';

type Kubelet = Loose<KubeletConfiguration>;

const RESERVABLE = ['cpu', 'memory', 'ephemeral-storage', 'pid'];
const SIGNALS = [
  'memory.available',
  'nodefs.available',
  'nodefs.inodesFree',
  'imagefs.available',
  'imagefs.inodesFree',
  'pid.available',
];
const PERCENTAGE = /^[0-9]{1,2}(\.[0-9]+)?%$|^100(\.0+)?%$/;

/** What the API server would refuse in `spec.kubelet` of an EC2NodeClass (AWS provider 1.14.1, CRD). */
export function ec2KubeletProblems(kubelet: Kubelet): readonly string[] {
  const at = 'spec.kubelet';
  const { imageGCHighThresholdPercent: high, imageGCLowThresholdPercent: low } = kubelet;
  return [
    ...outOfBounds([
      { at: `${at}.maxPods`, value: kubelet.maxPods, least: 0 },
      { at: `${at}.podsPerCore`, value: kubelet.podsPerCore, least: 0 },
      { at: `${at}.imageGCHighThresholdPercent`, value: high, least: 0, most: 100 },
      { at: `${at}.imageGCLowThresholdPercent`, value: low, least: 0, most: 100 },
    ]),
    ...(high !== undefined && low !== undefined && high <= low
      ? [`${at}: imageGCHighThresholdPercent ${high} is not higher than imageGCLowThresholdPercent ${low}`]
      : []),
    ...(['systemReserved', 'kubeReserved'] as const).flatMap((field) =>
      entries(`${at}.${field}`, kubelet[field], { keys: RESERVABLE, what: 'a quantity', admits: isAmount }),
    ),
    ...(['evictionHard', 'evictionSoft'] as const).flatMap((field) =>
      entries(`${at}.${field}`, kubelet[field], {
        keys: SIGNALS,
        what: 'a quantity or a percentage',
        admits: (text) => PERCENTAGE.test(text) || isAmount(text),
      }),
    ),
    ...entries(`${at}.evictionSoftGracePeriod`, kubelet.evictionSoftGracePeriod, {
      keys: SIGNALS,
      what: 'a duration',
      admits: (text) => parseDuration(text) !== undefined,
    }),
    ...unpaired(kubelet),
  ];
}

type Entries = Readonly<Record<string, string | undefined>>;

function entries(
  at: string,
  map: Entries | undefined,
  { keys, what, admits }: { keys: readonly string[]; what: string; admits: (text: string) => boolean },
): readonly string[] {
  return Object.entries(map ?? {}).flatMap(([key, text]) => [
    ...choice(at, key, keys),
    ...(admits(String(text)) ? [] : [`${at}["${key}"]: "${text}" is not ${what}`]),
  ]);
}

function isAmount(text: string): boolean {
  const result = parseQuantity(text);
  return result.ok && result.quantity.nano >= 0n;
}

function unpaired({ evictionSoft = {}, evictionSoftGracePeriod = {} }: Kubelet): readonly string[] {
  const missing = (from: Entries, among: Entries) =>
    Object.keys(from).filter((key) => !Object.hasOwn(among, key));
  return [
    ...missing(evictionSoft, evictionSoftGracePeriod).map(
      (key) => `spec.kubelet.evictionSoft["${key}"] has no evictionSoftGracePeriod`,
    ),
    ...missing(evictionSoftGracePeriod, evictionSoft).map(
      (key) => `spec.kubelet.evictionSoftGracePeriod["${key}"] has no evictionSoft`,
    ),
  ];
}
