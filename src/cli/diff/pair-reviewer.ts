import { NODE_POOL_DRIFT } from '../../backends/karpenter/node-pool-drift.ts';
import { duplicateNames } from '../../compile.ts';
import { DefinedNames } from '../../diagnostics/defined-names.ts';
import { type Diagnostic, sortDiagnostics } from '../../diagnostics/diagnostic.ts';
import type { Severity } from '../../diagnostics/severity.ts';
import { writeYaml } from '../../documents/write-yaml.ts';
import type { ClusterReview } from '../../model/review.ts';
import type { ReviewedState } from '../../model/review.ts';
import { type ReportCluster, reportCluster } from '../../report/check-report.ts';
import type { ReviewReportCluster } from '../../report/review-contract.ts';
import { reviewReportCluster } from '../../report/review-report-cluster.ts';
import { reviewCluster } from '../../review/review-cluster.ts';
import { clusterPolicy } from '../levelled.ts';
import type { DefinitionPart } from '../shards/definition-part.ts';
import type { SideUnit, UnitCluster, UnitState } from '../sides/side.ts';
import { baseTexts } from './base-texts.ts';
import { judgedCluster, judgedPart } from './judged-part.ts';
import type { PairedSides, UnitPair } from './pair-units.ts';
import { type PlannedCluster, plannedCluster } from './planned-cluster.ts';
import type { ReviewOptions } from './review-options.ts';
import { unreadCluster } from './unread-cluster.ts';

/** What is left of a pair of files. */
export interface FinishedPair {
  readonly base?: DefinitionPart;
  readonly head?: DefinitionPart;
  readonly clusters: readonly ReviewedCluster[];
}

export interface ReviewedCluster {
  /** Its place among all clusters. */
  readonly order: number;
  readonly review: ReviewReportCluster;
  readonly dangers: readonly Diagnostic[];
  readonly report: ReportCluster;
  readonly failOn: Severity;
}

/** The same cluster on both sides; one of them may lack it. */
interface ClusterPair {
  readonly base?: UnitCluster;
  readonly head?: UnitCluster;
  readonly index: number;
  readonly place: number;
  /** The file in which the side that lacks it may have it, and which has errors. */
  readonly hiddenIn?: string;
}

/** More clusters than a file has. */
const PLACES = 100_000;

export class PairReviewer {
  readonly #sides: PairedSides;
  readonly #options: ReviewOptions;
  /** The clusters that are compared. @default all */
  readonly #wanted: ReadonlySet<string> | undefined;
  readonly #names = { base: new DefinedNames(), head: new DefinedNames() };
  /** Clusters of files with a partner that are not in it. */
  readonly #waiting = { base: new Map<string, ClusterPair>(), head: new Map<string, ClusterPair>() };

  constructor(sides: PairedSides, options: ReviewOptions, wanted: ReadonlySet<string> | undefined) {
    this.#sides = sides;
    this.#options = options;
    this.#wanted = wanted;
  }

  async review(pair: UnitPair, index: number): Promise<FinishedPair> {
    const states = await this.#load(pair);
    const whole = states.base !== undefined && states.head !== undefined;
    const isOneFile = whole && pair.base?.key === '' && pair.head?.key === '';
    const finished: MutablePair = {
      clusters: [],
      ...(states.base === undefined ? {} : { base: judgedPart(states.base, index) }),
      ...(states.head === undefined ? {} : { head: judgedPart(states.head, index) }),
    };
    for (const one of pairClusters(states, index, isOneFile)) {
      if (one.base !== undefined && one.head !== undefined) await this.#finish(one, finished);
      else if (one.base !== undefined)
        await this.#alone(hidden(one, pair.head, states.head), 'base', whole, finished);
      else await this.#alone(hidden(one, pair.base, states.base), 'head', whole, finished);
    }
    return finished;
  }

