import type { ReportDiagnostic } from './check-report.ts';
import { hourlyText, monthlyText, pricingNotes } from './money.ts';
import type {
  PlanReport,
  PlanReportCluster,
  PlanReportOffering,
  PlanReportPool,
  PlanReportReason,
  PlanReportUnschedulable,
  PlanReportUtilisation,
} from './plan-contract.ts';
import { counted } from './words.ts';

/** What the text and the markdown of a plan have in common. */

export interface Verdict {
  readonly fits: boolean;
  /** `production: all 12 pods fit` */
  readonly headline: string;
  /** On how many nodes, and at what price. May be empty. */
  readonly detail: string;
}

export function verdict(cluster: PlanReportCluster): Verdict {
  const { workloads, unschedulable, nodePools, scenario } = cluster;
  const name = scenario === undefined ? cluster.name : `${cluster.name}, scenario ${scenario.name}`;
  const stuck = nodePools.filter(({ probe }) => probe?.launches === false);
  const fits = unschedulable.every(({ laterBatch }) => laterBatch) && stuck.length === 0;
  return {
    fits,
    headline: `${name}: ${headline(cluster, stuck)}`,
    detail: workloads.pods === 0 ? '' : detail(cluster),
  };
}

function headline(
  { workloads, unschedulable, nodePools }: PlanReportCluster,
  stuck: readonly PlanReportPool[],
): string {
  const cannot =
    stuck.length === 0
      ? ''
      : `${stuck.map(({ name }) => `\`${name}\``).join(', ')} cannot launch a node that holds its daemons`;
  if (workloads.pods === 0) {
    if (cannot !== '') return cannot;
    if (nodePools.length === 0) return 'there is no node pool to plan with';
    return `no pods to place; each of ${counted(nodePools.length, 'pool')} can launch a node`;
  }
  const { pods } = workloads;
  const stays = unschedulable.filter(({ laterBatch }) => !laterBatch);
  const limits = stays.filter(({ onlyLimits }) => onlyLimits).length;
  const reason =
    limits === 0
      ? ''
      : limits === stays.length
        ? ', because of limits'
        : `, ${limits} of them because of limits`;
  const parts = [
    unschedulable.length === 0
      ? pods === 1
        ? 'the pod fits'
        : `all ${pods} pods fit`
      : `${pods - unschedulable.length} of ${counted(pods, 'pod')} fit`,
    ...(stays.length === 0
      ? []
      : [`${stays.length} ${stays.length === 1 ? 'has' : 'have'} no place${reason}`]),
    ...(stays.length === unschedulable.length
      ? []
      : [`${unschedulable.length - stays.length} must wait until the first nodes are there`]),
    ...(cannot === '' ? [] : [cannot]),
  ];
  return parts.join('; ');
}

/** How many nodes are new, whoever makes them. */
export function newNodes({ nodePools }: PlanReportCluster): number {
  return nodePools.reduce((sum, { nodes }) => sum + nodes, 0);
}

function detail(cluster: PlanReportCluster): string {
  const { existingNodes, cost } = cluster;
  const count = newNodes(cluster);
  const nodes = [
    ...(count === 0 ? [] : [counted(count, 'new node')]),
    ...(existingNodes.length === 0 ? [] : [`${existingNodes.length} existing`]),
  ].join(' and ');
  if (nodes === '') return '';
  const price =
    count === 0
      ? ''
      : `, expected to cost ${hourlyText(cost.expectedPerHourUsd)} $/h, ${monthlyText(cost.expectedPerHourUsd)} $/month`;
  return `on ${nodes}${price}`;
}

/** What the floor is made of. */
export function floorText(cluster: PlanReportCluster): string {
  return typesTitle(cluster) === 'types'
    ? 'each new node at the price of its type and zone'
    : 'each new node as its cheapest offering';
}

/** The last column of the pools: a NodeClaim leaves a choice of types, a node group does not. */
export function typesTitle({ nodePools }: PlanReportCluster): string {
  return nodePools.length > 0 && nodePools.every(({ backend }) => backend !== 'karpenter')
    ? 'types'
    : 'cheapest types';
}

/** Unused pools are no news where there are many. */
const SHOWN_UNUSED = 8;

export function shownPools({ nodePools, workloads }: PlanReportCluster): {
  readonly shown: readonly PlanReportPool[];
  readonly hidden: number;
} {
  const isNews = ({ nodes, probe }: PlanReportPool) => nodes > 0 || probe?.launches === false;
  const idle = nodePools.filter((pool) => !isNews(pool));
  if (workloads.pods === 0 || idle.length <= SHOWN_UNUSED) return { shown: nodePools, hidden: 0 };
  return { shown: nodePools.filter(isNews), hidden: idle.length };
}

/** Cells: pool, nodes, pods, cpu, memory, $/h, $/month, cheapest types; a last row with the sums of several. */
export function poolRows(cluster: PlanReportCluster, shown: readonly PlanReportPool[]): string[][] {
  const rows = shown.map((pool) => [
    pool.name,
    ...(pool.nodes === 0
      ? ['', '', '', '', '', '']
      : [
          String(pool.nodes),
          String(pool.pods),
          ...shares(pool.utilisation),
          ...prices(pool.cost.floorPerHourUsd),
        ]),
    typesText(pool),
  ]);
  const used = cluster.nodePools.filter(({ nodes }) => nodes > 0);
  if (used.length < 2) return rows;
  const pods = used.reduce((sum, pool) => sum + pool.pods, 0);
  const total = ['all', String(newNodes(cluster)), String(pods)];
  return [...rows, [...total, ...shares(cluster.utilisation), ...prices(cluster.cost.floorPerHourUsd), '']];
}

function shares(utilisation: PlanReportUtilisation | undefined): string[] {
  return utilisation === undefined ? ['', ''] : [percent(utilisation.cpu), percent(utilisation.memory)];
}

function prices(perHourUsd: number): string[] {
  return [hourlyText(perHourUsd), monthlyText(perHourUsd)];
}

export function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

const SHOWN_TYPES = 4;

function typesText({ nodes, cheapestTypes, probe }: PlanReportPool): string {
  if (nodes === 0) {
    if (probe?.launches === false) return `cannot launch: ${probe.reasons?.[0]?.message ?? ''}`;
    const { cheapest } = probe ?? {};
    if (cheapest === undefined) return 'not needed';
    const price =
      cheapest.pricePerHourUsd === undefined ? '' : ` for ${hourlyText(cheapest.pricePerHourUsd)} $/h`;
    return `not needed; could launch ${cheapest.instanceType}${price}`;
  }
  const shown = cheapestTypes
    .slice(0, SHOWN_TYPES)
    .map(({ instanceType, count }) => `${count} × ${instanceType}`);
  const more = cheapestTypes.slice(SHOWN_TYPES).reduce((sum, { count }) => sum + count, 0);
  return [...shown, ...(more === 0 ? [] : [`${more} others`])].join(', ');
}

const SHOWN_REASONS = 8;
/** What tells least, where there are too many to show: such pools are not meant for the pod. */
const DISTANT = new Set(['taints', 'undefined-label', 'requirement-conflict']);

/** The reasons that are shown: all, or those of the pools that came closest to taking the pod. */
export function shownReasons({ reasons }: FailureGroup): {
  readonly shown: readonly PlanReportReason[];
  readonly hidden: number;
} {
  if (reasons.length <= SHOWN_REASONS) return { shown: reasons, hidden: 0 };
  const rank = ({ code }: PlanReportReason) => (DISTANT.has(code) ? 1 : 0);
  const shown = reasons.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN_REASONS);
  return { shown, hidden: reasons.length - shown.length };
}

/** What becomes of the pods of a group, to follow its title. */
export function outcomeText({ pods, laterBatch }: FailureGroup): string {
  if (!laterBatch) return pods.length === 1 ? 'has no place' : 'have no place';
  return `${pods.length === 1 ? 'waits' : 'wait'} until the first nodes are there`;
}

/** Replicas that have no place for the same reasons. */
export interface FailureGroup {
  /** `2 pods of Deployment default/web`, `pod default/one` */
  readonly title: string;
  readonly pods: readonly string[];
  readonly source?: PlanReportUnschedulable['source'];
  readonly onlyLimits: boolean;
  readonly laterBatch: boolean;
  readonly reasons: readonly PlanReportReason[];
}

export function failureGroups({ unschedulable }: PlanReportCluster): readonly FailureGroup[] {
  const groups = new Map<string, PlanReportUnschedulable[]>();
  // Replicas share one list of reasons, which may be as long as there are pools. Those of a dump stand on lines of their own.
  const texts = new Map<readonly PlanReportReason[], string>();
  for (const pod of unschedulable) {
    const reasons =
      texts.get(pod.reasons) ??
      JSON.stringify(pod.reasons.map(({ nodePool, code, message }) => [nodePool, code, message]));
    texts.set(pod.reasons, reasons);
    const key = JSON.stringify([pod.owner ?? pod.pod, pod.onlyLimits, pod.laterBatch]) + reasons;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [pod]);
    else group.push(pod);
  }
  return [...groups.values()].flatMap((pods): FailureGroup[] => {
    const [first] = pods;
    if (first === undefined) return [];
    const { owner, source, onlyLimits, laterBatch, reasons } = first;
    const title =
      owner === undefined
        ? `pod ${first.pod}`
        : `${counted(pods.length, 'pod')} of ${owner.kind} ${owner.namespace}/${owner.name}`;
    return [
      {
        title,
        pods: pods.map(({ pod }) => pod),
        ...(source === undefined ? {} : { source }),
        onlyLimits,
        laterBatch,
        reasons,
      },
    ];
  });
}

/** What does not fit is shown with its cluster. */
const SHOWN_THERE = new Set(['PW8001', 'PW8002', 'PW8003', 'PW8004']);

/** Whatever their level, they make a run fail. */
const MONEY = new Set(['PW8010', 'PW8011', 'PW8012']);

/** What makes the run fail besides pods without a place, and is about a cluster as it is planned here, or about all. */
export function failingFindings(report: PlanReport, cluster: PlanReportCluster): readonly ReportDiagnostic[] {
  const files = new Set(report.clusters.map(({ file }) => file));
  const { scenario } = cluster;
  return otherFindings(report).filter(({ code, severity, message, file, related }) => {
    if (severity !== 'error' && !MONEY.has(code)) return false;
    if (message.includes(' under the scenario `') && !message.includes(`\`${scenario?.name ?? ''}\``))
      return false;
    const about = [file, ...related.map((one) => one.file)].filter((one) => files.has(one));
    return about.length === 0 || about.includes(cluster.file);
  });
}

