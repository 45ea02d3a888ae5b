import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { NodePoolObject } from '../../model/compilation.ts';
import type { Pool, PoolRequirement } from '../../model/pool.ts';
import type { LabelVocabulary } from '../../model/provider.ts';

type Vocabulary = Pick<LabelVocabulary, 'aliases'>;

/**
 * What a pool says by `minValues` about a key that its NodePools have. The API server refuses more than there are
 * values, which a price tier or a shared limit can bring about.
 */
export function minValuesFor(
  pool: Pool,
  { key, values }: { readonly key: string; readonly values: readonly string[] },
  { aliases }: Vocabulary,
): { readonly minValues?: number } {
  const least = Math.max(
    0,
    ...pool.requirements.flatMap(({ key: { value }, minValues }) =>
      (aliases.get(value) ?? value) === key ? (minValues?.value ?? []) : [],
    ),
  );
  return least === 0 || least > values.length ? {} : { minValues: least };
}

/** `minValues` that no NodePool repeats: they decide which MachineDeployments there are, and no more. */
export function unheardMinValues(
  pool: Pool,
  nodePools: readonly NodePoolObject[],
  { aliases }: Vocabulary,
): Diagnostic[] {
  const isHeard = ({ key: { value } }: PoolRequirement) =>
    nodePools.every(({ spec }) =>
      spec.template.spec.requirements.some(
        ({ key, minValues }) => key === (aliases.get(value) ?? value) && minValues !== undefined,
      ),
    );
  return pool.requirements.flatMap((requirement) => {
    const { key, minValues } = requirement;
    if (minValues === undefined || nodePools.length === 0 || isHeard(requirement)) return [];
    return [
      diagnostic(
        'PW9109',
        minValues.origin.span,
        `pool \`${pool.name}\` has MachineDeployments of at least ${minValues.value} values of \`${key.value}\`, and Karpenter is not told to keep as many open: each launch takes the first type by name that fits`,
        { related: usedHere(minValues.origin, pool) },
      ),
    ];
  });
}
