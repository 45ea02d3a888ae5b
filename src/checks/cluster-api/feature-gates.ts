/** Feature gates of Cluster API's manager that decide what it refuses. */
export const FEATURE_GATES = ['MachineTaintPropagation'] as const;

export type FeatureGate = (typeof FEATURE_GATES)[number];
