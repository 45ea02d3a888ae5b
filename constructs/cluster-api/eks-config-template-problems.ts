import type { EksConfigTemplateSpec } from '../../src/kubernetes/api/eks-config-template.ts';
import type { Loose } from '../loose.ts';
import { BOOTSTRAP, bootstrapProblems } from './bootstrap-problems.ts';

/** What the API server would refuse in an EKSConfigTemplate (Cluster API Provider AWS 2.13), or the start script of EKS. */
export function eksConfigTemplateProblems({ template }: Loose<EksConfigTemplateSpec>): readonly string[] {
  if (template === undefined) return ['spec.template is required'];
  const { kubeletExtraArgs = {}, pauseContainer, apiRetryAttempts, ...common } = template.spec ?? {};
  return [
    ...Object.entries(kubeletExtraArgs).flatMap(([name, value]) => [
      ...(name.startsWith('-') ? [`${BOOTSTRAP}.kubeletExtraArgs: "${name}" is written without dashes`] : []),
      ...(typeof value === 'string'
        ? []
        : [`${BOOTSTRAP}.kubeletExtraArgs["${name}"]: ${String(value)} is not text`]),
    ]),
    ...(pauseContainer === undefined || (pauseContainer.accountNumber && pauseContainer.version)
      ? []
      : [`${BOOTSTRAP}.pauseContainer needs accountNumber and version`]),
    ...(apiRetryAttempts === undefined || Number.isInteger(apiRetryAttempts)
      ? []
      : [`${BOOTSTRAP}.apiRetryAttempts: ${apiRetryAttempts} is not a whole number`]),
    ...bootstrapProblems(common),
  ];
}
