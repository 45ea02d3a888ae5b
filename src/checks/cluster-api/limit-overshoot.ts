import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { selectorTest } from '../../kubernetes/label-selector.ts';
import { formatQuantity, nanoOf } from '../../kubernetes/quantity.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readCapacity } from '../../kubernetes/scale-from-zero/read-capacity.ts';
import { readLabels } from '../../kubernetes/scale-from-zero/read-labels.ts';
import { readSizes } from '../../kubernetes/scale-from-zero/read-sizes.ts';
import type { PathSegment } from '../../diagnostics/located-path.ts';
import type { ManifestObject } from '../../model/manifest-set.ts';
import { counted, quoted } from '../words.ts';
import type { MachineContext } from './machine-context.ts';
import { type MachineGroup, nodeGroupId } from './machine-group.ts';
import type { MachineRule } from './machine-rule.ts';
import { selectorAt, type Texts, textsAt } from './raw.ts';

const NODE_POOL = 'karpenter.sh/nodepool';
const NANO = 1_000_000_000n;

/** A limit that nothing enforces on groups of the Cluster Autoscaler. */
interface LooseLimit {
  readonly object: ManifestObject;
  readonly path: readonly PathSegment[];
  readonly amounts: Texts;
  readonly holds: (nodeLabels: Texts) => boolean;
  readonly why: string;
}

/** Groups that together may grow beyond a limit which the autoscaler does not know of. */
export const limitOvershoot: MachineRule = {
  codes: ['PW9226'],
  *check(context) {
    const limits = looseLimits(context);
    if (limits.length === 0) return;
    const sized = context.groups.flatMap(worstCase);
    for (const limit of limits)
      yield* findings(
        limit,
        sized.filter(({ labels }) => limit.holds(labels)),
      );
  },
};

function looseLimits({ objects, autoscalers }: MachineContext): readonly LooseLimit[] {
  const quotas = objects.filter(({ kind }) => kind === 'CapacityQuota');
  // Where no autoscaler is given, a quota is taken to be in force.
  const isEnforced =
    autoscalers.length === 0 ||
    autoscalers.some(({ flags }) =>
      flags.some(({ name, value }) => name === 'capacity-quotas-enabled' && value !== 'false'),
    );
  const enforced = isEnforced ? quotas.map(quotaTest) : [];
  return [
    ...(isEnforced ? [] : quotas).map((object) => ({
      object,
      path: ['spec', 'limits', 'resources'],
      amounts: textsAt(object.raw, ['spec', 'limits', 'resources']),
      holds: quotaTest(object),
      why: 'The autoscaler heeds quotas only with `--capacity-quotas-enabled`.',
    })),
    ...objects
      .filter(({ group, kind }) => group === 'karpenter.sh' && kind === 'NodePool')
      .map((object) => ({
        object,
        path: ['spec', 'limits'],
        amounts: textsAt(object.raw, ['spec', 'limits']),
        holds: (labels: Texts) => labels[NODE_POOL] === object.name && !enforced.some((test) => test(labels)),
        why: 'The autoscaler does not know limits of NodePools: add a CapacityQuota.',
      })),
  ];
}

/** An absent or empty selector of a quota selects every node. */
function quotaTest({ raw }: ManifestObject): (labels: Texts) => boolean {
  const test = selectorTest(selectorAt(raw, ['spec', 'selector']) ?? {});
  return (labels) => test(labels);
}

interface WorstCase {
  readonly labels: Texts;
  /** Of all nodes the group may have, in billionths; with `nodes`. */
  readonly amounts: ReadonlyMap<string, bigint>;
}

function worstCase(group: MachineGroup): readonly WorstCase[] {
  const capacity = readCapacity(group.annotations);
  const sizes = readSizes(group.annotations);
  if (group.scaler !== 'autoscaler' || nodeGroupId(group) === undefined || !capacity.ok || !sizes.ok)
    return [];
  const max = BigInt(sizes.max);
  return [
    {
      labels: Object.fromEntries(readLabels(group.annotations[CAPACITY_KEYS.labels] ?? '')),
      amounts: new Map([
        ['nodes', max * NANO],
        ...[...capacity.resources].map(([name, nano]): [string, bigint] => [name, nano * max]),
      ]),
    },
  ];
}

function* findings(limit: LooseLimit, groups: readonly WorstCase[]): Iterable<Diagnostic> {
  const { object, path, amounts, why } = limit;
  for (const [resource, text] of Object.entries(amounts)) {
    const allowed = nanoOf(text);
    const most = groups.reduce((sum, group) => sum + (group.amounts.get(resource) ?? 0n), 0n);
    if (most <= allowed || allowed <= 0n) continue;
    const total = formatQuantity({ nano: most, format: text.endsWith('i') ? 'BinarySI' : 'DecimalSI' });
    const message = `${counted(groups.length, 'node group')} may grow to ${quoted(total)} of ${resource}, ${factor(most, allowed)} the limit of ${object.kind} ${quoted(object.name)}`;
    yield diagnostic('PW9226', object.span([...path, resource]), message, {
      help: `${why} Or lower the max-sizes.`,
    });
  }
}

/** `1.4 times`, rounded up to a tenth: it is more than once. */
function factor(most: bigint, allowed: bigint): string {
  const tenths = (most * 10n + allowed - 1n) / allowed;
  return `${tenths / 10n}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`} times`;
}
