import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Origin } from '../diagnostics/origin.ts';
import { KARPENTER_MEMBER_KEY } from '../kubernetes/scale-from-zero/keys.ts';
import type { Pool, PoolRequirement } from '../model/pool.ts';
import type { LabelVocabulary } from '../model/provider.ts';
import { labelChannel } from './label-channel.ts';

export type Labels = Readonly<Record<string, string>>;

/** The labels that a pool gives to all of its nodes, by the way they get there. */
export interface RoutedLabels {
  /** For `spec.template.metadata.labels`: change without a rollout. */
  readonly machine: Labels;
  /** For the kubelet's `node-labels`. */
  readonly kubelet: Labels;
  readonly origins: ReadonlyMap<string, Origin>;
  /** Keys that nodes will not have: each is a finding. */
  readonly refused: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Sorts a pool's labels, and requirements on keys of its own that leave one value, into the channels that carry them. */
export function routeLabels(
  pool: Pool,
  { vocabulary, synced }: { readonly vocabulary: LabelVocabulary; readonly synced: readonly string[] },
): RoutedLabels {
  const machine: Record<string, string> = {};
  const kubelet: Record<string, string> = {};
  const origins = new Map<string, Origin>();
  const refused = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  const refuse = (key: string, problem: Diagnostic) => {
    refused.add(key);
    diagnostics.push(problem);
  };
  for (const { key: written, value, origin } of constantLabels(pool, vocabulary)) {
    const key = vocabulary.aliases.get(written) ?? written;
    const channel = labelChannel(key, synced);
    origins.set(key, origin);
    if (key === KARPENTER_MEMBER_KEY) refuse(key, memberLabel(origin));
    else if (channel === 'machine') machine[key] = value;
    else if (channel === 'kubelet') kubelet[key] = value;
    else if (channel === 'none') {
      // What restricts instance types comes true without a label of the node.
      if (!vocabulary.specs.has(key)) refuse(key, unsettable(written, origin));
    }
  }
  return { machine, kubelet, origins, refused, diagnostics };
}

interface ConstantLabel {
  readonly key: string;
  readonly value: string;
  readonly origin: Origin;
}

function constantLabels(pool: Pool, vocabulary: LabelVocabulary): ConstantLabel[] {
  const labels = [...pool.labels].map(([key, { value, origin }]) => ({ key, value, origin }));
  const labelled = new Set(labels.map(({ key }) => key));
  const required = pool.requirements.flatMap((requirement): ConstantLabel[] => {
    const value = onlyValue(requirement);
    const key = requirement.key.value;
    if (value === undefined || labelled.has(key) || !isCustom(key, vocabulary)) return [];
    return [{ key, value, origin: requirement.origin }];
  });
  return [...required, ...labels];
}

function onlyValue({ operator, values }: PoolRequirement): string | undefined {
  return operator.value === 'In' && values.length === 1 ? values[0]?.value : undefined;
}

/** Whether the key is none that the provider knows, by whichever name. */
export function isCustom(key: string, { specs, aliases }: LabelVocabulary): boolean {
  return !specs.has(aliases.get(key) ?? key);
}

/** Karpenter gives such a node the value that its pods ask for. A machine that is described beforehand has one or none. */
export function undecidedLabels(pool: Pool, vocabulary: LabelVocabulary): Diagnostic[] {
  return pool.requirements.flatMap((requirement) => {
    const key = requirement.key.value;
    const { operator } = requirement;
    const isOpen = operator.value === 'Exists' || (operator.value === 'In' && requirement.values.length > 1);
    if (!isOpen || !isCustom(key, vocabulary) || pool.labels.has(key)) return [];
    return [
      diagnostic(
        'PW9014',
        requirement.key.origin.span,
        `nodes of pool \`${pool.name}\` get no label \`${key}\`: several values are possible, and Cluster API describes a machine before pods ask for it`,
        { help: 'Give the pool the label with one value, or make one pool for each value.' },
      ),
    ];
  });
}

function unsettable(key: string, origin: Origin): Diagnostic {
  return diagnostic(
    'PW9010',
    origin.keySpan ?? origin.span,
    `nobody can give nodes the label \`${key}\`: the kubelet may not, and Cluster API does not copy it`,
    {
      help: 'Use a domain of your own, or one that Cluster API copies: `node.cluster.x-k8s.io`, `node-restriction.kubernetes.io`, `node-role.kubernetes.io`. Where its manager copies more, say so in `additional_sync_machine_labels`.',
    },
  );
}

function memberLabel(origin: Origin): Diagnostic {
  return diagnostic(
    'PW9010',
    origin.keySpan ?? origin.span,
    `the label \`${KARPENTER_MEMBER_KEY}\` on machines makes each look taken, and none would ever be used`,
    { help: 'Remove it. MachineDeployments get it where it belongs.' },
  );
}
