import type { Refusals } from '../model/explanation.ts';
import { arrow, type ExplainLayout, indented, priceText } from './explain-pod-layout.ts';
import { givenUpText } from './explain-given-up.ts';
import type { ReportedGroup, ReportedRelaxation } from './pod-explanation.ts';
import { counted } from './words.ts';

const LATER =
  'it gets a place once the first nodes have joined: until then each counts against the limits as the largest it may become';

/** What a pod asks for, what it has given up, and where it is written. */
export function aboutLines(group: ReportedGroup, layout: ExplainLayout): string[] {
  const { owner, requests, source, givenUp, later, message, podNames } = group;
  const asks = Object.entries(requests).map(([name, amount]) => `${name} ${amount}`);
  const asksFor = asks.length === 0 ? 'it asks for no resources' : `it asks for ${asks.join(', ')}`;
  // Of several pods the owner stands above.
  const of =
    owner === undefined || podNames.length > 1 ? '' : `; ${owner.kind} ${owner.namespace}/${owner.name}`;
  return [
    ...(message === undefined ? [] : indented(message, layout)),
    ...indented(asksFor + of, layout),
    ...(givenUp.length === 0 ? [] : indented(`it has given up: ${givenUpText(givenUp)}`, layout)),
    ...(later ? indented(LATER, layout) : []),
    ...(source === undefined ? [] : [`  ${arrow(source, layout)}`]),
  ];
}

export interface RelaxationOptions {
  /** So many are shown. @default all */
  readonly max?: number;
}

/** Changes that were proven to help, or that none was. */
export function relaxationLines(
  { relaxations, podNames }: ReportedGroup,
  layout: ExplainLayout,
  { max = Number.POSITIVE_INFINITY }: RelaxationOptions = {},
): string[] {
  if (relaxations === undefined) return [];
  const { proven, tried, untried } = relaxations;
  const { length } = podNames;
  const pods = length === 1 ? 'the pod' : length === 2 ? 'both pods' : `all ${length} pods`;
  const left =
    untried === 0 ? '' : `; ${counted(untried, 'more change')} left untried, as trials are limited`;
  if (proven.length === 0) {
    const text =
      tried === 0
        ? 'no single change to the pod or to a pool would help'
        : `no single change would help: ${counted(tried, 'change')} tried${left}`;
    return [layout.style.strong('what would help'), ...indented(text, layout)];
  }
  const shown = proven.slice(0, max);
  const hidden = proven.length - shown.length;
  return [
    layout.style.strong('what would help'),
    ...indented(`any one of these; each was made and the plan done again, and ${pods} fitted${left}`, layout),
    ...shown.flatMap((one, i) => relaxationItem(one, i + 1, layout)),
    ...(hidden === 0 ? [] : [`  … and ${counted(hidden, 'more change')} (\`--format json\` has all)`]),
  ];
}

function relaxationItem(
  { message, result, displaced, places, place }: ReportedRelaxation,
  number: number,
  layout: ExplainLayout,
): string[] {
  const lost = displaced === 0 ? '' : `, but ${counted(displaced, 'other pod')} would lose their place`;
  const price = place.cheapest === undefined ? '' : priceText(place.cheapest.pricePerHourUsd);
  const [first] = places;
  return [
    ...indented(`${number}. ${message}`, layout),
    ...indented(`${result}${price}${lost}`, layout, 5),
    ...(first === undefined || first.layer === 'built-in' ? [] : [`     ${arrow(first.place, layout)}`]),
  ];
}

/** Nodes that were tried and did not take the pod, of those without a place. */
export function refusalLines(
  { existingNodes, plannedNodes }: ReportedGroup,
  layout: ExplainLayout,
): string[] {
  const lines = [
    ...refusals('existing node', existingNodes, layout),
    ...refusals('planned node', plannedNodes, layout),
  ];
  return lines.length === 0 ? [] : [layout.style.strong('nodes that did not take it'), ...lines];
}

function refusals(kind: string, list: readonly Refusals[], layout: ExplainLayout): string[] {
  return list.flatMap(({ message, count, examples }) => {
    const names = `${examples.join(', ')}${count > examples.length ? ', …' : ''}`;
    return indented(`${counted(count, kind)}: ${message} (${names})`, layout);
  });
}
