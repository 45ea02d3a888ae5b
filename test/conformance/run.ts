/**
 * Compares poolwright with recorded decisions of Karpenter and the Cluster Autoscaler: `npm run --silent conformance -- [FILE…]`, by default the
 * whole corpus. Exit code 1 where one differs, 2 where a file cannot be read.
 */
import { checkFile, type LocatedResult } from './check-file.ts';
import { clusterAutoscalerFiles, corpusFiles } from './corpus.ts';
import { UnreadableFile } from './read-documents.ts';

const USAGE = `usage: npm run --silent conformance -- [FILE…]

FILE is a recording (.jsonl or .json, also with .gz). Catalogues that it names are looked for in ../catalogues beside
its folder. Without FILE the corpus in test/conformance is run.
`;

process.exitCode = main(process.argv.slice(2));

function main(args: readonly string[]): number {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const unknown = args.find((arg) => arg.startsWith('-'));
  if (unknown !== undefined) {
    process.stderr.write(`unknown option ${unknown}\n${USAGE}`);
    return 2;
  }
  try {
    return report(
      (args.length > 0 ? args : [...corpusFiles(), ...clusterAutoscalerFiles()]).flatMap(checkFile),
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

function report(results: readonly LocatedResult[]): number {
  const failed = results.filter(({ differences }) => differences.length > 0);
  const same = results.reduce((sum, { reasons }) => sum + reasons.same, 0);
  const of = results.reduce((sum, { reasons }) => sum + reasons.of, 0);
  const lines = [
    ...failed.flatMap(mismatch),
    ...(of > 0 ? [`same reasons for ${same} of ${of} unschedulable pods (not counted)`] : []),
    `${results.length - failed.length} passed, ${failed.length} failed`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return failed.length > 0 ? 1 : 0;
}

/** Only the first difference: the others tend to follow from it. */
function mismatch({ name, kind, where, differences }: LocatedResult): readonly string[] {
  const [first = '', ...others] = differences;
  const more = others.length > 0 ? [`  and ${others.length} more`] : [];
  return [`FAIL ${name} (${kind}, ${where})`, `  ${first}`, ...more, ''];
}
