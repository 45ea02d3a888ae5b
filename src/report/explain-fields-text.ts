import type { ExplainedObject, ObjectField } from './explain-object.ts';
import { type PoolExplanation, requirementText } from './explain-pool.ts';
import { table, type TableLayout } from './table.ts';
import { valueText } from './value-text.ts';
import { whereText } from './whence.ts';

export interface FieldSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Keys of a definition that no field of an object stands for. */
const ONLY_IN_DEFINITIONS =
  /^(profile|backend|dedicated|dedicated_key|max_monthly_usd|max_monthly_usd_at_limits|cluster_api|node_class\.gpu_enabled|node_class\.public)(?![\w-])/;

/** Every field of the compiled objects, then what only the definition knows; each with its origin. */
export function fieldSections(explanation: PoolExplanation, layout: TableLayout): FieldSection[] {
  const { fields, objects, place } = explanation;
  // Without its objects the definition is all there is to show.
  const complete = objects.length === 2;
  const others = fields
    .filter(({ path }) => !complete || ONLY_IN_DEFINITIONS.test(path))
    .map((field) => [whereText(field, place.file), `${field.path}: ${field.value}`]);
  return [
    ...objects.map((object) => ({
      title: `fields of ${object.kind} ${object.name}`,
      lines: fieldTable(objectRows(object, place.file), layout),
    })),
    ...(others.length === 0
      ? []
      : [{ title: `fields of the definition${complete ? ' only' : ''}`, lines: fieldTable(others, layout) }]),
  ];
}

/** The field comes last: it is the long one. */
function fieldTable(rows: readonly (readonly string[])[], layout: TableLayout): string[] {
  return table([{ title: 'where' }, { title: 'field' }], rows, layout);
}

/** Fields below the map or list item that holds them; those that stand in `spec` itself come first. */
function objectRows({ fields }: ExplainedObject, file: string): string[][] {
  const holders = new Map<string, ObjectField[]>([['/spec', []]]);
  for (const field of fields) {
    const holder = field.pointer.slice(0, field.pointer.lastIndexOf('/'));
    const siblings = holders.get(holder);
    if (siblings === undefined) holders.set(holder, [field]);
    else siblings.push(field);
  }
  let heading = '';
  return [...holders].flatMap(([holder, siblings]) => {
    const isRequirement = REQUIREMENT.test(holder);
    const path = pathOf(isRequirement ? holder.slice(0, holder.lastIndexOf('/')) : holder);
    const rows = isRequirement ? requirementRows(siblings, file) : siblings.map((one) => rowOf(one, file));
    if (path === '') return rows;
    const headings = path === heading ? [] : [['', `${path}:`]];
    heading = path;
    return [...headings, ...rows.map(([where = '', text = '']) => [where, `  ${text}`])];
  });
}

const REQUIREMENT = /^\/spec\/template\/spec\/requirements\/\d+$/;

/** A requirement is read as one condition. */
function requirementRows(parts: readonly ObjectField[], file: string): string[][] {
  const valueOf = (name: string) => parts.find(({ pointer }) => pointer.endsWith(`/${name}`))?.value;
  const [first] = parts;
  if (first === undefined) return [];
  const values = (valueOf('values') ?? []) as readonly string[];
  const condition = requirementText(valueOf('key') as string, valueOf('operator') as string, values);
  const minValues = valueOf('minValues') as number | undefined;
  const more = minValues === undefined ? '' : `, at least ${minValues} values`;
  return [[whereText(first, file), condition + more]];
}

function rowOf(field: ObjectField, file: string): string[] {
  return [whereText(field, file), `${tokensOf(field.pointer).at(-1) ?? ''}: ${valueText(field.value)}`];
}

/** `template.spec.taints[0]`, below `spec`. */
function pathOf(pointer: string): string {
  return tokensOf(pointer).reduce((path, token) => {
    if (/^\d+$/.test(token)) return `${path}[${token}]`;
    return path === '' ? token : `${path}.${token}`;
  }, '');
}

/** Without the first, `spec`. */
function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(2)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
