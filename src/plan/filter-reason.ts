import { jsonPointer } from '../diagnostics/json-pointer.ts';
import { addAmounts, amountsOf, podRequests } from '../kubernetes/pod-requests.ts';
import { amountReader } from '../kubernetes/resources.ts';
import type { InstanceType } from '../model/instance-type.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { amountText } from './amount-text.ts';
import type { Described } from './described.ts';
import type { PlanTemplate } from './plan-pod.ts';
import { podTerms, type PodTerm } from './pod-terms.ts';
import { type AdmittedType, admittedTypes, type PoolView } from './pool-view.ts';

interface FilterContext {
  readonly vocabulary: LabelVocabulary;
  readonly daemons: ReadonlyMap<string, bigint>;
}

/**
 * Why no type of a pool is left for a pod: the requirement that excludes the last one, or the resource of which the pod
 * asks for more than any has. Undefined where one pod alone would fit: then the others on the node are the reason.
 */
export function filterReason(
  view: PoolView,
  template: PlanTemplate,
  { vocabulary, daemons }: FilterContext,
): Described | undefined {
  const term = podTerms(template.spec, vocabulary.aliases).at(-1);
  if (term === undefined) return undefined;
  const admitted = narrowed(view, term, vocabulary);
  if (admitted.length === 0) return excludedBy(view, term, template, vocabulary);
  const requests = podRequests(template.spec, template.status);
  const needed = new Map(requests).set('pods', 1_000_000_000n);
  addAmounts(needed, daemons);
  const most = mostOf(view, admitted, [...needed.keys()]);
  for (const [resource, all] of needed) {
    const largest = most.get(resource);
    if (all === 0n || largest === undefined || all <= largest.nano) continue;
    return tooLarge(resource, { own: requests.get(resource) ?? 0n, all, largest }, view, template);
  }
  const fitsAlone = admitted.some(({ type }) =>
    [...needed].every(([resource, nano]) => nano <= amountOn(view, type, resource)),
  );
  if (fitsAlone) return undefined;
  const asked = [...requests].map(([resource, nano]) => `\`${resource}\` ${amountText(resource, nano)}`);
  const wanted =
    asked.length === 0 ? 'its daemons' : `all that the pod asks for (${asked.join(', ')}) beside the daemons`;
  return {
    message: `no single instance type has room for ${wanted}`,
    source: template.locate?.('/spec/containers') ?? view.compiled.pool.keySpan,
  };
}

interface Shortage {
  readonly own: bigint;
  /** Daemons included. */
  readonly all: bigint;
  readonly largest: Most;
}

/** The pod is blamed where it asks for any of it, else its daemons are, through the pool. */
function tooLarge(
  resource: string,
  { own, all, largest }: Shortage,
  view: PoolView,
  template: PlanTemplate,
): Described {
  const has =
    largest.nano === 0n
      ? 'no instance type that the pool admits for it has any'
      : `the most that an instance type has for pods is ${amountText(resource, largest.nano)} (\`${largest.type.name}\`)`;
  if (own === 0n) {
    return {
      message: `the daemons of a node ask for \`${resource}\` ${amountText(resource, all)}; ${has}`,
      source: view.compiled.pool.keySpan,
    };
  }
  const besides = all > own ? ` beside the ${amountText(resource, all - own)} of daemons` : '';
  return {
    message: `the pod asks for \`${resource}\` ${amountText(resource, own)}${besides}; ${has}`,
    source: template.locate?.(requestPointer(template, resource)),
  };
}

function narrowed(view: PoolView, term: PodTerm, vocabulary: LabelVocabulary): readonly AdmittedType[] {
  const combined = view.requirements.add(term.requirements.entries());
  const keys = [...term.requirements.entries()].map(({ key }) => key);
  return admittedTypes(view, combined, keys, vocabulary);
}

/** The first requirement of the pod that leaves nothing, alone or with those before it. */
function excludedBy(
  view: PoolView,
  term: PodTerm,
  template: PlanTemplate,
  vocabulary: LabelVocabulary,
): Described {
  let combined = view.requirements;
  const keys: string[] = [];
  for (const { input, pointer } of term.written) {
    const key = vocabulary.aliases.get(input.key) ?? input.key;
    combined = combined.add([term.requirements.get(key)]);
    keys.push(key);
    if (admittedTypes(view, combined, keys, vocabulary).length > 0) continue;
    const values = (input.values ?? []).join(', ');
    return {
      message: `no instance type of the pool that can be had has \`${key}\` ${input.operator}${values === '' ? '' : ` ${values}`}`,
      source: template.locate?.(pointer),
    };
  }
  return {
    message: 'no instance type that the pool admits can be had',
    source: view.compiled.pool.keySpan,
  };
}

interface Most {
  readonly nano: bigint;
  readonly type: InstanceType;
}

const NANO = new Map([['cpu', 1_000_000n]]);

/** What a type has for pods, in billionths. */
function amountOn({ table }: PoolView, type: InstanceType, resource: string): bigint {
  const amount = amountReader(resource)(table.resourcesOf(type).allocatable);
  return BigInt(amount) * (NANO.get(resource) ?? 1_000_000_000n);
}

/** By resource, the most that one of the types has for pods. */
function mostOf(
  view: PoolView,
  admitted: readonly AdmittedType[],
  resources: readonly string[],
): ReadonlyMap<string, Most> {
  const most = new Map<string, Most>();
  for (const resource of resources) {
    for (const { type } of admitted) {
      const nano = amountOn(view, type, resource);
      const known = most.get(resource);
      if (known === undefined || nano > known.nano) most.set(resource, { nano, type });
    }
  }
  return most;
}

/** The container that asks for most of it. */
function requestPointer({ spec }: PlanTemplate, resource: string): string {
  let best = { at: 0, nano: -1n };
  (spec.containers ?? []).forEach(({ resources }, at) => {
    const nano = amountsOf(resources?.requests).get(resource) ?? -1n;
    if (nano > best.nano) best = { at, nano };
  });
  return jsonPointer('spec', 'containers', best.at, 'resources', 'requests', resource);
}
