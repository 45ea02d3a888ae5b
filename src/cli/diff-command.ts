import { type Command, Option } from 'commander';
import type { DiffFlags } from './diff/diff-flags.ts';
import { parseMoment, parseReplacementTime } from './diff/review-moment.ts';
import { DEFAULT_REPLACEMENT_SECONDS } from './diff/reproduce-arguments.ts';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import { collect, commonOptions, definitionOptions, severityOption, shardOptions } from './options.ts';

const EXAMPLES = `
Base and head are commits (as git names them), files, folders, what
\`synth --format json\` has printed, or what a cluster has
(\`kubectl get nodepools,ec2nodeclasses -o json\`); - is the standard input.
\`git:NAME\` and \`file:PATH\` say which where both exist. \`main...\` is where the
current branch left main: what a pull request is compared with.
Without a head the working tree is compared.

Examples:
  $ poolwright diff main...
  $ poolwright diff HEAD~1 HEAD --definitions production
  $ poolwright diff main... --format markdown --at 2026-08-03T09:00:00Z
  $ poolwright diff main... --crds github.com/aws/karpenter-provider-aws@v1.14.1
  $ poolwright diff old.yaml clusters/production.yaml
  $ poolwright diff compilation.json --nodes nodes.json
  $ kubectl get nodepools,ec2nodeclasses -o json | poolwright diff - --name production
`;

export function addDiffCommand(program: Command, host: Host, done: Done): void {
  const command = program
    .command('diff')
    .description('what a change means: objects, nodes that are replaced, cost, placement, dangers')
    .argument('<base>', 'commit, file, folder, saved compilation, objects of a cluster, or -')
    .argument('[head]', 'the same (default: the working tree)')
    .option(
      '--definitions <path>',
      'definitions of a commit or the working tree: file, folder, pattern or cluster name; repeatable (default: clusters/)',
      collect,
    )
    .option(
      '--crds <source>',
      'judge the objects by these CRDs, and the change by their rules about changes: a folder, a file, a .tgz or a Go module MODULE@VERSION; repeatable',
      collect,
    )
    .option('--nodes <file>', 'dump of nodes and node claims of the one cluster; repeatable', collect)
    .option('--at <time>', 'lay out from when on nodes are replaced: RFC 3339, or now', (text) =>
      parseMoment(text),
    )
    .addOption(
      new Option('--replacement-time <duration>', 'how long replacing one node takes')
        .argParser(parseReplacementTime)
        .default(DEFAULT_REPLACEMENT_SECONDS, '5m'),
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
    .addOption(
      new Option('--forge <forge>', 'whose Markdown, and how long it may be')
        .choices(['github', 'gitlab'])
        .default('github'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (base: string, head: string | undefined, flags: DiffFlags) => {
      const { diff } = await import('./diff.ts');
      done(await diff({ base, head }, flags, host));
    });
  commonOptions(shardOptions(definitionOptions(severityOption(command))));
}
