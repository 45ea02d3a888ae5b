import { diagnostic, type Related } from '../../diagnostics/diagnostic.ts';
import { usedHere, writtenHere } from '../../diagnostics/describe-origin.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { InstanceType } from '../../model/instance-type.ts';
import { amountOf, amountText, limitFit, type PoolLimit, type PoolLimitFit } from '../limits.ts';
import { ADMITTED_TYPES, poolRule } from '../rule.ts';
import { counted, quoted } from '../words.ts';

/** Karpenter drops each type whose own capacity exceeds what is left of a limit (pkg/controllers/provisioning/scheduling, 1.14). */
export const limitsFitNoType = poolRule(
  { codes: ['PW3581'], needs: [...ADMITTED_TYPES, 'limits'] },
  function* (compiled) {
    const { pool, selection } = compiled;
    const fit = limitFit(compiled);
    // A limit of zero is a way to pause a pool and has a finding of its own.
    if (
      selection.types.length === 0 ||
      fit.fitting.length > 0 ||
      fit.limits.some(({ amount }) => amount === 0)
    )
      return;
    const tight = fit.limits.filter((limit) => fit.exceeding(limit) === selection.types.length);
    const blamed = tight[0] ?? mostExceeded(fit);
    if (blamed === undefined) return;
    const types = counted(selection.types.length, 'instance type');
    yield diagnostic(
      'PW3581',
      blamed.limit.origin.span,
      `a single node exceeds the limits of pool \`${pool.name}\`: none of its ${types} fits`,
      {
        related: [...otherLimits(fit, blamed), ...usedHere(blamed.limit.origin, pool)],
        help:
          tight.length > 0
            ? smallestText(compiled, blamed)
            : 'Each limit lets some types in, but no type is within all of them.',
      },
    );
  },
);

function mostExceeded({ limits, exceeding }: PoolLimitFit): PoolLimit | undefined {
  return limits.toSorted((a, b) => exceeding(b) - exceeding(a))[0];
}

function otherLimits({ limits, exceeding }: PoolLimitFit, blamed: PoolLimit): Related[] {
  return limits
    .filter((limit) => limit !== blamed && exceeding(limit) > 0)
    .flatMap((limit) =>
      writtenHere(
        limit.limit.origin,
        `\`limits.${limit.resource}\`, which excludes ${exceeding(limit)} of them,`,
      ),
    );
}

function smallestText({ selection, table }: CompiledPool, { resource, text, limit }: PoolLimit): string {
  const amount = (type: InstanceType) => amountOf(table.resourcesOf(type).capacity, resource);
  const smallest = selection.types.reduce((best, type) => (amount(type) < amount(best) ? type : best));
  const unit = /^[0-9]+$/.test(limit.value) && resource === 'memory' ? ', which is in bytes' : '';
  return `\`${smallest.name}\` has the least ${quoted(resource)}, ${amountText(resource, amount(smallest))}; the limit is ${quoted(text)}${unit}.`;
}