/** Findings that are not shown otherwise: budgets, mistakes in manifests. */
export function otherFindings({ diagnostics }: PlanReport): readonly ReportDiagnostic[] {
  return diagnostics.filter(({ code }) => !SHOWN_THERE.has(code));
}

/** What must be said besides: about the plan, then about the prices that are shown. */
export function notesOf({
  notes,
  relaxedPods,
  nodeClaims,
  nodeGroups,
  nodePools,
  pricing,
}: PlanReportCluster): readonly string[] {
  const probed = nodePools.flatMap(({ probe }) => probe?.cheapest ?? []);
  const bought = nodeGroups.flatMap(({ price }) => price ?? []);
  const shown = [...nodeClaims.map(({ cheapest }) => cheapest), ...bought, ...probed];
  return [
    ...notes,
    ...(relaxedPods.length === 0
      ? []
      : [`${counted(relaxedPods.length, 'pod')} had to give up preferences (\`--format json\` lists them)`]),
    ...pricingNotes(pricing, { prices: shown.flatMap(pricedOffering), per: 'hour and month' }),
  ];
}

function pricedOffering({ pricePerHourUsd, date, zone, capacityType, flags }: PlanReportOffering) {
  if (pricePerHourUsd === undefined) return [];
  return [
    { perHourUsd: pricePerHourUsd, zone, capacityType, flags, ...(date === undefined ? {} : { date }) },
  ];
}
