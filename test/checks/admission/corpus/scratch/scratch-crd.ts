import { FIXTURES } from '../kinds.ts';
import type { CrdDocument, Schema } from '../schema.ts';

/** A cluster-scoped CRD of our own whose `spec` has a schema. */
export function scratchCrd(
  kind: string,
  spec: Schema,
  top: Readonly<Record<string, Schema>> = {},
): CrdDocument {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${FIXTURES}` },
    spec: {
      group: FIXTURES,
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      scope: 'Cluster',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec, ...top } } },
        },
      ],
    },
  } as unknown as CrdDocument;
}
