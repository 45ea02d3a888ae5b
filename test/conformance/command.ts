import { checkFile, type LocatedResult } from './check-file.ts';
import { clusterAutoscalerFiles, corpusFiles } from './corpus.ts';
import { UnreadableFile } from './read-documents.ts';

const USAGE = `usage: npm run --silent conformance -- [FILE…]

FILE is a recording (.jsonl or .json, also with .gz). Catalogues that it names are looked for in ../catalogues beside
its folder. Without FILE the corpus in test/conformance is run.
`;

/** What the command is to print, and its exit code. */
export interface Answer {
  readonly status: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

export function conformanceCommand(args: readonly string[]): Answer {
  if (args.includes('--help') || args.includes('-h')) {
    return { status: 0, stdout: USAGE, stderr: '' };
  }
  const unknown = args.find((arg) => arg.startsWith('-'));
  if (unknown !== undefined) {
    return refusal(`unknown option ${unknown}\n${USAGE}`);
  }
  try {
    return report(
      (args.length > 0 ? args : [...corpusFiles(), ...clusterAutoscalerFiles()]).flatMap(checkFile),
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return refusal(`${error.message}\n`);
  }
}

function refusal(stderr: string): Answer {
  return { status: 2, stdout: '', stderr };
}

function report(results: readonly LocatedResult[]): Answer {
  const failed = results.filter(({ differences }) => differences.length > 0);
  const same = results.reduce((sum, { reasons }) => sum + reasons.same, 0);
  const of = results.reduce((sum, { reasons }) => sum + reasons.of, 0);
  const lines = [
    ...failed.flatMap(mismatch),
    ...(of > 0 ? [`same reasons for ${same} of ${of} unschedulable pods (not counted)`] : []),
    `${results.length - failed.length} passed, ${failed.length} failed`,
  ];
  return { status: failed.length > 0 ? 1 : 0, stdout: `${lines.join('\n')}\n`, stderr: '' };
}

/** Only the first difference: the others tend to follow from it. */
function mismatch({ name, kind, where, differences }: LocatedResult): readonly string[] {
  const [first = '', ...others] = differences;
  const more = others.length > 0 ? [`  and ${others.length} more`] : [];
  return [`FAIL ${name} (${kind}, ${where})`, `  ${first}`, ...more, ''];
}
