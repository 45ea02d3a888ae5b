import type { JsonValue } from '../../diagnostics/json-value.ts';
import { isJsonMap } from '../../diagnostics/json-value.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { FieldChange } from '../../model/review.ts';
import { counted, folded, valueText } from '../words.ts';
import { isOfVolumes, volumeWords } from './volume-words.ts';

/** What becomes of node classes and templates: the image and tags in words, everything else by name. */
export function objectWords(fields: readonly FieldChange[]): readonly string[] {
  const own = fields.filter(({ kind, pointer }) => kind !== 'NodePool' && pointer.startsWith('/spec/'));
  const classes = own.filter(({ kind }) => kind.endsWith('NodeClass'));
  const templates = own.filter(({ kind }) => kind.endsWith('Template'));
  return [
    ...imageWords(classes),
    ...tagWords(own),
    ...volumeWords(own),
    ...named('node class', without(classes, IN_WORDS)),
    ...named('machine template', without(templates, IN_WORDS)),
    ...versionWords(own),
  ];
}

const IMAGE = /^\/spec\/amiSelectorTerms/;
const TAG = /^\/spec\/(?:tags|template\/spec\/additionalTags)(?:\/(.*))?$/;
const IN_WORDS = ['amiSelectorTerms', 'tags', 'additionalTags'];

function imageWords(fields: readonly FieldChange[]): readonly string[] {
  const found = fields.find(({ pointer }) => IMAGE.test(pointer));
  if (found === undefined) return [];
  const [old, now] = [imageText(found.before), imageText(found.after)];
  return [old === undefined || now === undefined ? 'other images' : `image ${old} → ${now}`];
}

/** `al2023@v20260715`, an id; undefined of several or of a search by tags. */
function imageText(terms: JsonValue | undefined): string | undefined {
  const [only, ...others] = Array.isArray(terms) ? (terms as readonly JsonValue[]) : [];
  if (!isJsonMap(only) || others.length > 0) return undefined;
  const text = only['alias'] ?? only['id'] ?? only['name'] ?? only['ssmParameter'];
  return typeof text === 'string' ? text : undefined;
}

function tagWords(fields: readonly FieldChange[]): readonly string[] {
  const tags = fields.filter(({ pointer }) => TAG.test(pointer)).flatMap(tagsOf);
  const different = [...new Set(tags)];
  return different.length === 0 ? [] : [`tag${different.length === 1 ? '' : 's'} ${folded(different)}`];
}

function tagsOf({ pointer, before, after }: FieldChange): readonly string[] {
  const key = unescaped(TAG.exec(pointer)?.[1] ?? '');
  if (key === '') {
    const [old = {}, now = {}] = [before, after].map((map) => (isJsonMap(map) ? map : {}));
    return [
      ...Object.entries(now).map(([name, value]) => `${name}=${valueText(value)} added`),
      ...Object.keys(old).map((name) => `${name} removed`),
    ];
  }
  if (before === undefined) return [`${key}=${valueText(after)} added`];
  return after === undefined ? [`${key} removed`] : [`${key} ${valueText(before)} → ${valueText(after)}`];
}

function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function without(fields: readonly FieldChange[], names: readonly string[]): readonly FieldChange[] {
  return fields.filter((field) => !names.includes(fieldName(field.pointer)) && !isOfVolumes(field));
}

/** "node class: userData, metadataOptions". */
function named(what: string, fields: readonly FieldChange[]): readonly string[] {
  const names = [...new Set(fields.map(({ pointer }) => fieldName(pointer)))];
  return names.length === 0 ? [] : [`${what}: ${folded(names)} ${names.length === 1 ? 'changes' : 'change'}`];
}

/** The field that people know: below `spec` of a class, below `spec.template.spec` of a template. */
function fieldName(pointer: string): string {
  const parts = pointer.split('/').slice(2);
  const own = parts[0] === 'template' && parts[1] === 'spec' ? parts.slice(2) : parts;
  return own[0] ?? 'spec';
}

function versionWords(fields: readonly FieldChange[]): readonly string[] {
  const found = fields.find(({ pointer }) => pointer === '/spec/template/spec/version');
  if (found === undefined) return [];
  return [`Kubernetes ${valueText(found.before)} → ${valueText(found.after)}`];
}

/** "3 MachineDeployments more, 1 fewer"; "max sizes of 12 MachineDeployments change". */
export function machineWords(base: CompiledPool, head: CompiledPool): readonly string[] {
  const sizes = ({ machines }: CompiledPool) =>
    new Map((machines?.nodeGroups ?? []).map((group) => [group.name, group]));
  const [old, now] = [sizes(base), sizes(head)];
  if (old.size === 0 || now.size === 0) return [];
  const added = [...now.keys()].filter((name) => !old.has(name)).length;
  const removed = [...old.keys()].filter((name) => !now.has(name)).length;
  const counts = [
    ...(added === 0 ? [] : [`${counted(added, 'MachineDeployment')} more`]),
    ...(removed === 0 ? [] : [`${added === 0 ? counted(removed, 'MachineDeployment') : removed} fewer`]),
  ];
  const kept = [...now.values()].flatMap((group) => {
    const was = old.get(group.name);
    return was === undefined ? [] : [{ was, group }];
  });
  const bounds = [
    ['largest', kept.map(({ was, group }) => [was.maxSize, group.maxSize] as const)],
    ['smallest', kept.map(({ was, group }) => [was.minSize ?? 0, group.minSize ?? 0] as const)],
  ] as const;
  return [
    ...(counts.length === 0 ? [] : [counts.join(', ')]),
    ...bounds.flatMap(([which, pairs]) => sizeWords(which, pairs)),
  ];
}

function sizeWords(which: string, pairs: readonly (readonly [number, number])[]): readonly string[] {
  const changed = pairs.filter(([before, after]) => before !== after);
  const [first] = changed;
  if (first === undefined) return [];
  const isSame = changed.every(([before, after]) => before === first[0] && after === first[1]);
  const what = `${which} size of ${counted(changed.length, 'MachineDeployment')}`;
  return [isSame ? `${what} ${first[0]} → ${first[1]}` : `${what} changes`];
}
