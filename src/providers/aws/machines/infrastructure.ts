import type { Pool } from '../../../model/pool.ts';
import type { InfrastructureInput, NodeClassObject, TemplateResult } from '../../../model/provider.ts';
import { setProfile, setTags } from './identity.ts';
import { bootstrapOf, setImage } from './image.ts';
import { setNetwork } from './network.ts';
import { reportLost } from './no-counterpart.ts';
import { setMarket, setPlacementGroup } from './placement.ts';
import type { MachineDraft } from './machine-draft.ts';
import { TemplateDraft } from './template-draft.ts';
import { setVolumes } from './volumes.ts';

/** The AWSMachineTemplate of one type and capacity type: what the node class says, as Cluster API's AWS provider has it. */
export function infrastructure(input: InfrastructureInput): TemplateResult {
  const { pool, nodeClass, type, capacityType, cluster } = input;
  const draft: MachineDraft = new TemplateDraft(nodeClass, pool);
  const bootstrap = bootstrapOf(cluster);
  draft.set('instanceType', type.name, '');
  const isMakeable = setImage(draft, type, bootstrap);
  draft.include(commonPart(nodeClass, pool));
  setMarket(draft, capacityType);
  // EKS bootstrap data holds no secret, and its format cannot fetch one.
  if (bootstrap !== 'kubeadm') draft.set('cloudInit', { insecureSkipSecretsManager: true }, '');
  if (!isMakeable) return { diagnostics: draft.diagnostics };
  return {
    template: {
      apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
      kind: 'AWSMachineTemplate',
      spec: draft.spec(),
      origins: draft.origins,
    },
    diagnostics: draft.diagnostics,
  };
}

const commonParts = new WeakMap<NodeClassObject, MachineDraft>();

/** What all types of a pool have in common, worked out once. */
function commonPart(nodeClass: NodeClassObject, pool: Pool): MachineDraft {
  const known = commonParts.get(nodeClass);
  if (known !== undefined) return known;
  const draft: MachineDraft = new TemplateDraft(nodeClass, pool);
  setProfile(draft);
  setVolumes(draft);
  setNetwork(draft);
  setPlacementGroup(draft);
  setTags(draft);
  setMetadata(draft);
  setCpuOptions(draft);
  reportLost(draft);
  commonParts.set(nodeClass, draft);
  return draft;
}

function setMetadata(draft: MachineDraft): void {
  const { metadataOptions } = draft.nodeClass;
  if (metadataOptions === undefined) return;
  const { httpProtocolIPv6, ...same } = metadataOptions;
  const options = {
    ...same,
    ...(httpProtocolIPv6 === undefined ? {} : { httpProtocolIpv6: httpProtocolIPv6 }),
  };
  draft.set('instanceMetadataOptions', options, '/spec/metadataOptions');
}

function setCpuOptions(draft: MachineDraft): void {
  const nestedVirtualization = draft.nodeClass.cpuOptions?.nestedVirtualization;
  if (nestedVirtualization !== undefined)
    draft.set('cpuOptions', { nestedVirtualization }, '/spec/cpuOptions');
}
