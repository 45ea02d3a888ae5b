import { type ExplainLayout, indented, priceText } from './explain-pod-layout.ts';
import type { PodExplanationReport } from './pod-explanation.ts';
import { counted } from './words.ts';

/** Why a pod is where it is, why the node is of its type, and who else would have taken it. */
export function placeLines(report: PodExplanationReport, layout: ExplainLayout): string[] {
  if (report.place === undefined) return [];
  const lines = report.place.why ?? [...whyHere(report), ...whyThisType(report), ...others(report)];
  return [layout.style.strong('why here'), ...lines.flatMap((line) => indented(line, layout))];
}

function whyHere({ place, nodePools, existingNodes, plannedNodes }: PodExplanationReport): string[] {
  if (place === undefined) return [];
  const nodes = total(existingNodes);
  const planned = total(plannedNodes);
  const passed = (count: number) =>
    count === 0 ? 'it is the first of them' : `${count} before it did not take the pod`;
  if (place.on === 'existing node') return [`existing nodes come first; ${passed(nodes)}`];
  const none = nodes === 0 ? [] : [`none of ${counted(nodes, 'existing node')} takes it`];
  if (place.on === 'planned node') {
    return [
      ...none,
      `nodes that are planned already come before new ones, those with the fewest pods first; ${passed(planned)}`,
      `it is pod ${place.position ?? 1} of ${place.podsOnNode ?? 1} on this node`,
    ];
  }
  const pool = nodePools.find(({ name }) => name === place.nodePool);
  const earlier = nodePools.filter(({ order }) => order !== undefined && order < (pool?.order ?? 0));
  const weight = pool === undefined || pool.weight === 0 ? '' : ` (weight ${pool.weight})`;
  const name = `pool \`${place.nodePool ?? ''}\`${weight}`;
  return [
    ...none,
    ...(planned === 0 ? [] : [`none of ${counted(planned, 'planned node')} takes it`]),
    earlier.length === 0
      ? `${name} is the first that Karpenter tries`
      : `${name} is the first that takes it, after ${earlier.map((one) => `\`${one.name}\``).join(', ')}`,
    ...(place.podsOnNode === undefined || place.podsOnNode < 2
      ? []
      : [`${counted(place.podsOnNode - 1, 'other pod')} joined it later`]),
  ];
}

function whyThisType({ place }: PodExplanationReport): string[] {
  if (place?.cheapest === undefined) return [];
  const { cheapest, typesBefore = 0, typesAfter = 0, binding } = place;
  const price = priceText(cheapest.pricePerHourUsd);
  const before =
    place.on === 'new node'
      ? `of ${counted(typesBefore, 'type')} of the pool`
      : `of the ${counted(typesBefore, 'type')} that the node could be before`;
  const left = typesAfter === 1 ? '1 is' : `${typesAfter} are`;
  const types = `${before} ${left} left in the end, at the cheapest ${cheapest.instanceType}${price}`;
  if (binding.length === 0) return [types, 'no type that the pool allows is cheaper'];
  return [
    types,
    ...binding.map(
      ({ message, types: excluded, nearest }) =>
        `not cheaper because of ${message}; that excludes ${counted(excluded, 'cheaper type')}, up to ${nearest.instanceType}${priceText(nearest.pricePerHourUsd)}`,
    ),
  ];
}

function others({ place, alternatives, nodePools }: PodExplanationReport): string[] {
  const order = nodePools.find(({ name }) => name === place?.nodePool)?.order ?? 0;
  const rest = alternatives.filter(({ nodePool }) => nodePool !== place?.nodePool);
  const next = rest.find((one) => one.order > order);
  const priceOf = ({ cheapest }: (typeof rest)[number]) =>
    cheapest.pricePerHourUsd ?? Number.POSITIVE_INFINITY;
  const cheapest = rest.toSorted((a, b) => priceOf(a) - priceOf(b))[0];
  const text = ({ nodePool, cheapest: offering }: (typeof rest)[number]) =>
    `\`${nodePool}\`, as a new ${offering.instanceType}${priceText(offering.pricePerHourUsd)}`;
  if (next === undefined && cheapest === undefined) return ['no other pool would take it'];
  return [
    ...(next === undefined ? [] : [`the next pool that would take it is ${text(next)}`]),
    ...(cheapest === undefined || cheapest === next ? [] : [`the cheapest other pool is ${text(cheapest)}`]),
  ];
}

function total(list: readonly { readonly count: number }[]): number {
  return list.reduce((sum, { count }) => sum + count, 0);
}
