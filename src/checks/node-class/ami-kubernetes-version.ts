import { type AmiAlias, amiAliasOf } from '../../kubernetes/api/ami-alias.ts';
import type { AmiFamily } from '../../kubernetes/api/ec2-node-class.ts';
import { nodeClassRule } from '../rule.ts';
import { finding } from './finding.ts';
import { kubernetesMinor } from './kubernetes-minor.ts';

/** First minor version that an alias no longer serves. */
const GONE_FROM = new Map<AmiFamily, number>([['AL2', 33]]);
/** First minor version that an alias serves. */
const SINCE = new Map<AmiFamily, number>([['Windows2025', 35]]);

/** The controller decides this, not admission: the node class never becomes ready (Karpenter 1.14, amifamily/ami.go). */
export const amiKubernetesVersion = nodeClassRule(
  ['PW3109', 'PW3110'],
  function* (nodeClass, pool, { cluster }) {
    const alias = amiAliasOf(nodeClass.spec);
    const minor = kubernetesMinor(cluster);
    const { kubernetesVersion } = cluster.settings;
    if (alias === undefined || minor === undefined || kubernetesVersion === undefined) return;
    const related = [{ span: kubernetesVersion.origin.span, message: 'the version of the cluster' }];
    const path = ['amiSelectorTerms', 0, 'alias'];
    if (minor >= (GONE_FROM.get(alias.family) ?? Number.POSITIVE_INFINITY)) {
      yield finding(nodeClass, pool, {
        code: 'PW3109',
        path,
        message: `there is no Amazon Linux 2 image for Kubernetes 1.${minor}: ${words(alias)} ends with 1.32`,
        related,
        help: 'Move to `al2023` or `bottlerocket`. Their user data is written differently.',
      });
    }
    if (minor < (SINCE.get(alias.family) ?? 0)) {
      yield finding(nodeClass, pool, {
        code: 'PW3110',
        path,
        message: `there is no Windows Server 2025 image for Kubernetes 1.${minor}: ${words(alias)} begins with 1.35`,
        related,
        help: 'Use `windows2022@latest` until the cluster is upgraded.',
      });
    }
  },
);

function words(alias: AmiAlias): string {
  return `\`${alias.family.toLowerCase()}\``;
}
