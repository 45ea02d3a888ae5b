import type { CompiledPool } from '../../model/compilation.ts';
import type { LabelVocabulary } from '../../model/provider.ts';
import { constraintsKey } from '../../selection/constraints-key.ts';
import { offeringFilter } from '../../selection/offering-filter.ts';
import { TableMemo } from '../../selection/table-memo.ts';

/** Asked for each pool, and again for its cluster. */
const memo = new TableMemo<{ readonly date: string | undefined }>();

/** The date of the oldest price that some pools may come to pay, ISO. Undefined: no price is known, or none has a date. */
export function oldestPrice(pools: readonly CompiledPool[], vocabulary: LabelVocabulary): string | undefined {
  return pools.flatMap((pool) => oldestOf(pool, vocabulary) ?? []).sort()[0];
}

function oldestOf(compiled: CompiledPool, vocabulary: LabelVocabulary): string | undefined {
  const { table, pool } = compiled;
  return memo.of(table, constraintsKey(pool), () => ({ date: oldestDate(compiled, vocabulary) })).date;
}

function oldestDate({ pool, selection }: CompiledPool, vocabulary: LabelVocabulary): string | undefined {
  const admits = offeringFilter({ ...pool, vocabulary });
  let oldest: string | undefined;
  for (const { offerings } of selection.types) {
    for (const offering of offerings) {
      const date = offering.price?.date;
      if (date === undefined || (oldest !== undefined && date >= oldest)) continue;
      if (admits(offering)) oldest = date;
    }
  }
  return oldest;
}