  /** What was waited for in vain. */
  async leftOver(): Promise<readonly FinishedPair[]> {
    const finished: FinishedPair[] = [];
    for (const one of [...this.#waiting.head.values(), ...this.#waiting.base.values()]) {
      const pair: MutablePair = { clusters: [], ...emptyParts(one.index) };
      await this.#finish(one, pair);
      finished.push(pair);
    }
    return finished;
  }

  /** Definitions first: objects lack what they say. */
  async #load({ base, head }: UnitPair): Promise<{ readonly base?: UnitState; readonly head?: UnitState }> {
    if (base === undefined || head === undefined) {
      return {
        ...(base === undefined ? {} : { base: this.#checked(await base.load(undefined), 'base') }),
        ...(head === undefined ? {} : { head: this.#checked(await head.load(undefined), 'head') }),
      };
    }
    const kinds = this.#sides;
    const headFirst = RANK[kinds.head.state.kind] <= RANK[kinds.base.state.kind];
    const [first, second] = headFirst ? [head, base] : [base, head];
    const one = await first.load(undefined);
    const two = await second.load(one);
    const [ofHead, ofBase] = headFirst ? [one, two] : [two, one];
    return { base: this.#checked(ofBase, 'base'), head: this.#checked(ofHead, 'head') };
  }

  /** Without clusters that nobody asked for, and with the names that are taken. */
  #checked({ clusters, ...state }: UnitState, side: 'base' | 'head'): UnitState {
    const wanted = clusters.filter(({ compiled }) => this.#wanted?.has(compiled.cluster.name) !== false);
    return {
      ...state,
      clusters: wanted.map((one) => {
        const found = duplicateNames([one.compiled.cluster], this.#names[side]);
        return found.length === 0 ? one : withErrors(one, found);
      }),
    };
  }

  /** It may have moved to another file. */
  async #alone(
    one: ClusterPair,
    side: 'base' | 'head',
    whole: boolean,
    finished: MutablePair,
  ): Promise<void> {
    const other = side === 'base' ? 'head' : 'base';
    const name = one[side]?.compiled.cluster.name ?? '';
    const twin = this.#waiting[other].get(name);
    if (twin !== undefined) {
      this.#waiting[other].delete(name);
      const { index, place } = side === 'head' ? one : twin;
      const { hiddenIn: _hiddenIn, ...both } = { ...twin, ...one, index, place };
      await this.#finish(both, finished);
    } else if (whole && !this.#waiting[side].has(name)) this.#waiting[side].set(name, one);
    else await this.#finish(one, finished);
  }

  async #finish(given: ClusterPair, finished: MutablePair): Promise<void> {
    const pair = withUnread(given);
    const { base, head } = pair;
    const planned = await this.#planned(pair);
    const { live, atMs, replacementSeconds } = this.#options;
    const nodes = live?.nodes ?? base?.live ?? head?.live;
    const judged = head ?? base;
    if (judged === undefined) return;
    const { cluster } = judged.compiled;
    const review = reviewCluster({
      ...(planned.base === undefined ? {} : { base: reviewed(planned.base, given.base) }),
      ...(planned.head === undefined ? {} : { head: reviewed(planned.head, given.head) }),
      nodePoolDrift: NODE_POOL_DRIFT,
      ...(nodes === undefined ? {} : { live: nodes }),
      ...(atMs === undefined ? {} : { atMs }),
      replacementSeconds,
      policy: clusterPolicy(cluster),
    });
    finished.clusters.push({
      order: (head === undefined ? LAST : 0) + pair.index * PLACES + pair.place,
      // Objects and texts are not kept: there may be a thousand clusters.
      review: reviewReportCluster(
        { ...review, notes: [...review.notes, ...this.#notes(pair, planned)] },
        { yaml: (value) => writeYaml(value), isOfBase: baseTexts(base, head) },
      ),
      dangers: dangersOf(review),
      report: reportCluster(judged.compiled),
      failOn: cluster.settings.failOn.value,
    });
    // What is wrong with a file of which nothing can be read is told of the file.
    const { base: ofBase, head: ofHead } = given;
    this.#judge('base', { one: ofBase, planned: planned.base, index: pair.index }, finished);
    this.#judge('head', { one: ofHead, planned: planned.head, index: pair.index, before: ofBase }, finished);
  }

  /** Equal sides are planned once. A side without workloads of its own has those of the other. */
  async #planned({ base, head }: ClusterPair): Promise<PlannedPair> {
    const ofHead =
      head === undefined ? undefined : await plannedCluster(head, head.workloads ?? base?.workloads);
    if (base === undefined) return ofHead === undefined ? {} : { head: ofHead };
    const ofBase =
      base === head && ofHead !== undefined
        ? ofHead
        : await plannedCluster(base, base.workloads ?? head?.workloads);
    return { base: ofBase, ...(ofHead === undefined ? {} : { head: ofHead }) };
  }

  #notes({ base, head }: ClusterPair, planned: PlannedPair): readonly string[] {
    const borrowed = (side: 'base' | 'head', one: UnitCluster | undefined) =>
      one !== undefined && one.workloads === undefined && (planned[side]?.side.plans.length ?? 0) > 0
        ? [`${this.#sides[side].state.name} has no workloads of its own: those of the other side are placed.`]
        : [];
    return [
      ...(base?.notes ?? []),
      ...(head?.notes ?? []),
      ...borrowed('base', base),
      ...borrowed('head', head),
    ];
  }

  #judge(side: 'base' | 'head', { one, planned, index, before }: ToJudge, finished: MutablePair): void {
    if (one === undefined || planned === undefined) return;
    const part = finished[side] ?? judgedPart(undefined, index);
    const { live, admit } = this.#options;
    const found = {
      ofDump: side === 'head' ? (live?.diagnostics ?? []) : [],
      admitted: admit?.(one.compiled, side === 'base' ? 'unknown' : before?.compiled),
    };
    finished[side] = { ...part, clusters: [...part.clusters, judgedCluster(one, planned, found)] };
  }
}

/** A cluster of one side, and the one that it replaces. */
interface ToJudge {
  readonly one: UnitCluster | undefined;
  readonly planned: PlannedCluster | undefined;
  readonly index: number;
  readonly before?: UnitCluster | undefined;
}

function dangersOf({ dangers, nodePools }: ClusterReview): readonly Diagnostic[] {
  return [...dangers, ...nodePools.flatMap((pool) => pool.dangers)].map(({ diagnostic }) => diagnostic);
}

type MutablePair = { -readonly [K in 'base' | 'head']?: DefinitionPart } & {
  readonly clusters: ReviewedCluster[];
};

interface PlannedPair {
  readonly base?: PlannedCluster;
  readonly head?: PlannedCluster;
}

const RANK: Readonly<Record<ReviewedState['kind'], number>> = { git: 0, files: 0, compilation: 1, live: 2 };
/** What is gone comes after what is there. */
const LAST = 2 ** 50;

function emptyParts(index: number): Pick<FinishedPair, 'base' | 'head'> {
  return { base: judgedPart(undefined, index), head: judgedPart(undefined, index) };
}

/** In the order of head, then what only base has. */
function pairClusters(
  { base, head }: { readonly base?: UnitState; readonly head?: UnitState },
  index: number,
  isOneFile: boolean,
): readonly ClusterPair[] {
  const free = [...(base?.clusters ?? [])];
  const ofHead = head?.clusters ?? [];
  const alike = isOneFile && free.length === 1 && ofHead.length === 1;
  const pairs = ofHead.map((one, place): ClusterPair => {
    const at = free.findIndex(({ compiled }) => alike || compiled.cluster.name === one.compiled.cluster.name);
    const [twin] = at < 0 ? [] : free.splice(at, 1);
    return { head: one, ...(twin === undefined ? {} : { base: twin }), index, place };
  });
  return [...pairs, ...free.map((one, i) => ({ base: one, index, place: pairs.length + i }))];
}

function hidden(one: ClusterPair, unit: SideUnit | undefined, state: UnitState | undefined): ClusterPair {
  return unit === undefined || state?.mayHide === undefined ? one : { ...one, hiddenIn: unit.file };
}

/** A side whose file has errors that leave nothing of the cluster stands for the same pools, of which nothing is known. */
function withUnread(pair: ClusterPair): ClusterPair {
  const { base, head, hiddenIn } = pair;
  const known = head ?? base;
  if (hiddenIn === undefined || known === undefined) return pair;
  const unread = unreadCluster(known, hiddenIn);
  return { ...pair, ...(head === undefined ? { head: unread } : { base: unread }) };
}

function reviewed({ side }: PlannedCluster, given: UnitCluster | undefined): PlannedCluster['side'] {
  return given === undefined ? { ...side, unread: true } : side;
}

function withErrors(one: UnitCluster, found: readonly Diagnostic[]): UnitCluster {
  const { compiled } = one;
  const diagnostics = sortDiagnostics([...compiled.diagnostics, ...found]);
  return { ...one, compiled: { ...compiled, diagnostics, failed: true } };
}
