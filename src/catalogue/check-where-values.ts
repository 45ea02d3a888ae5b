import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import type { InstanceType } from '../model/instance-type.ts';
import type { PoolRequirement } from '../model/pool.ts';
import type { LabelVocabulary } from '../model/provider.ts';

/** Stands in the made-up names of zones that nobody has named. */
const UNKNOWN = '?';

/**
 * Says of each listed value that no type has: an empty table alone would not tell a typing mistake (`In [C]`) from a
 * question whose answer is nothing.
 */
export function checkWhereValues(
  requirements: readonly PoolRequirement[],
  types: readonly InstanceType[],
  vocabulary: LabelVocabulary,
): Diagnostic[] {
  return requirements.flatMap(({ key, operator, values }) => {
    const spec = vocabulary.specs.get(key.value);
    const isList = operator.value === 'In' || operator.value === 'NotIn';
    if (spec === undefined || spec.domain === 'open' || !isList) return [];
    const existing = new Set([
      ...types.flatMap((type) => type.labels.get(key.value) ?? []),
      ...(spec.values ?? []),
    ]);
    const named = [...existing].filter((value) => !value.includes(UNKNOWN));
    const unnamed = named.length < existing.size;
    return values
      .filter(({ value }) => !existing.has(value))
      .map(({ value, origin }) => {
        const meant = spec.synonyms?.get(value.toLowerCase()) ?? didYouMean(value, named);
        const help = spec.retired?.includes(value)
          ? 'It is no longer listed by EC2.'
          : meant === undefined
            ? unnamed
              ? 'The zones are not known here: name them with `--zones`.'
              : undefined
            : `Did you mean \`${meant}\`?`;
        const message = `no instance type has \`${value}\` as its \`${key.value.slice(key.value.indexOf('/') + 1)}\``;
        return diagnostic('PW5024', origin.span, message, { help });
      });
  });
}
