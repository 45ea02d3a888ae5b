import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { listOf, mapOf, textOf, textsOf } from '../schema/read-fields.ts';
import { type Finding, invalid, required, tooLong } from '../values/finding.ts';
import { childOf, type Path } from '../values/path.ts';
import { asPrefix, labelMessages, labelValueMessages, qualifiedNameMessages } from './name-messages.ts';

const MAX_ANNOTATION_BYTES = 256 * 1024;

export interface MetadataRules {
  /** What is wrong with a name, in the API server's words. */
  readonly nameMessages: (name: string) => readonly string[];
  /** Inside another object a name may be absent. */
  readonly needsName: boolean;
  /** Where there is none, the API server drops one that is given. */
  readonly hasNamespace: boolean;
}

/** What an API server refuses in metadata that has the right shape. */
export function metadataFindings(metadata: JsonMap, path: Path, rules: MetadataRules): readonly Finding[] {
  return [
    ...nameFindings(metadata, path, rules),
    ...(rules.hasNamespace ? namespaceFindings(metadata, path) : []),
    ...labelFindings(metadata, path),
    ...annotationFindings(metadata, path),
    ...ownerFindings(metadata, path),
    ...controllerFindings(metadata, path),
    ...finalizerFindings(metadata, path),
  ].map((finding) => ({ ...finding, reason: 'metadata' as const }));
}

function invalids(path: Path, value: JsonValue, messages: readonly string[]): readonly Finding[] {
  return messages.map((message) => invalid(path, value, message));
}

function nameFindings(metadata: JsonMap, path: Path, rules: MetadataRules): readonly Finding[] {
  const name = textOf(metadata, 'name');
  const prefix = textOf(metadata, 'generateName');
  const found: Finding[] = [];
  if (prefix !== '') {
    found.push(...invalids(childOf(path, 'generateName'), prefix, rules.nameMessages(asPrefix(prefix))));
  }
  if (name !== '') found.push(...invalids(childOf(path, 'name'), name, rules.nameMessages(name)));
  else if (prefix === '' && rules.needsName) {
    found.push(required(childOf(path, 'name'), 'name or generateName is required'));
  }
  return found;
}

/** A namespace that is absent is given with the request. */
function namespaceFindings(metadata: JsonMap, path: Path): readonly Finding[] {
  const namespace = textOf(metadata, 'namespace');
  if (namespace === '') return [];
  return invalids(childOf(path, 'namespace'), namespace, labelMessages(namespace));
}

function labelFindings(metadata: JsonMap, path: Path): readonly Finding[] {
  const at = childOf(path, 'labels');
  return Object.entries(mapOf(metadata, 'labels') ?? {}).flatMap(([key, value]) => {
    const own = childOf(at, key);
    const keys = invalids(own, key, qualifiedNameMessages(key));
    return typeof value === 'string' ? [...keys, ...invalids(own, value, labelValueMessages(value))] : keys;
  });
}

function annotationFindings(metadata: JsonMap, path: Path): readonly Finding[] {
  const at = childOf(path, 'annotations');
  const entries = Object.entries(mapOf(metadata, 'annotations') ?? {});
  const found = entries.flatMap(([key]) =>
    invalids(childOf(at, key), key, qualifiedNameMessages(key.toLowerCase())),
  );
  const encoder = new TextEncoder();
  const bytes = (text: JsonValue): number => (typeof text === 'string' ? encoder.encode(text).length : 0);
  const total = entries.reduce((sum, [key, value]) => sum + bytes(key) + bytes(value), 0);
  return total > MAX_ANNOTATION_BYTES ? [...found, tooLong(at, MAX_ANNOTATION_BYTES)] : found;
}

function ownerFindings(metadata: JsonMap, path: Path): readonly Finding[] {
  const at = childOf(path, 'ownerReferences');
  return listOf(metadata, 'ownerReferences').flatMap((owner, index) => {
    if (!isJsonMap(owner)) return [];
    const own = childOf(at, index);
    const empty = (key: string, message: string): readonly Finding[] =>
      textOf(owner, key) === '' ? [invalid(childOf(own, key), '', message)] : [];
    return [
      ...versionFindings(textOf(owner, 'apiVersion'), childOf(own, 'apiVersion')),
      ...empty('kind', 'must not be empty'),
      ...empty('name', 'must not be empty'),
      ...empty('uid', 'must not be empty'),
      ...(isEvent(owner) ? [invalid(own, owner, '/v1, Kind=Event is disallowed from being an owner')] : []),
    ];
  });
}

/** A group and a version have at most one slash between them. */
function versionFindings(apiVersion: string, path: Path): readonly Finding[] {
  const readable = apiVersion !== '' && apiVersion.split('/').length <= 2 && !apiVersion.endsWith('/');
  return readable ? [] : [invalid(path, apiVersion, 'version must not be empty')];
}

function isEvent(owner: JsonMap): boolean {
  return textOf(owner, 'apiVersion') === 'v1' && textOf(owner, 'kind') === 'Event';
}

function controllerFindings(metadata: JsonMap, path: Path): readonly Finding[] {
  const owners = listOf(metadata, 'ownerReferences').filter(isJsonMap);
  const controllers = owners.filter((owner) => owner['controller'] === true);
  const [first, ...others] = controllers.map((owner) => `${textOf(owner, 'kind')}/${textOf(owner, 'name')}`);
  return others.map((other) =>
    invalid(
      childOf(path, 'ownerReferences'),
      owners,
      `Only one reference can have Controller set to true. Found "true" in references for ${first ?? ''} and ${other}`,
    ),
  );
}

function finalizerFindings(metadata: JsonMap, path: Path): readonly Finding[] {
  const at = childOf(path, 'finalizers');
  const finalizers = textsOf(metadata, 'finalizers');
  const found = finalizers.flatMap((name, index) =>
    invalids(childOf(at, index), name, qualifiedNameMessages(name)),
  );
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    found.push(invalid(at, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return found;
}
