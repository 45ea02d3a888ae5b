import type { FeatureGate } from './checks/cluster-api/feature-gates.ts';
import { runMachineRules } from './checks/cluster-api/index.ts';
import { applyPolicy } from './diagnostics/apply-policy.ts';
import { sortDiagnostics } from './diagnostics/diagnostic.ts';
import type { Source } from './diagnostics/source.ts';
import { readIgnoreComments } from './documents/ignore-comments.ts';
import { readManifestSet } from './manifests/read-manifest-set.ts';
import type { Compilation } from './model/compilation.ts';

export interface LintInput {
  /** Manifests and dumps, in any order. An object with a uid comes from a cluster. */
  readonly sources: readonly Source[];
  /** The manifests as they were before, for what must not change under its name. @default nothing is compared */
  readonly base?: readonly Source[];
  /** Feature gates that Cluster API's manager has on. @default those in the flags of its Deployment, if that is given */
  readonly featureGates?: readonly FeatureGate[];
}

/** Hand-written objects of Cluster API in, findings out. Pure and synchronous, and independent of any definition. */
export function lintManifests({ sources, base = [], featureGates = [] }: LintInput): Compilation {
  const { set, diagnostics } = readManifestSet(sources);
  // What is wrong with the base was said when it was new.
  const before = base.length === 0 ? undefined : readManifestSet(base).set;
  const found = runMachineRules({ set, base: before, featureGates });
  // JSON has no comments.
  const comments = sources
    .filter(({ file }) => !file.endsWith('.json'))
    .map((source) => readIgnoreComments(source));
  const all = [...diagnostics, ...comments.flatMap((one) => one.diagnostics), ...found.diagnostics];
  return {
    clusters: [],
    diagnostics: sortDiagnostics(
      applyPolicy(all, { levels: new Map(), ignores: comments.flatMap((one) => one.ignores) }),
    ),
    manifests: found.summary,
  };
}
