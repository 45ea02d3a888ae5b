import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { type Finding, unknownField, wrongType } from '../values/finding.ts';
import { childOf, type Path } from '../values/path.ts';
import { jsonTypeOf } from '../values/validate-scalar.ts';

type Shape =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'anything'
  | { readonly map: Shape }
  | { readonly list: Shape }
  | { readonly fields: Readonly<Record<string, Shape>> };

const OWNER: Shape = {
  fields: {
    apiVersion: 'string',
    kind: 'string',
    name: 'string',
    uid: 'string',
    controller: 'boolean',
    blockOwnerDeletion: 'boolean',
  },
};
const MANAGED: Shape = {
  fields: {
    apiVersion: 'string',
    fieldsType: 'string',
    fieldsV1: 'anything',
    manager: 'string',
    operation: 'string',
    subresource: 'string',
    time: 'string',
  },
};
const METADATA: Shape = {
  fields: {
    name: 'string',
    generateName: 'string',
    namespace: 'string',
    selfLink: 'string',
    uid: 'string',
    resourceVersion: 'string',
    generation: 'integer',
    creationTimestamp: 'string',
    deletionTimestamp: 'string',
    deletionGracePeriodSeconds: 'integer',
    labels: { map: 'string' },
    annotations: { map: 'string' },
    ownerReferences: { list: OWNER },
    finalizers: { list: 'string' },
    managedFields: { list: MANAGED },
  },
};

/** Unknown fields of an object's metadata, and values of the wrong type. Null is as good as absent. */
export function metadataShapeFindings(metadata: JsonValue, path: Path): readonly Finding[] {
  return shapeFindings(metadata, METADATA, path);
}

function shapeFindings(value: JsonValue, shape: Shape, path: Path): readonly Finding[] {
  if (shape === 'anything' || value === null) return [];
  if (typeof shape === 'string') return jsonTypeOf(value) === shape ? [] : [metadataType(value, shape, path)];
  if ('list' in shape) {
    if (!Array.isArray(value)) return [metadataType(value, 'array', path)];
    return (value as readonly JsonValue[]).flatMap((item, index) =>
      shapeFindings(item, shape.list, childOf(path, index)),
    );
  }
  return isJsonMap(value) ? fieldFindings(value, shape, path) : [metadataType(value, 'object', path)];
}

function fieldFindings(
  value: JsonMap,
  shape: { readonly map: Shape } | { readonly fields: Readonly<Record<string, Shape>> },
  path: Path,
): readonly Finding[] {
  return Object.entries(value).flatMap(([key, item]) => {
    const at = childOf(path, key);
    if ('map' in shape) return shapeFindings(item, shape.map, at);
    const below = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
    return below === undefined ? [unknownField(at)] : shapeFindings(item, below, at);
  });
}

function metadataType(value: JsonValue, expected: string, path: Path): Finding {
  return { ...wrongType(path, expected, jsonTypeOf(value)), reason: 'metadata' };
}
