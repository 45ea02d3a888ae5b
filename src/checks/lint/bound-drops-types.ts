import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { usedHere } from '../../diagnostics/describe-origin.ts';
import type { CompiledPool } from '../../model/compilation.ts';
import type { InstanceType } from '../../model/instance-type.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { combined, constraintsOf, isBound } from '../constraints.ts';
import { typesWithout } from '../reselect.ts';
import { ADMITTED_TYPES, poolRule } from '../rule.ts';
import { counted, nameOf, quoted } from '../words.ts';

/** Labels that most types lack (GPUs, local disks) are meant to leave them out. */
const MAX_LACKING_SHARE = 0.25;

export const boundDropsTypes = poolRule(
  { codes: ['PW4009'], needs: ADMITTED_TYPES },
  function* (compiled, { labels }) {
    const { pool, selection } = compiled;
    if (selection.types.length === 0) return;
    for (const requirement of pool.requirements) {
      const key = labels.aliases.get(requirement.key.value) ?? requirement.key.value;
      if (!isBound(requirement.operator.value) || !labels.specs.has(key)) continue;
      if (!typesLacking(compiled.table.types, key).some((type) => mayPass(type, compiled, labels, key)))
        continue;
      const candidates = typesWithout(compiled, requirement, labels);
      const lacking = candidates.filter((type) => lacks(type, key));
      if (lacking.length === 0 || lacking.length > candidates.length * MAX_LACKING_SHARE) continue;
      yield diagnostic(
        'PW4009',
        requirement.origin.span,
        `\`${requirement.operator.value}\` on ${quoted(nameOf(key))} also drops ${counted(lacking.length, 'instance type')} without that label`,
        {
          related: usedHere(requirement.origin, pool),
          help: `Types without the label never satisfy a bound, whatever they are capable of: ${examples(lacking.map(({ name }) => name))}.`,
        },
      );
    }
  },
);

const cache = new WeakMap<readonly InstanceType[], Map<string, readonly InstanceType[]>>();

/** The few types of a catalogue without a label; found once, because selecting types anew for each bound is slow. */
function typesLacking(types: readonly InstanceType[], key: string): readonly InstanceType[] {
  const byKey = cache.get(types) ?? new Map<string, readonly InstanceType[]>();
  cache.set(types, byKey);
  const lacking = byKey.get(key) ?? types.filter((type) => lacks(type, key));
  byKey.set(key, lacking);
  return lacking;
}

function lacks(type: InstanceType, key: string): boolean {
  return (type.labels.get(key) ?? []).length === 0;
}

/** Whether the pool's requirements on other keys, each by itself, let the type through. */
function mayPass(type: InstanceType, { pool }: CompiledPool, labels: LabelVocabulary, key: string): boolean {
  return [...combined(constraintsOf(pool, labels)).entries()].every((requirement) => {
    if (requirement.key === key || !labels.specs.has(requirement.key)) return true;
    const values = type.labels.get(requirement.key) ?? [];
    return values.length === 0 ? requirement.isNegative() : values.some((value) => requirement.has(value));
  });
}

function examples(names: readonly string[]): string {
  const shown = names.slice(0, 3).map(quoted).join(', ');
  return names.length > 3 ? `${shown} and others` : shown;
}
