import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { INTEGRATIONS, integrationFiles, yamlOf } from './harness.ts';

const README = readFileSync(path.join(INTEGRATIONS, 'README.md'), 'utf8');
const VERSION = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Step {
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

describe('every integration', () => {
  const files = integrationFiles();

  it.each(files.filter((file) => /\.ya?ml$/.test(file)))('%s is valid YAML without double keys', (file) => {
    const documents = parseAllDocuments(readFileSync(path.join(INTEGRATIONS, file), 'utf8'));
    for (const { errors, warnings } of documents) expect([...errors, ...warnings]).toEqual([]);
  });

  it.each(
    files.filter(
      (file) => file !== 'README.md' && file !== 'argocd/plugin.yaml' && file !== 'argocd/generate.mjs',
    ),
  )('%s is linked from the README', (file) => {
    expect(README).toContain(`](${file})`);
  });

  it('names the version that this repository has', () => {
    const named = files.flatMap((file) => [
      ...readFileSync(path.join(INTEGRATIONS, file), 'utf8').matchAll(
        /poolwright@(\d[^\s"'`]*)|@v(\d+\.\d+\.\d+)|(?:ref|rev|tag_filter): v([^\s}]+)/g,
      ),
    ]);
    expect(named.length).toBeGreaterThan(8);
    for (const [text, ...versions] of named)
      expect([text, versions.find((one) => one !== undefined)]).toEqual([text, VERSION]);
  });
});

describe('the GitHub action', () => {
  const { inputs, outputs, runs } = yamlOf<Action>('github/action.yml');

  it('is documented input by input', () => {
    const rows = [...README.matchAll(/^\| `([a-z-]+)` +\| (?:`([^`]*)`|the job's own|) *\| /gm)].map(
      ([, name]) => name,
    );
    for (const name of Object.keys(inputs)) expect(rows).toContain(name);
  });

  it('runs no text of a pull request', () => {
    expect(runs.using).toBe('composite');
    for (const { run, shell } of runs.steps) {
      expect(shell).toBe('bash');
      expect(run).not.toContain('${{');
    }
  });

  it('reads no input that it does not declare, and all that it does', () => {
    const text = JSON.stringify([runs, outputs]);
    const read = [...text.matchAll(/inputs\.([a-z-]+)/g)].map(([, name = '']) => name);
    expect([...new Set(read)].sort()).toEqual(Object.keys(inputs).sort());
  });
});

describe('the workflows', () => {
  it.each(['pull-request.yml', 'fork-review.yml', 'fork-comment.yml'])(
    '%s runs no text of a pull request and gives few rights',
    (file) => {
      const workflow = yamlOf<{
        readonly permissions: Readonly<Record<string, string>>;
        readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
      }>(`github/${file}`);
      const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
      for (const { run = '' } of steps) expect(run).not.toContain('${{');
      const written = Object.entries(workflow.permissions).filter(([, right]) => right === 'write');
      expect(written.map(([name]) => name)).toEqual(file === 'fork-review.yml' ? [] : ['pull-requests']);
    },
  );
});
