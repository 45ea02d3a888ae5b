import { isJsonMap, type JsonMap, type JsonValue } from '../../../diagnostics/json-value.ts';
import { fieldOf } from '../schema/read-fields.ts';
import { propertySchema, type Schema } from '../schema/schema.ts';
import { type Finding, invalid, required } from '../values/finding.ts';
import { childOf, type Path } from '../values/path.ts';
import { managedFieldsFindings, timeFindings } from './managed-metadata.ts';
import { metadataFindings } from './metadata.ts';
import { metadataShapeFindings } from './metadata-shape.ts';
import { label1035Messages } from './name-messages.ts';

/** What is wrong with whole objects inside an object (`x-kubernetes-embedded-resource`): their kind, apiVersion and metadata. */
export function embeddedFindings(value: JsonValue, schema: Schema, path?: Path): readonly Finding[] {
  const found: Finding[] = [];
  collect(value, schema, path, found);
  return found;
}

function collect(value: JsonValue, schema: Schema, path: Path | undefined, found: Finding[]): void {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return;
    (value as readonly JsonValue[]).forEach((item, index) =>
      collect(item, items, childOf(path, index), found),
    );
  } else if (isJsonMap(value)) {
    if (schema.embedded) found.push(...resourceFindings(value, path));
    for (const [key, item] of Object.entries(value)) {
      const below = propertySchema(schema, key);
      if (below !== undefined) collect(item, below, childOf(path, key), found);
    }
  }
}

function resourceFindings(object: JsonMap, path: Path | undefined): readonly Finding[] {
  const metadata = fieldOf(object, 'metadata');
  const at = childOf(path, 'metadata');
  return [
    ...textFindings(object, 'apiVersion', path, apiVersionMessages),
    ...textFindings(object, 'kind', path, kindMessages),
    ...(metadata === undefined ? [] : metadataShapeFindings(metadata, at)),
    ...(isJsonMap(metadata)
      ? [
          ...timeFindings(metadata, at),
          ...managedFieldsFindings(metadata, at),
          ...metadataFindings(metadata, at, {
            nameMessages: pathSegmentMessages,
            needsName: false,
            hasNamespace: true,
          }),
        ]
      : []),
  ];
}

function textFindings(
  object: JsonMap,
  key: string,
  path: Path | undefined,
  messages: (text: string) => readonly string[],
): readonly Finding[] {
  const at = childOf(path, key);
  const value = fieldOf(object, key);
  if (value === undefined) return [required(at)];
  if (typeof value !== 'string') return [invalid(at, value, 'must be a string')];
  if (value === '') return [invalid(at, value, 'must not be empty')];
  return messages(value).map((message) => invalid(at, value, message));
}

function apiVersionMessages(text: string): readonly string[] {
  return text.split('/').length > 2 ? [`unexpected GroupVersion string: ${text}`] : [];
}

function kindMessages(text: string): readonly string[] {
  const messages = label1035Messages(text.toLowerCase());
  if (messages.length === 0) return [];
  return [`may have mixed case, but should otherwise match: ${messages.join(',')}`];
}

function pathSegmentMessages(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`);
}
