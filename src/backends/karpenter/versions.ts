import { didYouMean } from '../../diagnostics/did-you-mean.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Located } from '../../diagnostics/located.ts';
import type {
  DisruptionReason,
  NodePoolDisruption,
  RequirementOperator,
} from '../../kubernetes/api/node-pool.ts';
import { minorVersion } from '../../kubernetes/minor-version.ts';

/** What a Karpenter minor version reads in a NodePool. Another version is another entry, never an `if`. */
export interface KarpenterVersion {
  readonly apiVersion: string;
  /** Value of the annotation `karpenter.sh/nodepool-hash-version`; hashes of different versions do not compare. */
  readonly hashVersion: string;
  /** Optional fields of the NodePool that this version knows. */
  readonly fields: ReadonlySet<NodePoolField>;
  readonly operators: ReadonlySet<RequirementOperator>;
  readonly consolidationPolicies: ReadonlySet<NonNullable<NodePoolDisruption['consolidationPolicy']>>;
  readonly disruptionReasons: ReadonlySet<DisruptionReason>;
}

/** Fields that came with some version; those that every `karpenter.sh/v1` has are not worth listing. */
export type NodePoolField = 'minValues' | 'replicas' | 'terminationGracePeriod' | 'budgets.reasons';

export type KarpenterVersions = Readonly<Record<string, KarpenterVersion>>;

/** By minor version. Karpenter 1.14, pkg/apis/v1/nodepool.go and its CRD as the AWS provider ships it. */
export const KARPENTER_VERSIONS: KarpenterVersions = {
  '1.14': {
    apiVersion: 'karpenter.sh/v1',
    hashVersion: 'v3',
    fields: new Set(['minValues', 'replicas', 'terminationGracePeriod', 'budgets.reasons']),
    operators: new Set(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'Gte', 'Lte']),
    consolidationPolicies: new Set(['WhenEmptyOrUnderutilized', 'WhenEmpty', 'Balanced']),
    disruptionReasons: new Set(['Underutilized', 'Empty', 'Drifted']),
  },
};

/** A patch release (`1.14.1`, `v1.14.1`) reads what its minor version reads. */
export function karpenterVersion(
  setting: Located<string>,
  versions: KarpenterVersions = KARPENTER_VERSIONS,
): { readonly version?: KarpenterVersion; readonly diagnostics: readonly Diagnostic[] } {
  const minor = minorVersion(setting.value) ?? setting.value;
  if (Object.hasOwn(versions, minor)) {
    const version = versions[minor];
    if (version !== undefined) return { version, diagnostics: [] };
  }
  const supported = Object.keys(versions);
  const nearest = didYouMean(minor, supported);
  return {
    diagnostics: [
      diagnostic(
        'PW6001',
        setting.origin.span,
        `\`karpenter_version: ${setting.value}\` is not a version poolwright writes for`,
        {
          help: `Supported: ${supported.map((one) => `\`${one}\``).join(', ')}.${nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`}`,
        },
      ),
    ],
  };
}
