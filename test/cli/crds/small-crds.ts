export interface SmallCrd {
  readonly group?: string;
  readonly kind?: string;
  readonly version?: string;
  readonly scope?: 'Cluster' | 'Namespaced';
  /** `properties` of the spec's schema, as YAML in one line. */
  readonly spec: string;
  /** Fields that it does not know are kept. @default they are refused */
  readonly isOpen?: boolean;
  /** `x-kubernetes-validations` of the spec, one a line: `{rule: …, message: …}`. */
  readonly rules?: readonly string[];
}

/** A CustomResourceDefinition that knows little, as a hand would write it. */
export function crdText({
  group = 'karpenter.sh',
  kind = 'NodePool',
  version = 'v1',
  scope = 'Cluster',
  spec,
  isOpen = false,
  rules = [],
}: SmallCrd): string {
  const plural = `${kind.toLowerCase()}s`;
  const validations = rules.map((rule) => `                - ${rule}\n`).join('');
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.${group}}
spec:
  group: ${group}
  names: {kind: ${kind}, listKind: ${kind}List, plural: ${plural}, singular: ${kind.toLowerCase()}}
  scope: ${scope}
  versions:
    - name: ${version}
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties: ${spec}
${isOpen ? '              x-kubernetes-preserve-unknown-fields: true\n' : ''}${validations === '' ? '' : `              x-kubernetes-validations:\n${validations}`}`;
}

/** Spec of a NodePool as the small definitions make it, all of it accepted. */
export const OPEN_SPEC =
  '{template: {type: object, x-kubernetes-preserve-unknown-fields: true}, disruption: {type: object, x-kubernetes-preserve-unknown-fields: true}, limits: {type: object, additionalProperties: {x-kubernetes-int-or-string: true}}, weight: {type: integer, minimum: 1, maximum: 100}}';

/** The kinds of a Karpenter cluster, accepting everything. */
export const KARPENTER_CRDS: Readonly<Record<string, string>> = {
  'crds/nodepools.yaml': crdText({ spec: OPEN_SPEC }),
  'crds/ec2nodeclasses.yaml': openCrd('karpenter.k8s.aws', 'EC2NodeClass'),
};

/** Accepts whatever stands in its spec. */
export function openCrd(group: string, kind: string): string {
  return crdText({ group, kind, spec: '{}', isOpen: true });
}
