import type { Command } from 'commander';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import type { InitFlags } from './init.ts';
import { commonOptions } from './options.ts';

const EXAMPLES = `
Examples:
  $ poolwright init
  $ poolwright init staging --region eu-central-1 --folder k8s-clusters
`;

export function addInitCommand(program: Command, host: Host, done: Done): void {
  const command = program
    .command('init')
    .description('write a commented definition to start from; files that exist are kept')
    .argument('[cluster]', 'name of the cluster', 'production')
    .option('--region <region>', 'AWS region', 'eu-west-1')
    .option(
      '--folder <folder>',
      'where definitions live (default: k8s-clusters if only that exists, else clusters)',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (cluster: string, flags: InitFlags) => {
      const { init } = await import('./init.ts');
      done(init(cluster, flags, host));
    });
  commonOptions(command);
}
