import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { fieldOf } from '../schema/read-fields.ts';
import { type Finding, invalid, required, wrongType } from '../values/finding.ts';
import { childOf } from '../values/path.ts';
import { jsonTypeOf } from '../values/validate-scalar.ts';
import { metadataFindings } from './metadata.ts';
import { metadataShapeFindings } from './metadata-shape.ts';
import { subdomainMessages } from './name-messages.ts';

/** What is wrong with the apiVersion, the kind and the metadata of an object. */
export function rootFindings(
  object: JsonValue,
  expected: { readonly apiVersion: string; readonly kind: string; readonly namespaced: boolean },
): readonly Finding[] {
  if (!isJsonMap(object)) return [wrongType(undefined, 'object', jsonTypeOf(object))];
  const metadata = fieldOf(object, 'metadata');
  const path = childOf(undefined, 'metadata');
  return [
    ...typeFindings(object, 'apiVersion', expected.apiVersion),
    ...typeFindings(object, 'kind', expected.kind),
    ...(metadata === undefined ? [] : metadataShapeFindings(metadata, path)),
    ...metadataFindings(isJsonMap(metadata) ? metadata : {}, path, {
      nameMessages: subdomainMessages,
      needsName: true,
      hasNamespace: expected.namespaced,
    }),
  ];
}

function typeFindings(object: JsonMap, key: string, expected: string): readonly Finding[] {
  const value = fieldOf(object, key);
  if (value === expected) return [];
  const path = childOf(undefined, key);
  const finding = value === undefined ? required(path) : invalid(path, value, `must be ${expected}`);
  return [{ ...finding, reason: 'metadata' }];
}
