import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { DaemonSet } from '../kubernetes/api/daemon-set.ts';
import type { NodeSelectorTerm, PodSpec } from '../kubernetes/api/pod.ts';
import { dataProblems } from './data-reader.ts';
import { controllerOf, type Inventory } from './inventory.ts';
import type { KubeObject } from './kube-object.ts';
import type { GivenPod } from './given-pods.ts';
import { isClaimless, type PodContent, type PodDataReader } from './pod-data.ts';
import { readTemplate } from './read-template.ts';
import { limitProblems } from './resource-limits.ts';
import type { PodTemplateData } from './schemas/pod.ts';

type Report = (found: Diagnostic) => void;

/**
 * DaemonSets with their templates as they are written: what Karpenter makes a pod from where none runs yet has not been
 * through admission. Those that only their pods tell of are taken from the youngest pod.
 */
export function readDaemonSets(
  inventory: Inventory,
  pods: readonly GivenPod[],
  reader: PodDataReader,
  report: Report,
): DaemonSet[] {
  const given = inventory.of('DaemonSet').flatMap((object) => {
    if (object.meta.deletionTimestamp !== undefined) return [];
    const path = ['spec', 'template'];
    const data = readTemplate(object, path, reader, report);
    const spec = data === undefined ? undefined : specOf(data.content, object, path, report);
    return spec === undefined ? [] : [{ metadata: object.meta, spec: { template: { spec } } }];
  });
  return [...given, ...implied(inventory, pods, report)];
}

const NO_REDIRECTS = new Map();

function specOf(
  { checked }: PodContent,
  object: KubeObject,
  path: readonly string[],
  report: Report,
): PodSpec | undefined {
  const problems =
    'data' in checked
      ? limitProblems(checked.data.spec, { object, path }, NO_REDIRECTS)
      : dataProblems(object, path, checked.issues);
  for (const found of problems) report(found);
  return 'data' in checked && problems.length === 0 ? plainSpec(checked.data) : undefined;
}

function plainSpec({ spec: { schedulingGates: _gates, volumes = [], ...spec } }: PodTemplateData): PodSpec {
  const kept = volumes.filter((volume) => !isClaimless(volume));
  return kept.length === 0 ? spec : { ...spec, volumes: kept };
}

function implied(inventory: Inventory, pods: readonly GivenPod[], report: Report): DaemonSet[] {
  const youngest = new Map<string, GivenPod>();
  for (const pod of pods) {
    const owner = pod.isDaemon ? controllerOf(pod.object) : undefined;
    if (owner === undefined) continue;
    const { namespace, creationTimestamp = '' } = pod.object.meta;
    if (inventory.find('DaemonSet', namespace, owner.name) !== undefined) continue;
    const key = `${namespace}/${owner.name}`;
    const other = youngest.get(key);
    if (other === undefined || creationTimestamp > (other.object.meta.creationTimestamp ?? ''))
      youngest.set(key, pod);
  }
  return [...youngest.values()].flatMap((pod) => impliedBy(pod, report));
}

function impliedBy({ object, data }: GivenPod, report: Report): DaemonSet[] {
  const owner = controllerOf(object);
  const { checked } = data.content;
  if (owner === undefined || !('data' in checked)) return [];
  const { name, uid } = owner;
  report(
    diagnostic(
      'PW7035',
      object.place.span(['metadata', 'name']),
      `the DaemonSet \`${name}\` of this pod is not given`,
      {
        help: 'New nodes are planned with a pod like this one. Give the DaemonSet too for its own template.',
      },
    ),
  );
  const { namespace = '' } = object.meta;
  return [
    { metadata: { name, namespace, uid }, spec: { template: { spec: unpinned(plainSpec(checked.data)) } } },
  ];
}

/** Without the node that the controller wrote into the affinity of its pod. */
function unpinned(spec: PodSpec): PodSpec {
  const { requiredDuringSchedulingIgnoredDuringExecution: required, ...others } =
    spec.affinity?.nodeAffinity ?? {};
  if (required === undefined) return spec;
  const terms = required.nodeSelectorTerms.flatMap(({ matchExpressions }): NodeSelectorTerm[] =>
    matchExpressions === undefined ? [] : [{ matchExpressions }],
  );
  const kept =
    terms.length < required.nodeSelectorTerms.length
      ? {}
      : { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } };
  return { ...spec, affinity: { ...spec.affinity, nodeAffinity: { ...others, ...kept } } };
}
