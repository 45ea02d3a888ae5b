import { regionOfZone } from '../../../catalogue/zone-name.ts';
import type { JsonValue } from '../../../diagnostics/json-value.ts';
import type { Ec2NodeClassSpec } from '../../../kubernetes/api/ec2-node-class.ts';
import type { AdoptionRules } from '../../../model/provider.ts';
import { NODE_CLASS_API_VERSION } from '../node-class.ts';
import {
  NODE_CLASS_HASH_ANNOTATION,
  NODE_CLASS_HASH_VERSION_ANNOTATION,
  nodeClassHash,
} from '../node-class-hash.ts';
import { describeMachine } from './describe-machine.ts';
import { describeNodeClass } from './describe-node-class.ts';
import { isChangedByBuiltIns } from './is-changed-by-built-ins.ts';
import { readNodeClass } from './read-node-class.ts';
import { SELECTORS } from './selectors.ts';
import { storedNodeClass } from './stored-node-class.ts';

/** EC2NodeClasses of karpenter-provider-aws v1.14. */
export const ADOPTION: AdoptionRules = {
  apiVersion: NODE_CLASS_API_VERSION,
  read: readNodeClass,
  describe: (spec, builtIns) => describeNodeClass(spec, builtIns),
  isChangedByBuiltIns,
  stored: storedNodeClass,
  hash: (spec, hashVersion) => nodeClassHash(spec as unknown as Ec2NodeClassSpec, { hashVersion }),
  hashVersion: 'v5',
  hashAnnotation: NODE_CLASS_HASH_ANNOTATION,
  hashVersionAnnotation: NODE_CLASS_HASH_VERSION_ANNOTATION,
  selectingFields: new Set([
    'amiFamily',
    'amiSelectorTerms',
    'capacityReservationSelectorTerms',
    'securityGroupSelectorTerms',
    'subnetSelectorTerms',
  ]),
  decidedBy: new Map([['blockDeviceMappings', ['amiSelectorTerms', 'amiFamily']]]),
  selectors: SELECTORS,
  machines: {
    apiGroup: 'infrastructure.cluster.x-k8s.io',
    kind: 'AWSMachineTemplate',
    describe: describeMachine,
  },
  zones,
};

/** `status.subnets[].zone`, which Karpenter writes once it has found the subnets. */
function zones(status: JsonValue | undefined): readonly string[] {
  const subnets = fieldOf(status, 'subnets');
  if (!Array.isArray(subnets)) return [];
  return subnets.flatMap((subnet: JsonValue) => {
    const zone = fieldOf(subnet, 'zone');
    return typeof zone === 'string' && regionOfZone(zone) !== undefined ? [zone] : [];
  });
}

function fieldOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as { readonly [key: string]: JsonValue })[name];
}
