import type { NodeadmConfigTemplateSpec } from '../../src/kubernetes/api/nodeadm-config-template.ts';
import type { Loose } from '../loose.ts';
import { BOOTSTRAP, bootstrapProblems } from './bootstrap-problems.ts';

/** What the API server would refuse in a NodeadmConfigTemplate (Cluster API Provider AWS 2.13), or nodeadm. */
export function nodeadmConfigTemplateProblems({
  template,
}: Loose<NodeadmConfigTemplateSpec>): readonly string[] {
  if (template === undefined) return ['spec.template is required'];
  const { kubelet, ...common } = template.spec ?? {};
  return [
    ...(kubelet?.flags ?? [])
      .filter((flag) => !flag.startsWith('--'))
      .map((flag) => `${BOOTSTRAP}.kubelet.flags: "${flag}" does not start with --`),
    ...bootstrapProblems(common),
  ];
}
