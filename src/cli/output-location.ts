import { existsSync } from 'node:fs';
import path from 'node:path';
import { toPlain } from '../diagnostics/to-plain.ts';
import { parseYaml } from '../documents/parse-yaml.ts';
import type { RehearsalProvider } from '../model/rehearsal.ts';
import { leadOut } from './files/stay-inside.ts';
import type { Host } from './host.ts';
import { readSource } from './read-source.ts';
import { reportPath, repositoryRoot } from './repository.ts';
import { UsageError } from './usage-error.ts';

const DEFAULT_OUTPUT = 'dist';

export interface OutputLocation {
  /** Absolute. */
  readonly folder: string;
  /** As reports name it. */
  readonly name: string;
}

export interface OutputChoice {
  /** Of `--out`. @default the configured folder */
  readonly out?: string | undefined;
  /** What is for fake nodes is not where a GitOps tool looks: by default in a folder beside, `dist-kwok`. */
  readonly provider?: RehearsalProvider | undefined;
}

/**
 * `--out`, else the folder that cdk8s-cli names in `CDK8S_OUTDIR`, else `output` of the nearest cdk8s.yaml up to the repository's root, else `dist`
 * below the current folder. What is not said by who runs the command may come from anybody who proposes a change, so it
 * stays in the repository. @throws UsageError if it does not
 */
export function outputLocation({ out, provider }: OutputChoice, host: Host): OutputLocation {
  const root = repositoryRoot(host.cwd);
  const outdir = host.env['CDK8S_OUTDIR'];
  const suffix = provider === undefined ? '' : `-${provider}`;
  const told = out ?? (outdir === undefined ? undefined : `${outdir}${suffix}`);
  const folder =
    told === undefined ? `${configuredOutput(host.cwd, root)}${suffix}` : path.resolve(host.cwd, told);
  const name = reportPath(root, folder);
  if (told === undefined) refuseOutside(root, folder, `the output folder ${name}`);
  if (name === '') throw new UsageError('the output folder cannot be the root of the repository');
  return { folder, name };
}

function refuseOutside(root: string, file: string, what: string): void {
  const lead = leadOut(root, file);
  if (lead === undefined) return;
  throw new UsageError(`${what} cannot be used: ${lead.how}; name the output folder with \`--out\``);
}

function configuredOutput(cwd: string, root: string): string {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'cdk8s.yaml');
    if (existsSync(file)) {
      refuseOutside(root, file, reportPath(root, file));
      return path.resolve(folder, outputOf(file, reportPath(root, file)));
    }
    if (folder === root || folder === path.dirname(folder)) return path.join(cwd, DEFAULT_OUTPUT);
  }
}

function outputOf(file: string, name: string): string {
  const { source, problem } = readSource(file, name);
  const { documents, diagnostics } = parseYaml(source);
  const value = documents[0]?.value;
  if (problem !== undefined || documents[0]?.broken === true) {
    throw new UsageError(`cannot read ${name}: ${(problem ?? diagnostics[0])?.message ?? 'it is no YAML'}`);
  }
  const config = value === undefined ? undefined : toPlain(value);
  const output =
    config !== null && typeof config === 'object' && 'output' in config ? config['output'] : undefined;
  return typeof output === 'string' && output !== '' ? output : DEFAULT_OUTPUT;
}
