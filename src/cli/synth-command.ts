import { type Command, Option } from 'commander';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import { commonOptions, definitionOptions, reportOptions, shardOptions } from './options.ts';
import type { SynthFlags } from './synth-flags.ts';

const EXAMPLES = `
Clusters without errors are written, the others are left as they are.
--format json writes nothing and prints the compilation: objects, origins,
source excerpts, versions, digest.

Examples:
  $ poolwright synth
  $ poolwright synth production --out rendered
  $ poolwright synth production --out - | kubectl diff -f -
  $ poolwright synth --check
  $ poolwright synth production --provider kwok    rehearse with fake nodes
  $ poolwright synth --shard 2/4
  $ poolwright synth --format json > compilation.json
`;

export function addSynthCommand(program: Command, host: Host, done: Done): void {
  const command = program
    .command('synth')
    .description('check definitions and render their objects into the output folder')
    .argument('[definitions...]', 'files, folders, patterns, cluster names or -')
    .option(
      '--out <folder>',
      'output folder, or - for the standard output (default: `output` of cdk8s.yaml, else dist)',
    )
    .addOption(
      new Option(
        '--provider <provider>',
        'write NodePools for fake nodes instead, and the instance types they need (default folder: that of --out, with -kwok)',
      ).choices(['kwok']),
    )
    .option('--cluster <name>', 'with --out -: only the objects of this cluster')
    .addOption(
      new Option(
        '--tree <tree>',
        'with --out -: only what is applied to the cluster, or to its management cluster',
      ).choices(['workload', 'management']),
    )
    .option('--check', 'write nothing; fail if the output folder is stale')
    .option('--overwrite-edited', 'overwrite generated files that were edited by hand')
    .addOption(
      new Option(
        '--forget-superseded',
        'drop the list of superseded templates, once they are deleted',
      ).conflicts('check'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (definitions: string[], flags: SynthFlags) => {
      const { synth } = await import('./synth.ts');
      done(await synth(definitions, flags, host));
    });
  commonOptions(shardOptions(definitionOptions(reportOptions(command))));
}
