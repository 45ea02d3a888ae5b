import type {
  KubeadmConfigTemplateSpec,
  KubeadmConfigTemplateSpecV1Beta1,
} from '../../src/kubernetes/api/kubeadm-config-template.ts';
import { goSeconds } from './seconds.ts';

/** The same template in the words of `bootstrap.cluster.x-k8s.io/v1beta1`. Of the timeouts it has only that of the TLS bootstrap. */
export function kubeadmConfigTemplateV1Beta1({
  template,
}: KubeadmConfigTemplateSpec): KubeadmConfigTemplateSpecV1Beta1 {
  const { spec, ...same } = template;
  if (spec === undefined) return { template: same };
  const { joinConfiguration: given, ...rest } = spec;
  if (given === undefined) return { template: { ...same, spec: rest } };
  const { nodeRegistration, timeouts, ...join } = given;
  const { kubeletExtraArgs, ...registration } = nodeRegistration ?? {};
  const discovery = timeouts?.tlsBootstrapSeconds;
  const joinConfiguration = {
    ...join,
    ...(discovery === undefined ? {} : { discovery: { timeout: goSeconds(discovery) } }),
    ...(nodeRegistration === undefined
      ? {}
      : {
          nodeRegistration: {
            ...registration,
            ...(kubeletExtraArgs === undefined
              ? {}
              : {
                  kubeletExtraArgs: Object.fromEntries(
                    kubeletExtraArgs.map(({ name, value }) => [name, value]),
                  ),
                }),
          },
        }),
  };
  return { template: { ...same, spec: { ...rest, joinConfiguration } } };
}
