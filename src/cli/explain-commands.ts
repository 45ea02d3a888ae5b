import { type Command, Option } from 'commander';
import type { ExplainPoolFlags } from './explain-pool.ts';
import type { ExplainPodsFlags } from './explain-pods.ts';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import { collect, commonOptions, definitionOptions } from './options.ts';

const EXAMPLES = `
Examples:
  $ poolwright explain PW1010
  $ poolwright explain pool production/default --fields
  $ poolwright explain pod production web/shop-0
  $ poolwright explain unschedulable production
`;

const POD_EXAMPLES = `
Shows for every node pool which requirement, taint, limit or resource removed the
instance types, with its line, and for a pod without a place the single changes
that would give it one: each was made and the whole plan done again.

Examples:
  $ poolwright explain pod production web/shop-0
  $ kustomize build . | poolwright explain pod production web/shop-0 -f -
  $ poolwright explain pod production web/shop-0 --scenario no-spot --format json
`;

const UNSCHEDULABLE_EXAMPLES = `
Pods of one controller that fail alike are one entry. Exit code 3 if there are any.

Examples:
  $ poolwright explain unschedulable production
  $ poolwright explain unschedulable production -f dump.json --nodes nodes.json
  $ poolwright explain unschedulable production --scenario "zone-outage eu-west-1a"
`;

export function addExplainCommands(program: Command, host: Host, done: Done): void {
  const explain = program
    .command('explain')
    .description('explain a diagnostic code, what a node pool amounts to, or where a pod lands and why')
    .usage('<code> | pool <cluster>/<pool> | pod <cluster> <namespace/name> | unschedulable <cluster>')
    .argument('<code>', 'a diagnostic code, such as PW1010')
    .addHelpText('after', EXAMPLES)
    .action(async (code: string) => {
      const { explainCode } = await import('./explain-code.ts');
      done(explainCode(code, host));
    });
  commonOptions(explain);
  addPoolCommand(explain, host, done);
  addPodCommand(explain, host, done);
  addUnschedulableCommand(explain, host, done);
}

const DEFINITIONS = 'where to look for it (default: the cluster of that name, else clusters/)';

function addPoolCommand(explain: Command, host: Host, done: Done): void {
  const pool = explain
    .command('pool')
    .description('the types a pool admits, what excluded the others, and where its fields come from')
    .argument('<cluster/pool>', 'which pool')
    .argument('[definitions...]', DEFINITIONS)
    .option('--fields', 'list every resolved field and where it was written')
    .option('--all', 'list all instance types, not only the cheapest')
    .addOption(formatOption())
    .action(async (target: string, definitions: string[], flags: ExplainPoolFlags) => {
      const { explainPoolCommand } = await import('./explain-pool.ts');
      done(await explainPoolCommand(target, { definitions, flags, host }));
    });
  commonOptions(definitionOptions(pool));
}

function addPodCommand(explain: Command, host: Host, done: Done): void {
  const pod = explain
    .command('pod')
    .description('why a pod lands where it does, or has no place, and what would help')
    .argument('<cluster>', 'which cluster: its name or its file')
    .argument('<namespace/name>', 'which pod; replica 0 of Deployment web/shop is web/shop-0')
    .argument('[definitions...]', DEFINITIONS)
    .addHelpText('after', POD_EXAMPLES)
    .action(async (cluster: string, name: string, definitions: string[], flags: ExplainPodsFlags) => {
      const { explainPodCommand } = await import('./explain-pods.ts');
      done(await explainPodCommand(name, { cluster, definitions, flags, host }));
    });
  commonOptions(definitionOptions(workloadOptions(pod)));
}

function addUnschedulableCommand(explain: Command, host: Host, done: Done): void {
  const unschedulable = explain
    .command('unschedulable')
    .description('the pods of a cluster that have no place, why, and what would help')
    .argument('<cluster>', 'which cluster: its name or its file')
    .argument('[definitions...]', DEFINITIONS)
    .addHelpText('after', UNSCHEDULABLE_EXAMPLES)
    .action(async (cluster: string, definitions: string[], flags: ExplainPodsFlags) => {
      const { explainUnschedulableCommand } = await import('./explain-pods.ts');
      done(await explainUnschedulableCommand({ cluster, definitions, flags, host }));
    });
  commonOptions(definitionOptions(workloadOptions(unschedulable)));
}

/** As `plan` has them, but for one scenario. */
function workloadOptions(command: Command): Command {
  return command
    .option(
      '-f, --workloads <file>',
      'manifests to place: a file, a folder, a pattern or -; repeatable (default: the setting `workloads`)',
      collect,
    )
    .option('--nodes <file>', 'dump of a live cluster: nodes, node claims, pods; repeatable', collect)
    .option('--scenario <scenario>', 'a what-if, as for `plan`')
    .addOption(
      new Option('--hpa <bound>', 'replicas where an autoscaler decides')
        .choices(['max', 'min'])
        .default('max'),
    )
    .addOption(formatOption());
}

function formatOption(): Option {
  return new Option('--format <format>', 'how it is printed').choices(['text', 'json']).default('text');
}
