import { sortSlice } from './sort-slice.ts';

/** Heaviest first. Karpenter sorts the pod's own list, with a sort that leaves equals in place up to twelve elements only. */
export function byWeight<T extends { readonly weight?: number | undefined }>(
  terms: readonly T[],
): readonly T[] {
  if (terms.length < 2) return terms;
  const order = Int32Array.from(terms.keys());
  sortSlice(
    order,
    order.length,
    Float64Array.from(terms, ({ weight = 0 }) => -weight),
  );
  return Array.from(order, (at) => terms[at] as T);
}
