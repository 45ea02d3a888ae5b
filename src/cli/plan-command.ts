import { type Command, Option } from 'commander';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import { collect, commonOptions, definitionOptions, severityOption } from './options.ts';
import type { PlanFlags } from './plan.ts';

const EXAMPLES = `
Scenarios, each a plan of its own: names of the definition's \`scenarios\`, \`all\`
of them, or
  zone-outage <zone>             a zone is lost, with its nodes
  no-spot                        spot has run out
  unavailable <type>x<zone>      EC2 has no capacity for it there
  family-withdrawn <family>      a family can be had nowhere
  replicas +30%                  every controller has more replicas, or fewer
  warm, cold                     memory as live nodes have it, or estimated
Several with commas between them hold at once.

Examples:
  $ poolwright plan production
  $ kustomize build . | poolwright plan production -f -
  $ poolwright plan production -f dump.json --nodes nodes.json
  $ poolwright plan production --scenario "zone-outage eu-west-1a"
  $ poolwright plan production --scenario all --format markdown
  $ poolwright plan production --compare
`;

export function addPlanCommand(program: Command, host: Host, done: Done): void {
  const command = program
    .command('plan')
    .description('where the workloads of clusters land, at what price, and what does not fit')
    .argument('[definitions...]', 'files, folders, patterns, cluster names or -')
    .option(
      '-f, --workloads <file>',
      'manifests to place: a file, a folder, a pattern or -; repeatable (default: the setting `workloads`)',
      collect,
    )
    .option('--nodes <file>', 'dump of a live cluster: nodes, node claims, pods; repeatable', collect)
    .option('--scenario <scenario>', 'a what-if to plan instead, see below; repeatable', collect)
    .option(
      '--compare',
      'set Karpenter and the Cluster Autoscaler against each other, for the same pools and pods',
    )
    .addOption(
      new Option('--hpa <bound>', 'replicas where an autoscaler decides')
        .choices(['max', 'min'])
        .default('max'),
    )
    .addOption(
      new Option('--format <format>', 'how it is printed')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (definitions: string[], flags: PlanFlags) => {
      const { plan } = await import('./plan.ts');
      done(await plan(definitions, flags, host));
    });
  commonOptions(definitionOptions(severityOption(command)));
}
