import type { Case } from '../case.ts';
import {
  AWS_MACHINE_TEMPLATE,
  CLUSTER,
  KUBEADM,
  MACHINE_DEPLOYMENT,
  MACHINE_HEALTH_CHECK,
  NODEADM,
} from './cluster-api.ts';
import { METADATA, METADATA_CHANGES } from './metadata.ts';
import { NODE_CLASS } from './node-class.ts';
import { NODE_CLAIM, NODE_OVERLAY, NODE_POOL } from './node-pool.ts';

/** Cases that a schema does not suggest: rules, changes, metadata. By name of the kind. */
export const HAND_MADE: Readonly<Record<string, readonly Case[]>> = {
  nodepool: [...NODE_POOL, ...METADATA, ...METADATA_CHANGES],
  nodeclaim: NODE_CLAIM,
  nodeoverlay: NODE_OVERLAY,
  ec2nodeclass: NODE_CLASS,
  'core-nodepool': NODE_POOL,
  'core-nodeclaim': NODE_CLAIM,
  machinedeployment: [...MACHINE_DEPLOYMENT, ...METADATA],
  machinehealthcheck: MACHINE_HEALTH_CHECK,
  cluster: CLUSTER,
  kubeadmconfigtemplate: KUBEADM,
  awsmachinetemplate: AWS_MACHINE_TEMPLATE,
  nodeadmconfigtemplate: NODEADM,
};
