import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Located } from '../../diagnostics/located.ts';
import type { Origin } from '../../diagnostics/origin.ts';
import type { Pool } from '../../model/pool.ts';
import type { KarpenterVersion, NodePoolField } from './versions.ts';

/** Fields and values of a pool that the chosen Karpenter version does not read: its API server would refuse them. */
export function versionProblems(
  pool: Pool,
  setting: Located<string>,
  version: KarpenterVersion,
): readonly Diagnostic[] {
  return [
    ...fields(pool)
      .filter(([field]) => !version.fields.has(field))
      .map(([, origin, name]) => problem(origin.keySpan ?? origin.span, `\`${name}\``, setting)),
    ...values(pool, version)
      .filter(({ known }) => !known)
      .map(({ located }) => problem(located.origin.span, `\`${located.value}\``, setting)),
  ];
}

/** What the pool uses of the fields that not every version has: field, where, name in the definition. */
function fields(pool: Pool): readonly (readonly [NodePoolField, Origin, string])[] {
  const found: (readonly [NodePoolField, Origin, string])[] = [];
  for (const { minValues } of pool.requirements) {
    if (minValues !== undefined) found.push(['minValues', minValues.origin, 'minValues']);
  }
  if (pool.replicas !== undefined) found.push(['replicas', pool.replicas.origin, 'replicas']);
  if (pool.terminationGracePeriod !== undefined) {
    found.push(['terminationGracePeriod', pool.terminationGracePeriod.origin, 'termination_grace_period']);
  }
  for (const { reasons } of pool.disruption?.budgets?.value ?? []) {
    const first = reasons?.[0];
    if (first !== undefined) found.push(['budgets.reasons', first.origin, 'reasons']);
  }
  return found;
}

interface UsedValue {
  readonly located: Located<string>;
  readonly known: boolean;
}

function values(pool: Pool, version: KarpenterVersion): readonly UsedValue[] {
  const policy = pool.disruption?.consolidationPolicy;
  return [
    ...pool.requirements.map(({ operator }) => ({
      located: operator,
      known: version.operators.has(operator.value),
    })),
    ...(policy === undefined
      ? []
      : [{ located: policy, known: version.consolidationPolicies.has(policy.value) }]),
    ...(pool.disruption?.budgets?.value ?? []).flatMap(({ reasons }) =>
      (reasons ?? []).map((reason) => ({
        located: reason,
        known: version.disruptionReasons.has(reason.value),
      })),
    ),
  ];
}

function problem(span: Diagnostic['span'], name: string, setting: Located<string>): Diagnostic {
  return diagnostic('PW6002', span, `${name} does not exist in Karpenter ${setting.value}`, {
    related: [{ span: setting.origin.span, message: `Karpenter ${setting.value} is chosen here` }],
    help: 'Leave it out, or raise `karpenter_version` to the version the cluster runs.',
  });
}
