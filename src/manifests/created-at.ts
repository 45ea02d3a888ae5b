/**
 * When pods were created that are still to come: 2100-01-01, after all that are there. Karpenter takes older pods first
 * where two ask for the same.
 */
export const CREATED_AT_SECONDS = 4_102_444_800;
