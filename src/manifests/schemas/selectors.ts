import * as z from 'zod';
import { labelKey, labels } from './fields.ts';

const LISTED = new Set(['In', 'NotIn']);
const UNLISTED = new Set(['Exists', 'DoesNotExist']);

interface Requirement {
  readonly operator: string;
  readonly values?: readonly string[];
}

/** How many values go with an operator (k8s.io/kubernetes, apis/core/validation). */
function valuesFit({ value, issues }: z.core.ParsePayload<Requirement>): void {
  const { operator, values = [] } = value;
  const message =
    LISTED.has(operator) && values.length === 0
      ? `must not be empty with the operator \`${operator}\``
      : UNLISTED.has(operator) && values.length > 0
        ? `must be absent with the operator \`${operator}\``
        : !LISTED.has(operator) && !UNLISTED.has(operator) && values.length !== 1
          ? `must have exactly one item with the operator \`${operator}\``
          : undefined;
  if (message !== undefined) issues.push({ code: 'custom', input: value, message, path: ['values'] });
}

const values = z.array(z.string()).exactOptional();

export const labelSelector = z.object({
  matchLabels: labels.exactOptional(),
  matchExpressions: z
    .array(
      z
        .object({ key: labelKey, operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']), values })
        .check(valuesFit),
    )
    .exactOptional(),
});

const nodeRequirement = z
  .object({
    key: labelKey,
    operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']),
    values,
  })
  .check(valuesFit);

export const nodeSelectorTerm = z.object({
  matchExpressions: z.array(nodeRequirement).exactOptional(),
  matchFields: z
    .array(z.object({ key: z.string(), operator: z.enum(['In', 'NotIn']), values }))
    .exactOptional(),
});

export const nodeSelector = z.object({ nodeSelectorTerms: z.array(nodeSelectorTerm).min(1) });

const labelKeys = z.array(labelKey).exactOptional();
const weight = z.int().min(1).max(100);

interface Keyed {
  readonly labelSelector?: object;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

/** Keys are added to a selector; without one there is nothing to add them to, and Kubernetes refuses that. */
function keysNeedSelector({ value, issues }: z.core.ParsePayload<Keyed>): void {
  for (const key of ['matchLabelKeys', 'mismatchLabelKeys'] as const) {
    if (value.labelSelector !== undefined || (value[key] ?? []).length === 0) continue;
    issues.push({ code: 'custom', input: value, message: 'needs a `labelSelector` beside it', path: [key] });
  }
}

const podAffinityTerm = z
  .object({
    topologyKey: labelKey,
    labelSelector: labelSelector.exactOptional(),
    namespaces: z.array(z.string()).exactOptional(),
    namespaceSelector: labelSelector.exactOptional(),
    matchLabelKeys: labelKeys,
    mismatchLabelKeys: labelKeys,
  })
  .check(keysNeedSelector);

const podAffinity = z.object({
  requiredDuringSchedulingIgnoredDuringExecution: z.array(podAffinityTerm).exactOptional(),
  preferredDuringSchedulingIgnoredDuringExecution: z
    .array(z.object({ weight, podAffinityTerm }))
    .exactOptional(),
});

export const affinity = z.object({
  nodeAffinity: z
    .object({
      requiredDuringSchedulingIgnoredDuringExecution: nodeSelector.exactOptional(),
      preferredDuringSchedulingIgnoredDuringExecution: z
        .array(z.object({ weight, preference: nodeSelectorTerm }))
        .exactOptional(),
    })
    .exactOptional(),
  podAffinity: podAffinity.exactOptional(),
  podAntiAffinity: podAffinity.exactOptional(),
});

const inclusion = z.enum(['Honor', 'Ignore']).exactOptional();

export const topologySpreadConstraint = z
  .object({
    maxSkew: z.int().min(1),
    topologyKey: labelKey,
    whenUnsatisfiable: z.enum(['DoNotSchedule', 'ScheduleAnyway']),
    labelSelector: labelSelector.exactOptional(),
    minDomains: z.int().min(1).exactOptional(),
    nodeAffinityPolicy: inclusion,
    nodeTaintsPolicy: inclusion,
    matchLabelKeys: labelKeys,
  })
  .check(keysNeedSelector)
  .check(({ value, issues }) => {
    if (value.minDomains === undefined || value.whenUnsatisfiable === 'DoNotSchedule') return;
    const message = 'is only allowed with `whenUnsatisfiable: DoNotSchedule`';
    issues.push({ code: 'custom', input: value, message, path: ['minDomains'] });
  });

/** One of a few words, or the empty text for none of them. */
function optionalWord<Word extends string>(words: readonly Word[]) {
  return z
    .string()
    .check(({ value, issues }) => {
      if (value === '' || (words as readonly string[]).includes(value)) return;
      issues.push({ code: 'invalid_value', input: value, values: [...words] });
    })
    .transform((word) => word as Word | '')
    .exactOptional();
}

export const toleration = z
  .object({
    key: z.string().exactOptional(),
    operator: optionalWord(['Exists', 'Equal', 'Gt', 'Lt']),
    value: z.string().exactOptional(),
    effect: optionalWord(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
  })
  .check(({ value, issues }) => {
    if ((value.key ?? '') === '' && value.operator !== 'Exists') {
      const message = 'must be `Exists` where `key` is empty';
      issues.push({ code: 'custom', input: value, message, path: ['operator'] });
    } else if (value.operator === 'Exists' && (value.value ?? '') !== '') {
      const message = 'must be absent with the operator `Exists`';
      issues.push({ code: 'custom', input: value, message, path: ['value'] });
    }
  })
  .transform(({ key = '', operator = '', value = '', effect = '' }) => ({
    ...(key === '' ? {} : { key }),
    ...(operator === '' ? {} : { operator }),
    ...(value === '' ? {} : { value }),
    ...(effect === '' ? {} : { effect }),
  }));
