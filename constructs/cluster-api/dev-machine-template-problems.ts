import type { DevMachineTemplateSpec } from '../../src/kubernetes/api/dev-machine-template.ts';
import { parseDuration } from '../../src/kubernetes/duration.ts';
import type { Loose } from '../loose.ts';
import { annotationsProblems, labelsProblems } from '../map-problems.ts';

const AT = 'spec.template.spec.backend';

/** What the API server would refuse in a DevMachineTemplate, or the provider (Cluster API 1.14). */
export function devMachineTemplateProblems({ template }: Loose<DevMachineTemplateSpec>): readonly string[] {
  const backend = template?.spec?.backend;
  if (backend === undefined) return [`${AT} is required`];
  const { docker, inMemory } = backend;
  const metadata = template?.metadata;
  return [
    ...(metadata !== undefined && Object.keys(metadata).length === 0
      ? ['spec.template.metadata is empty: leave it out']
      : []),
    ...labelsProblems('spec.template.metadata.labels', metadata?.labels),
    ...annotationsProblems('spec.template.metadata.annotations', metadata?.annotations),
    ...((docker === undefined) === (inMemory === undefined)
      ? [`${AT} needs one of docker and inMemory`]
      : []),
    ...duration(`${AT}.docker.bootstrapTimeout`, docker?.bootstrapTimeout),
    ...(['vm', 'node', 'apiServer', 'etcd'] as const).flatMap((part) => {
      const provisioning = inMemory?.[part]?.provisioning;
      const at = `${AT}.inMemory.${part}.provisioning.startupDuration`;
      if (provisioning === undefined) return [];
      const { startupDuration } = provisioning;
      return startupDuration === undefined ? [`${at} is required`] : duration(at, startupDuration);
    }),
  ];
}

function duration(at: string, text: string | undefined): readonly string[] {
  if (text === undefined || parseDuration(text) !== undefined) return [];
  return [`${at}: "${text}" is not a duration such as 5m`];
}
