import type { EksConfigSpec } from '../../../kubernetes/api/eks-config-template.ts';
import type { KubeadmConfigSpec } from '../../../kubernetes/api/kubeadm-config-template.ts';
import type { NodeadmConfigSpec } from '../../../kubernetes/api/nodeadm-config-template.ts';
import type { BootstrapInput, TemplateResult } from '../../../model/provider.ts';
import { joinPairs, joinTaints, kubeletFlags } from './kubelet-settings.ts';
import { TemplateDraft } from './template-draft.ts';

const KUBELET = '/spec/kubelet';

/** Limit of the CRD of KubeadmConfigTemplate (Cluster API 1.14). */
const MAX_ARGUMENT = 1024;

/** How the machines of a pool join: kubelet settings, labels, taints. */
export function bootstrap(input: BootstrapInput): TemplateResult {
  const labels = joinPairs(input.nodeLabels);
  switch (input.format) {
    case 'nodeadm':
      return nodeadm(input, labels);
    case 'eks':
      return eks(input, labels);
    case 'kubeadm':
      return kubeadm(input, labels);
  }
}

/** What comes of labels and taints alone has no line in the node class. */
function sourceOf({ spec }: BootstrapInput['nodeClass']): string {
  return spec.kubelet === undefined ? '' : KUBELET;
}

/** EKS with AL2023. nodeadm works out how many pods fit by itself, unless the configuration says. */
function nodeadm({ nodeClass, pool, taints }: BootstrapInput, labels: string): TemplateResult {
  const draft = new TemplateDraft<NodeadmConfigSpec>(nodeClass, pool);
  const { kubelet } = nodeClass.spec;
  const flags = [
    ...(labels === '' ? [] : [`--node-labels=${labels}`]),
    ...(taints.length === 0 ? [] : [`--register-with-taints=${joinTaints(taints)}`]),
  ];
  const value = {
    ...(kubelet === undefined ? {} : { config: { ...kubelet } }),
    ...(flags.length === 0 ? {} : { flags }),
  };
  if (Object.keys(value).length > 0) draft.set('kubelet', value, sourceOf(nodeClass));
  return result(draft, 'NodeadmConfigTemplate');
}

/** EKS with AL2, whose start script sets the count of pods itself unless it is told not to. */
function eks({ nodeClass, pool, taints }: BootstrapInput, labels: string): TemplateResult {
  const draft = new TemplateDraft<EksConfigSpec>(nodeClass, pool);
  const { kubelet } = nodeClass.spec;
  const extra = {
    ...kubeletFlags(kubelet ?? {}),
    ...(labels === '' ? {} : { 'node-labels': labels }),
    ...(taints.length === 0 ? {} : { 'register-with-taints': joinTaints(taints) }),
  };
  if (Object.keys(extra).length > 0) draft.set('kubeletExtraArgs', sorted(extra), sourceOf(nodeClass));
  if (kubelet?.maxPods !== undefined) draft.set('useMaxPods', false, `${KUBELET}/maxPods`);
  return result(draft, 'EKSConfigTemplate');
}

/** The name must be that of the instance, by which the cloud controller finds it. */
const NODE_NAME = '{{ ds.meta_data.local_hostname }}';

function kubeadm(input: BootstrapInput, labels: string): TemplateResult {
  const { nodeClass, pool, taints } = input;
  const draft = new TemplateDraft<KubeadmConfigSpec>(nodeClass, pool);
  const args = sorted({
    ...kubeletFlags(nodeClass.spec.kubelet ?? {}),
    'cloud-provider': 'external',
    ...(labels === '' ? {} : { 'node-labels': labels }),
  });
  checkKubeadm(draft, input, args);
  const nodeRegistration = {
    name: NODE_NAME,
    kubeletExtraArgs: Object.entries(args).map(([name, value]) => ({ name, value })),
    ...(taints.length === 0 ? {} : { taints }),
  };
  draft.set('joinConfiguration', { nodeRegistration }, sourceOf(nodeClass));
  return result(draft, 'KubeadmConfigTemplate');
}

function checkKubeadm(
  draft: TemplateDraft<KubeadmConfigSpec>,
  { pool, nodeClass }: BootstrapInput,
  args: Readonly<Record<string, string>>,
): void {
  if (nodeClass.spec.kubelet?.maxPods === undefined) {
    draft.report(
      'PW9510',
      '',
      `pool \`${pool.name}\` says nothing about pods on a node: kubelets take 110, the annotations count network interfaces`,
      { help: 'Write `kubelet: {max_pods: 110}` in `node_class`, or as many as the network can serve.' },
    );
  }
  for (const [name, { length }] of Object.entries(args)) {
    if (length <= MAX_ARGUMENT) continue;
    draft.report(
      'PW9511',
      '',
      `\`${name}\` of the kubelet has ${length} characters, and Cluster API takes ${MAX_ARGUMENT}`,
      { help: 'Use fewer or shorter labels, or keys that Cluster API itself carries to nodes.' },
    );
  }
}

/** Older versions are a matter of writing. */
function result<Spec extends object>(draft: TemplateDraft<Spec>, kind: string): TemplateResult {
  return {
    template: {
      apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta2',
      kind,
      spec: draft.spec(),
      origins: draft.origins,
    },
    diagnostics: draft.diagnostics,
  };
}

function sorted(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
