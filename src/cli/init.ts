import path from 'node:path';
import { dnsLabelProblem } from '../kubernetes/label.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { existingFolders } from './resolve-inputs.ts';
import { UsageError } from './usage-error.ts';
import { createFile } from './write-file.ts';
import { say } from './say.ts';

export interface InitFlags {
  readonly region: string;
  /** @default the folder of definitions that is there, else `clusters` */
  readonly folder?: string;
}

/**
 * `poolwright init`: a definition that compiles without a finding and says what to change. Names that poolwright would
 * assume, such as the role, are written out so that they can be seen and corrected.
 */
export function init(cluster: string, { region, folder: chosen }: InitFlags, host: Host): ExitCode {
  const problem = dnsLabelProblem(cluster);
  if (problem !== undefined) throw new UsageError(`\`${cluster}\` ${problem}`);
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(region)) throw new UsageError(`\`${region}\` is not an AWS region`);
  const folder = chosen ?? existingFolders(host.cwd)[0] ?? 'clusters';
  const files = [
    { name: '_defaults.yaml', text: defaultsText(region) },
    { name: `${cluster}.yaml`, text: clusterText(cluster) },
  ];
  for (const { name, text } of files) {
    const shown = path.posix.join(folder.split(path.sep).join('/'), name);
    const created = createFile(path.resolve(host.cwd, folder, name), text, shown);
    say(created ? `created ${shown}` : `kept ${shown}: it exists already`, host);
  }
  host.stderr.write(
    'Next: compare the role and the tags with your cluster, then `poolwright check` and `poolwright synth`.\n',
  );
  return EXIT.ok;
}

function defaultsText(region: string): string {
  return `# What every cluster of this folder inherits. A cluster's file may override any of it.
poolwright:
  region: ${region}
  # The zones your subnets are in.
  zones: [${region}a, ${region}b, ${region}c]
  kubernetes_version: "1.34"
  karpenter_version: "1.14"

  # Under every pool's own node_class.
  node_class:
    # Pinned: with \`al2023@latest\` every new image rotates every node. To upgrade, change the date on purpose.
    ami: al2023@v20260715

  # Besides the discovery tags of their cluster, the subnets of pools without and with \`public: true\` carry these.
  private_subnet_tags:
    kubernetes.io/role/internal-elb: "1"
  public_subnet_tags:
    kubernetes.io/role/elb: "1"
`;
}

function clusterText(cluster: string): string {
  return `# Node pools of the cluster ${cluster}. \`poolwright check\` says what is wrong, \`poolwright synth\` renders dist/.
poolwright:
  # TODO: compare with your cluster. What _defaults.yaml says for all clusters can go from here.
  node_class:
    # The IAM role of the nodes, by its name.
    role: KarpenterNodeRole-${cluster}
  # Tags by which subnets and security groups are found.
  discovery_tags:
    karpenter.sh/discovery: ${cluster}

karpenter:
  node_pools:
    default:
      node_class:
        volumeSize: "100Gi"
        tags:
          cluster: ${cluster}
      # Karpenter launches nothing beyond this: the guard against unexpected costs.
      limits:
        cpu: 100
        memory: "400Gi"
      # All must hold. \`poolwright explain pool ${cluster}/default\` shows what is left after each.
      requirements:
        - key: karpenter.k8s.aws/instance-category
          operator: In
          values: ["c", "m", "r"]
        - key: karpenter.k8s.aws/instance-generation
          operator: Gt
          values: ["4"]
        - key: karpenter.k8s.aws/instance-cpu
          operator: Lt
          values: ["33"]
        - key: kubernetes.io/arch
          operator: In
          values: ["amd64"]
        - key: karpenter.sh/capacity-type
          operator: In
          values: ["on-demand"]
      # How nodes are replaced. These are the built-in values, written out to be changed.
      disruption:
        consolidation_policy: WhenEmptyOrUnderutilized
        consolidate_after: 1m
        budgets:
          - nodes: "10%"
      expire_after: 720h
`;
}
