import type {
  MachineDeletion,
  MachineDeploymentSpec,
  MachineDeploymentSpecV1Beta1,
  MachineSpec,
  MachineSpecV1Beta1,
  MachineTemplateRef,
  MachineTemplateRefV1Beta1,
} from '../../src/kubernetes/api/machine-deployment.ts';
import { goSeconds } from './seconds.ts';

/** Versions of templates by kind; v1beta1 wants them named. */
export type TemplateVersions = Readonly<Record<string, string>>;

/** Versions that the kinds had while MachineDeployments were v1beta1; of others, Cluster API's own. */
const VERSIONS: TemplateVersions = {
  AWSMachineTemplate: 'v1beta2',
  NodeadmConfigTemplate: 'v1beta2',
  EKSConfigTemplate: 'v1beta2',
};
const OTHER_VERSION = 'v1beta1';

/** The same MachineDeployment in the words of `cluster.x-k8s.io/v1beta1`. */
export function machineDeploymentV1Beta1(
  spec: MachineDeploymentSpec,
  versions: TemplateVersions = {},
): MachineDeploymentSpecV1Beta1 {
  const { rollout, template, machineNaming, remediation, deletion, ...same } = spec;
  const { minReadySeconds, ...machine } = template.spec;
  const { type, rollingUpdate } = rollout?.strategy ?? {};
  const rolling = {
    ...rollingUpdate,
    ...(deletion?.order === undefined ? {} : { deletePolicy: deletion.order }),
  };
  const strategy = {
    ...(type === undefined ? {} : { type }),
    ...(Object.keys(rolling).length === 0 ? {} : { rollingUpdate: rolling }),
    ...(remediation === undefined ? {} : { remediation }),
  };
  return {
    ...same,
    ...(rollout?.after === undefined ? {} : { rolloutAfter: rollout.after }),
    ...(Object.keys(strategy).length === 0 ? {} : { strategy }),
    ...(machineNaming === undefined ? {} : { machineNamingStrategy: machineNaming }),
    ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
    template: { ...template, spec: machineV1Beta1(machine, versions) },
  };
}

function machineV1Beta1(
  { deletion, bootstrap, infrastructureRef, ...same }: Omit<MachineSpec, 'minReadySeconds'>,
  versions: TemplateVersions,
): MachineSpecV1Beta1 {
  const { configRef, ...otherwise } = bootstrap;
  return {
    ...same,
    bootstrap: {
      ...otherwise,
      ...(configRef === undefined ? {} : { configRef: referenceV1Beta1(configRef, versions) }),
    },
    infrastructureRef: referenceV1Beta1(infrastructureRef, versions),
    ...timeouts(deletion),
  };
}

function timeouts(deletion: MachineDeletion = {}) {
  const { nodeDrainTimeoutSeconds, nodeVolumeDetachTimeoutSeconds, nodeDeletionTimeoutSeconds } = deletion;
  return {
    ...(nodeDrainTimeoutSeconds === undefined
      ? {}
      : { nodeDrainTimeout: goSeconds(nodeDrainTimeoutSeconds) }),
    ...(nodeVolumeDetachTimeoutSeconds === undefined
      ? {}
      : { nodeVolumeDetachTimeout: goSeconds(nodeVolumeDetachTimeoutSeconds) }),
    ...(nodeDeletionTimeoutSeconds === undefined
      ? {}
      : { nodeDeletionTimeout: goSeconds(nodeDeletionTimeoutSeconds) }),
  };
}

function referenceV1Beta1(
  { apiGroup, kind, name }: MachineTemplateRef,
  versions: TemplateVersions,
): MachineTemplateRefV1Beta1 {
  const version = versions[kind] ?? VERSIONS[kind] ?? OTHER_VERSION;
  return { apiVersion: `${apiGroup}/${version}`, kind, name };
}
