import type { Command } from 'commander';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import type { ImportFlags } from './import.ts';
import { commonOptions, count, severityOption } from './options.ts';

const EXAMPLES = `
The objects are those of a cluster or of a repository, YAML or JSON: NodePools
with their EC2NodeClasses. The definition goes to the standard output unless -o
names a file. It is compiled and compared with the objects: every difference
that would replace nodes is reported, and is a comment in the definition.

Examples:
  $ kubectl get nodepools,ec2nodeclasses -o yaml | poolwright import - --cluster production
  $ poolwright import karpenter/*.yaml -o clusters/production.yaml
  $ poolwright import flux/system/production --fail-on warning > /dev/null
`;

export function addImportCommand(program: Command, host: Host, done: Done): void {
  const command = program
    .command('import')
    .description('write a definition from the objects of a cluster, without replacing its nodes')
    .argument('<objects...>', 'files, folders, patterns or -')
    .option('--cluster <name>', 'name of the cluster (default: the file name of -o)')
    .option('-o, --out <file>', 'write the definition here; a file that exists is kept')
    .option('--defaults <file>', 'settings it inherits (default: the _defaults.yaml beside -o)')
    .option('--max-findings <n>', 'most findings that are shown; 0 is all', count, 100)
    .addHelpText('after', EXAMPLES)
    .action(async (objects: string[], flags: ImportFlags) => {
      const { importDefinition } = await import('./import.ts');
      done(await importDefinition(objects, flags, host));
    });
  commonOptions(severityOption(command));
}
