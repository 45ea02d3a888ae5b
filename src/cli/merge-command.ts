import { type Command, Option } from 'commander';
import { REPORT_FORMATS } from './emit-report.ts';
import type { Done } from './exit-code.ts';
import type { Host } from './host.ts';
import type { MergeFlags } from './merge.ts';
import { commonOptions, count, DEFAULT_MAX_FINDINGS, severityOption } from './options.ts';

const EXAMPLES = `
The reports are what \`--shard i/n --format json\` printed, all of one run. The
result is what the run would have printed without --shard, in any format, and so
is the exit code. Frames with code need the files: run it where they are.

Examples:
  $ poolwright check --shard 1/2 --format json > shard-1.json
  $ poolwright check --shard 2/2 --format json > shard-2.json
  $ poolwright merge shard-1.json shard-2.json
  $ poolwright merge reports/ --format sarif > poolwright.sarif
`;

export function addMergeCommand(program: Command, host: Host, done: Done): void {
  const command = program
    .command('merge')
    .description('join the reports of all shards of a run into what the whole run would have reported')
    .argument('<reports...>', 'JSON reports, or folders with nothing else')
    .addOption(
      new Option('--format <format>', 'how it is printed; markdown is for reviews')
        .choices([...REPORT_FORMATS, 'markdown'])
        .default('text'),
    )
    .option('--max-findings <n>', 'most findings that text shows; 0 is all', count, DEFAULT_MAX_FINDINGS)
    .addOption(
      new Option('--forge <forge>', 'whose Markdown, and how long it may be')
        .choices(['github', 'gitlab'])
        .default('github'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (reports: string[], flags: MergeFlags) => {
      const { merge } = await import('./merge.ts');
      done(await merge(reports, flags, host));
    });
  commonOptions(severityOption(command));
}
