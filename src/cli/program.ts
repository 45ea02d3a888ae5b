import { type Argument, Command } from 'commander';
import { addCatalogueCommands } from './catalogue-commands.ts';
import { addCheckCommand } from './check-command.ts';
import { addCommentCommand } from './comment-command.ts';
import { addDiffCommand } from './diff-command.ts';
import type { Done } from './exit-code.ts';
import { addExplainCommands } from './explain-commands.ts';
import type { Host } from './host.ts';
import { addImportCommand } from './import-command.ts';
import { addInitCommand } from './init-command.ts';
import { addMergeCommand } from './merge-command.ts';
import { packageVersion } from './package-info.ts';
import { addPlanCommand } from './plan-command.ts';
import { refuseEmptyValues } from './refuse-empty-values.ts';
import { addSchemaCommand } from './schema-command.ts';
import { addSynthCommand } from './synth-command.ts';

const EPILOGUE = `
Definitions are files, folders (one level deep), patterns, names of clusters
(clusters/<name>.yaml) or - for the standard input. Without any, the folder
clusters/ is read.

Exit codes: 0 clean, 1 findings or stale output, 2 wrong usage, 3 workloads do
not fit, 4 a budget is crossed, 70 internal error.

Examples:
  $ poolwright init production     start with a commented definition
  $ poolwright check               what is wrong with clusters/
  $ poolwright synth               write dist/
  $ poolwright plan production     where its workloads land, at what price
  $ poolwright diff main...          what this branch changes
  $ poolwright explain pool production/default
`;

/** Where no terminal says how wide it is. */
const HELP_COLUMNS = 80;

function argumentTerm(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '...' : '');
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** The whole command line. What a command does is loaded when it runs. */
export function createProgram(host: Host, done: Done): Command {
  const program = new Command('poolwright')
    .description('Compiles cluster definitions into Karpenter node pools and node classes, offline.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show the help of a command')
    .showHelpAfterError('(run with --help for the options)')
    .addHelpText('after', EPILOGUE)
    .exitOverride()
    .configureOutput({
      writeOut: host.stdout.write,
      writeErr: host.stderr.write,
      getOutHelpWidth: () => host.stdout.columns ?? HELP_COLUMNS,
      getErrHelpWidth: () => host.stderr.columns ?? HELP_COLUMNS,
    })
    .configureHelp({
      minWidthToWrap: 20,
      subcommandTerm,
    })
    .hook('preAction', (_, command) => refuseEmptyValues(command));
  addSynthCommand(program, host, done);
  addCheckCommand(program, host, done);
  addPlanCommand(program, host, done);
  addDiffCommand(program, host, done);
  addCommentCommand(program, host, done);
  addMergeCommand(program, host, done);
  addExplainCommands(program, host, done);
  addCatalogueCommands(program, host, done);
  addSchemaCommand(program, host, done);
  addInitCommand(program, host, done);
  addImportCommand(program, host, done);
  return program;
}

/**
 * That a command has options is no news, nor that it takes definitions besides what it must have: a long term leaves no
 * room to wrap what stands beside it.
 */
function subcommandTerm(command: Command): string {
  const all = command.registeredArguments;
  const required = all.filter((one) => one.required);
  return [command.name(), ...(required.length > 0 ? required : all).map(argumentTerm)].join(' ');
}
