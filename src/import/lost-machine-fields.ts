import { alternatives } from '../diagnostics/describe-value.ts';
import type { JsonMap, JsonValue } from '../diagnostics/json-value.ts';
import { AUTOSCALING_OPTIONS, optionKey } from '../kubernetes/scale-from-zero/autoscaling-options.ts';
import {
  CAPACITY_KEYS,
  KARPENTER_MEMBER_KEY,
  MAX_SIZE_KEY,
  MIN_SIZE_KEY,
} from '../kubernetes/scale-from-zero/keys.ts';
import { isManagedLabel } from '../kubernetes/scale-from-zero/managed-label.ts';
import { type Finding, finding } from './finding.ts';
import type { MachineGroup } from './group-machines.ts';
import type { LiveMachineDeployment } from './live-machines.ts';
import { isBookkeeping, isOfClusterApi, isPoolLabel } from './own-metadata.ts';
import { pathText, type ReadTree, unreadPaths } from './unread-paths.ts';

/** Whatever MachineDeployments say that no key of a definition stands for, the same of several told once. */
export function lostMachineFields(groups: readonly MachineGroup[]): Finding[] {
  return groups.flatMap(({ name, machines }) => {
    const lost = new Map<
      string,
      { readonly path: readonly string[]; readonly of: LiveMachineDeployment[] }
    >();
    for (const { live } of machines) {
      for (const path of unreadPaths(partsOf(live), readOf(live))) {
        const key = JSON.stringify(path);
        const known = lost.get(key);
        if (known === undefined) lost.set(key, { path, of: [live] });
        else known.of.push(live);
      }
    }
    return [...lost.values()].flatMap(({ path, of }) => {
      const [first] = of;
      if (first === undefined) return [];
      const message = `${deploymentsText(of.map((one) => one.name))}: \`${pathText(path)}\` is not carried over`;
      return finding('PW9303', first.span(path), message, {
        pools: [name],
        help: 'The definition has no key for it.',
      });
    });
  });
}

/** "MachineDeployments `a`, `b` and 3 more". */
export function deploymentsText(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `\`${name}\``);
  const rest = names.length - shown.length;
  const list = alternatives(rest === 0 ? shown : [...shown, `${rest} more`], 'and');
  return `MachineDeployment${names.length === 1 ? '' : 's'} ${list}`;
}

const MOST_NAMES = 4;

function partsOf({ labels, annotations, spec }: LiveMachineDeployment): JsonMap {
  return { metadata: { labels, annotations }, spec };
}

const is =
  (...values: readonly JsonValue[]) =>
  (value: JsonValue) =>
    values.includes(value);

const isKnownAnnotation = (_value: JsonValue, key: string) => KNOWN_ANNOTATIONS.has(key) || isNoted(key);
const isNoted = (key: string) => isBookkeeping(key) || isOfClusterApi(key);

/** Figures are compared with those that the definition comes to, so none of them gets lost unsaid. */
const KNOWN_ANNOTATIONS: ReadonlySet<string> = new Set([
  MIN_SIZE_KEY,
  MAX_SIZE_KEY,
  ...Object.values(CAPACITY_KEYS),
  ...Object.keys(AUTOSCALING_OPTIONS).map((name) => optionKey(name as keyof typeof AUTOSCALING_OPTIONS)),
]);

const ROLLING = { maxSurge: true, maxUnavailable: true, deletePolicy: true } as const;

/** What is read here or elsewhere, in both API versions; where a value is asked, it is the one that counts unsaid. */
function readOf({ pool, labels }: LiveMachineDeployment): ReadTree {
  const isOwn = (key: string) => pool !== undefined && isPoolLabel(key, labels);
  return {
    metadata: {
      labels: {
        [KARPENTER_MEMBER_KEY]: true,
        '*': (_value, key) => isOwn(key) || isNoted(key),
      },
      annotations: { '*': isKnownAnnotation },
    },
    spec: {
      clusterName: true,
      replicas: true,
      selector: { matchLabels: { '*': (_value, key) => isOfClusterApi(key) } },
      rollout: { strategy: { type: is('RollingUpdate'), rollingUpdate: ROLLING } },
      strategy: { type: is('RollingUpdate'), rollingUpdate: ROLLING },
      deletion: { order: true },
      paused: is(false),
      minReadySeconds: is(0),
      // Filled in by the API server of older versions.
      revisionHistoryLimit: is(1),
      progressDeadlineSeconds: is(600),
      template: {
        metadata: {
          labels: {
            '*': (_value, key) => isManagedLabel(key) || isOwn(key) || isNoted(key),
          },
        },
        spec: MACHINE,
      },
    },
  };
}

const MACHINE: ReadTree = {
  clusterName: true,
  version: true,
  failureDomain: true,
  bootstrap: { configRef: true },
  infrastructureRef: true,
  minReadySeconds: is(0),
  deletion: {
    nodeDrainTimeoutSeconds: true,
    nodeVolumeDetachTimeoutSeconds: is(0),
    nodeDeletionTimeoutSeconds: is(10),
  },
  nodeDrainTimeout: true,
  nodeVolumeDetachTimeout: is('0s'),
  nodeDeletionTimeout: is('10s'),
  // Kubelets register with them, which is what `OnInitialization` says.
  taints: { '*': { key: true, value: true, effect: true, propagation: is('OnInitialization') } },
};
