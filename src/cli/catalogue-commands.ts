import { type Command, Option } from 'commander';
import type { CatalogueImportFlags } from './catalogue-import.ts';
import type { CatalogueListFlags } from './catalogue-list.ts';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import { commonOptions, count } from './options.ts';

export function addCatalogueCommands(program: Command, host: Host, done: Done): void {
  const catalogue = program
    .command('catalogue')
    .description(
      'the facts and prices of instance types: list them, import your own, see where they come from',
    );
  addList(catalogue, host, done);
  addImport(catalogue, host, done);
  addShow(catalogue, host, done);
}

const LIST_EXAMPLES = `
A condition is a label key (its domain may be left out), an operator (In,
NotIn, Exists, DoesNotExist, Gt, Gte, Lt, Lte) and values. Conditions are
separated by ";" and all must hold.

Examples:
  $ poolwright catalogue list --region eu-west-1 \\
      --where 'instance-category In [c,m]; instance-cpu Gt 4'
  $ poolwright catalogue list --where 'instance-gpu-count Gt 0' --limit 10
`;

function addList(catalogue: Command, host: Host, done: Done): void {
  const command = catalogue
    .command('list')
    .description('list instance types with what pods can use of them and their prices')
    .option('--where <conditions>', 'only types that meet all conditions')
    .option('--region <region>', 'region of the prices', 'us-east-1')
    .option(
      '--zones <zones>',
      'zones, separated by commas (default: those the catalogue knows, else three unnamed ones)',
    )
    .addOption(
      new Option('--sort <key>', 'order of the list')
        .choices(['price', 'name', 'cpu', 'memory'])
        .default('price'),
    )
    .option('--limit <n>', 'most types shown; 0 is all', count, 0)
    .option('--catalogue <file>', 'a catalogue you imported, instead of the built-in one')
    .addOption(new Option('--format <format>', 'how it is printed').choices(['text', 'json']).default('text'))
    .addHelpText('after', LIST_EXAMPLES)
    .action(async (flags: CatalogueListFlags) => {
      const { catalogueListCommand } = await import('./catalogue-list.ts');
      done(await catalogueListCommand(flags, host));
    });
  commonOptions(command);
}

const IMPORT_EXAMPLES = `
The files are what the commands below print, and price-list files, in any
order. What is in none of them stays as built in. Of each type and zone the
newest spot price counts: a --start-time of now spares you the 90 days of
history that AWS answers with otherwise. Name the result in the definition:
poolwright: {catalogue: catalogue.json}

Example:
  $ aws ec2 describe-instance-types > types.json
  $ aws ec2 describe-instance-type-offerings \\
      --location-type availability-zone > offerings.json
  $ aws ec2 describe-spot-price-history --product-descriptions Linux/UNIX \\
      --start-time "$(date -u +%Y-%m-%dT%H:%M:%SZ)" > spot.json
  $ poolwright catalogue import types.json offerings.json spot.json \\
      --out clusters/catalogue.json
`;

function addImport(catalogue: Command, host: Host, done: Done): void {
  const command = catalogue
    .command('import')
    .description('make a catalogue of your own from what AWS says')
    .argument('<files...>', 'outputs of the AWS command line and price-list files')
    .option('--out <file>', 'where to write it (default: the standard output)')
    .option('--date <date>', 'date of the snapshot (default: today)')
    .addHelpText('after', IMPORT_EXAMPLES)
    .action(async (files: string[], flags: CatalogueImportFlags) => {
      const { catalogueImport } = await import('./catalogue-import.ts');
      done(await catalogueImport(files, flags, host));
    });
  commonOptions(command);
}

function addShow(catalogue: Command, host: Host, done: Done): void {
  const command = catalogue
    .command('show')
    .description('where the facts and prices of a catalogue come from')
    .argument('[file]', 'a catalogue you imported (default: the built-in one)')
    .addOption(new Option('--format <format>', 'how it is printed').choices(['text', 'json']).default('text'))
    .action(async (file: string | undefined, flags: { readonly format: 'text' | 'json' }) => {
      const { catalogueShow } = await import('./catalogue-show.ts');
      done(catalogueShow(file, flags, host));
    });
  commonOptions(command);
}
