import { type Command, Option } from 'commander';
import type { ExplainPoolFlags } from './explain-pool.ts';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import { commonOptions, definitionOptions } from './options.ts';

const EXAMPLES = `
Examples:
  $ poolwright explain PW1010
  $ poolwright explain pool production/default --fields
`;

export function addExplainCommands(program: Command, host: Host, done: Done): void {
  const explain = program
    .command('explain')
    .description('explain a diagnostic code, or what a node pool amounts to')
    .usage('<code> | pool <cluster>/<pool> [options]')
    .argument('<code>', 'a diagnostic code, such as PW1010')
    .addHelpText('after', EXAMPLES)
    .action(async (code: string) => {
      const { explainCode } = await import('./explain-code.ts');
      done(explainCode(code, host));
    });
  commonOptions(explain);

  const pool = explain
    .command('pool')
    .description('the types a pool admits, what excluded the others, and where its fields come from')
    .argument('<cluster/pool>', 'which pool')
    .argument('[definitions...]', 'where to look for it (default: the cluster of that name, else clusters/)')
    .option('--fields', 'list every resolved field and where it was written')
    .option('--all', 'list all instance types, not only the cheapest')
    .addOption(new Option('--format <format>', 'how it is printed').choices(['text', 'json']).default('text'))
    .action(async (target: string, definitions: string[], flags: ExplainPoolFlags) => {
      const { explainPoolCommand } = await import('./explain-pool.ts');
      done(await explainPoolCommand(target, { definitions, flags, host }));
    });
  commonOptions(definitionOptions(pool));
}
