import { CommanderError } from 'commander';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { createProgram } from './program.ts';
import { isSystemError, UsageError } from './usage-error.ts';
import { inert } from '../report/inert.ts';
import { say } from './say.ts';

/** One run of the command line, in process. Never throws and never ends the process. */
export async function run(args: readonly string[], outside: Host): Promise<ExitCode> {
  const { stderr } = outside;
  // Whatever is said there is for people.
  const host = { ...outside, stderr: { ...stderr, write: (text: string) => stderr.write(inert(text)) } };
  let code: ExitCode = EXIT.ok;
  try {
    const program = createProgram(host, (result) => {
      code = result;
    });
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return fail(error, { debug: args.includes('--debug') }, host);
  }
}

function fail(error: unknown, { debug }: { readonly debug: boolean }, host: Host): ExitCode {
  // Commander has printed its message, or the help or version that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof UsageError || isSystemError(error)) {
    say(`poolwright: ${error.message}`, host);
    if (error instanceof UsageError && error.help !== undefined) host.stderr.write(`${error.help}\n`);
    if (debug) host.stderr.write(`${error.stack ?? ''}\n`);
    return EXIT.usage;
  }
  const message = error instanceof Error ? error.message : String(error);
  host.stderr.write(
    [
      `poolwright: internal error: ${message}`,
      'This is a bug in poolwright, not in your files. Please report it with the command and the files that led here;',
      debug ? 'the stack is below.' : 'run again with --debug for the stack.',
      ...(debug && error instanceof Error ? ['', error.stack ?? ''] : []),
      '',
    ].join('\n'),
  );
  return EXIT.internal;
}
