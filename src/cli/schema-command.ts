import type { Command } from 'commander';
import { EXIT } from './exit-code.ts';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import { commonOptions } from './options.ts';

const EXAMPLES = `
Example:
  $ poolwright schema > .schemas/cluster.json

and as first line of a definition, for editors with a YAML language server:
  # yaml-language-server: $schema=../.schemas/cluster.json
`;

export function addSchemaCommand(program: Command, host: Host, done: Done): void {
  const command = program
    .command('schema')
    .description('print the JSON schema of definition files, for editors')
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const { schemaText } = await import('./schema.ts');
      host.stdout.write(schemaText());
      done(EXIT.ok);
    });
  commonOptions(command);
}
