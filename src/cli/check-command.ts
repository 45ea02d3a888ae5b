import { type Command, InvalidArgumentError } from 'commander';
import type { CheckFlags } from './check.ts';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import { FEATURE_GATES, type FeatureGate } from '../checks/cluster-api/feature-gates.ts';
import { collect, commonOptions, definitionOptions, reportOptions, shardOptions } from './options.ts';

const EXAMPLES = `
Examples:
  $ poolwright check
  $ poolwright check clusters/production.yaml --fix
  $ poolwright check --format sarif > poolwright.sarif
  $ poolwright check - --name production < production.yaml
  $ poolwright check --shard 2/4 --format json > shard-2.json
  $ poolwright check --manifests machines/ --fail-on warning
  $ poolwright check --crds crds/
  $ poolwright check --crds github.com/aws/karpenter-provider-aws@v1.14.1
  $ poolwright check --crds crds/ --base main...
  $ kubectl get machinedeployments -A -o json | poolwright check --manifests -
`;

export function addCheckCommand(program: Command, host: Host, done: Done): void {
  const command = program
    .command('check')
    .description('report what is wrong with definitions, or with hand-written machines; nothing is rendered')
    .argument('[definitions...]', 'files, folders, patterns, cluster names or -')
    .option(
      '--crds <source>',
      'judge the objects by these CRDs, as an API server would: a folder, a file, a .tgz or a Go module MODULE@VERSION; repeatable',
      collect,
    )
    .option(
      '--manifests <path>',
      'check hand-written Cluster API objects instead: a file, a folder with all below it, a pattern or -; repeatable',
      collect,
    )
    .option(
      '--base <path>',
      'the manifests as they were before: templates must not change under one name; repeatable. Without --manifests, with --crds: the commit, folder or dump before, for rules about changes; objects that it has are judged as updates, which are forgiven what was wrong before',
      collect,
    )
    .option(
      '--feature-gate <name>',
      `a feature gate that Cluster API's manager has on: ${FEATURE_GATES.join(', ')}; repeatable`,
      collectGate,
    )
    .option('--fix', 'apply the fixes that are safe, keeping comments and formatting')
    .addHelpText('after', EXAMPLES)
    .action(async (definitions: string[], flags: CheckFlags) => {
      const { check } = await import('./check.ts');
      done(await check(definitions, flags, host));
    });
  commonOptions(shardOptions(definitionOptions(reportOptions(command))));
}

function collectGate(value: string, previous: readonly FeatureGate[] | undefined): readonly FeatureGate[] {
  const gate = FEATURE_GATES.find((one) => one === value);
  if (gate === undefined) throw new InvalidArgumentError(`Known here: ${FEATURE_GATES.join(', ')}.`);
  return [...(previous ?? []), gate];
}
