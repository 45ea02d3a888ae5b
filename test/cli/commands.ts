import { run } from '../../src/cli/run.ts';

/**
 * A program that runs several commands one after the other, each as the command line would, and prints what came of
 * them: `node commands.js '{"check": ["check", "--format", "json"]}'`. One start for all of them.
 */
const commands = JSON.parse(process.argv[2] ?? '{}') as Readonly<Record<string, readonly string[]>>;
const results: Record<string, { code: number; stdout: string; stderr: string }> = {};
for (const [name, args] of Object.entries(commands)) {
  const said = { stdout: '', stderr: '' };
  const terminal = (stream: keyof typeof said) => ({
    isTTY: false,
    write: (text: string) => {
      said[stream] += text;
    },
  });
  const code = await run(args, {
    cwd: process.cwd(),
    env: process.env,
    stdout: terminal('stdout'),
    stderr: terminal('stderr'),
    readStdin: () => Promise.resolve(new Uint8Array()),
    today: () => new Date().toISOString().slice(0, 10),
  });
  results[name] = { code, ...said };
}
const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
process.stdout.write(JSON.stringify({ facts: { node: process.version, locale, timeZone }, results }));
