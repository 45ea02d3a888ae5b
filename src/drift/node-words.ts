import { alternatives } from '../diagnostics/describe-value.ts';
import type { Requirement } from '../kubernetes/requirement.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { isOfferingKey } from '../selection/offering-labels.ts';
import { type Carried, labelOutcome } from './label-outcome.ts';
import type { PossibleNode } from './possible-nodes.ts';
import { isMany, typeNames, typesWords } from './types-words.ts';

export interface NodeWordsInput {
  /** What nodes do not meet any more. */
  readonly required: Requirement;
  readonly carries: (node: PossibleNode | undefined) => Carried;
  /** Those that do not meet it, or may not. */
  readonly hit: readonly PossibleNode[];
  readonly nodes: readonly PossibleNode[];
  readonly vocabulary: LabelVocabulary;
}

/** Which nodes do not meet a requirement, to complete "nodes …": `in zone …`, `of types …`, `without the label …`. */
export function nodeWords(input: NodeWordsInput): string {
  const { required, hit, nodes, vocabulary } = input;
  const { key } = required;
  if (hit.length === 0 || !vocabulary.specs.has(key)) return labelWords(input);
  const values = [...new Set(hit.flatMap((node) => node.values(key) ?? []))].filter(
    (value) => !required.has(value),
  );
  const noun = NOUNS.get(key);
  if (noun !== undefined && values.length > 0) return `${noun(values.length)} ${listed(values)}`;
  // A type with several values (tenancy) does not tell what a node has.
  const isByType = hit.every((node) => labelOutcome(input.carries(node), required) === 'replaced');
  if (isOfferingKey(key) || !isByType) return labelWords(input);
  const [types, all] = [hit, nodes].map((some) => some.map(({ instanceType }) => instanceType));
  const isShorter = isMany(typeNames(types ?? [], all ?? [])) && values.length <= MOST;
  return isShorter ? labelWords(input) : typesWords(types ?? [], all ?? []);
}

type Noun = (count: number) => string;

const plural =
  (before: string, one: string, many: string): Noun =>
  (count) =>
    `${before} ${count === 1 ? one : many}`;

const NOUNS: ReadonlyMap<string, Noun> = new Map([
  ['topology.kubernetes.io/zone', plural('in', 'zone', 'zones')],
  ['topology.k8s.aws/zone-id', plural('in', 'zone', 'zones')],
  ['topology.kubernetes.io/region', plural('in', 'region', 'regions')],
  ['karpenter.sh/capacity-type', plural('of', 'capacity type', 'capacity types')],
  ['kubernetes.io/arch', plural('of', 'architecture', 'architectures')],
  ['kubernetes.io/os', plural('of', 'operating system', 'operating systems')],
]);

/** By what base says of the label, which is all that is known of it. */
function labelWords({ required, carries, hit }: NodeWordsInput): string {
  const { key } = required;
  const carried = hit.length === 0 ? [carries(undefined)] : hit.map(carries);
  const values = carried.flatMap((one) => finite(one) ?? []).filter((value) => !required.has(value));
  const parts = [
    ...(carried.some((one) => finite(one)?.length === 0) ? [`without the label \`${key}\``] : []),
    ...(values.length > 0 ? [`whose label \`${key}\` is ${listed([...new Set(values)], 'or')}`] : []),
    ...(carried.some((one) => finite(one) === undefined)
      ? [`whose label \`${key}\` ${unmet(required)}`]
      : []),
  ];
  return alternatives(parts);
}

function finite(carried: Carried): readonly string[] | undefined {
  if (carried === 'anything') return undefined;
  if (!('complement' in carried)) return carried;
  return carried.complement ? undefined : [...carried.values];
}

function unmet({ complement, values, gte, lte }: Requirement): string {
  const bounds = [
    ...(gte === undefined ? [] : [`less than ${gte}`]),
    ...(lte === undefined ? [] : [`more than ${lte}`]),
  ];
  if (!complement && values.size > 0) return `is not ${listed([...values], 'or')}`;
  if (!complement) return 'is there';
  const excluded = values.size === 0 ? [] : [listed([...values], 'or')];
  return bounds.length + excluded.length === 0
    ? 'is missing'
    : `is ${alternatives([...bounds, ...excluded])}`;
}

const MOST = 6;

function listed(values: readonly string[], conjunction: 'or' | 'and' = 'and'): string {
  const shown = values.toSorted().slice(0, MOST);
  const rest = values.length - shown.length;
  return alternatives(
    [...shown.map((value) => `\`${value}\``), ...(rest > 0 ? [`${rest} more`] : [])],
    conjunction,
  );
}
