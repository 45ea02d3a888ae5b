import { Source } from '../../src/diagnostics/source.ts';
import { podRequests } from '../../src/kubernetes/pod-requests.ts';
import { formatQuantity } from '../../src/kubernetes/quantity.ts';
import { readWorkloads, type WorkloadsOptions } from '../../src/manifests/read-workloads.ts';
import type { WorkloadPod, Workloads, WorkloadTemplate } from '../../src/model/workloads.ts';
import { place, printDiagnostic } from '../documents/harness.ts';

export { text } from '../documents/harness.ts';

/** Manifests in; pods, what runs already and findings out, as text. */
export function check(manifests: string, options?: WorkloadsOptions): string {
  return printed(read(manifests, options));
}

/** Only the findings. */
export function findings(manifests: string, options?: WorkloadsOptions): string {
  return read(manifests, options).diagnostics.map(printDiagnostic).join('\n');
}

export function read(manifests: string | readonly string[], options: WorkloadsOptions = {}) {
  const texts = typeof manifests === 'string' ? [manifests] : manifests;
  const sources = texts.map((one, i) => new Source(`manifests-${i}.yaml`, one));
  return readWorkloads({ sources, options });
}

/** The pods that are placed, by what they share. */
export function printPods({ pods }: Pick<Workloads, 'pods'>): string[] {
  const groups = new Map<WorkloadTemplate, WorkloadPod[]>();
  for (const pod of pods) {
    const group = groups.get(pod.template) ?? [];
    group.push(pod);
    groups.set(pod.template, group);
  }
  return [...groups].map(
    ([template, group]) => `${names(group)}${ownerText(template)}: ${requestsText(template)}`,
  );
}

export function printed({ workloads, diagnostics }: ReturnType<typeof readWorkloads>): string {
  return [
    ...printPods(workloads),
    ...workloads.boundPods.map(
      ({ metadata, spec }) => `${metadata.namespace}/${metadata.name} runs on ${spec.nodeName}`,
    ),
    ...workloads.daemonSets.map(({ metadata }) => `daemons of ${metadata.namespace}/${metadata.name}`),
    ...diagnostics.map(printDiagnostic),
  ].join('\n');
}

/** Where parts of the first pod are written: `pointer -> place: text`. */
export function located(
  { workloads }: ReturnType<typeof readWorkloads>,
  ...pointers: readonly string[]
): string {
  const template = workloads.pods[0]?.template;
  if (template === undefined) return 'no pod';
  return pointers
    .map((pointer) => {
      const span = template.locate(pointer);
      return `${pointer} -> ${place(span)} ${span.source.text.slice(span.start, span.end)}`;
    })
    .join('\n');
}

function names(group: readonly WorkloadPod[]): string {
  const [first, last] = [group[0], group.at(-1)];
  return group.length === 1 ? `${first?.uid}` : `${first?.uid} to ${last?.name} (${group.length})`;
}

function ownerText({ owner }: WorkloadTemplate): string {
  return owner === undefined ? '' : ` of ${owner.kind}`;
}

function requestsText({ spec, status }: WorkloadTemplate): string {
  const requests = [...podRequests(spec, status)].map(
    ([name, nano]) =>
      `${name} ${formatQuantity({ nano, format: name === 'cpu' ? 'DecimalSI' : 'BinarySI' })}`,
  );
  return requests.length === 0 ? 'nothing' : requests.join(' ');
}
