import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bundledProgram } from '../cli/bundled-program.ts';
import { GIT_ENV, Repository } from '../cli/files/repository.ts';
import { CLEAN } from '../cli/harness.ts';
import { blocksOf } from './markdown.ts';
import { readPage } from './pages.ts';

/** The recipes of docs/scale.md are read as what they are for reads them, and their commands run. */
const BLOCKS = new Map(blocksOf(readPage('docs/scale.md')).map(({ test, text }) => [test[0], text]));
const program = bundledProgram();
afterAll(program.remove);

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Matrix {
  readonly jobs: {
    readonly shard: {
      readonly strategy: { readonly matrix: { readonly shard: readonly number[] } };
      readonly steps: readonly Step[];
    };
    readonly merge: { readonly needs: string; readonly steps: readonly Step[] };
  };
}

interface GitLab {
  readonly shard: { readonly parallel: number; readonly script: readonly string[] };
  readonly merge: { readonly script: readonly string[] };
}

interface Job {
  readonly spec: {
    readonly completionMode: string;
    readonly completions: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly command: readonly string[];
          readonly args: readonly string[];
        }[];
      };
    };
  };
}

/** Two commits of which the second has a warning, an error and a change. */
function repository(): Repository {
  const made = new Repository().write({
    'clusters/a.yaml': CLEAN,
    'clusters/b.yaml': CLEAN,
    'clusters/c.yaml': CLEAN,
    'clusters/d.yaml': CLEAN,
    'clusters/e.yaml': CLEAN,
  });
  made.commit('one');
  made.write({
    'clusters/b.yaml': CLEAN.replace('cpu: 100', 'cpu: 50'),
    'clusters/c.yaml': CLEAN.replace('limits:', 'limts:'),
  });
  made.commit('two');
  return made;
}

interface Done {
  readonly code: number;
  readonly stdout: string;
}

function shell(script: string, { root }: Repository, env: Readonly<Record<string, string>> = {}): Done {
  const PATH = `${program.bin}:${process.env['PATH'] ?? ''}`;
  try {
    const options = {
      cwd: root,
      env: { ...GIT_ENV, PATH, ...env },
      encoding: 'utf8',
      stdio: 'pipe',
    } as const;
    return { code: 0, stdout: execFileSync('sh', ['-e', '-c', script], options) };
  } catch (error) {
    const { status, stdout } = error as { readonly status: number; readonly stdout: string };
    return { code: status, stdout };
  }
}

describe('the recipes of docs/scale.md', () => {
  it('shards are merged', () => {
    const where = repository();
    const [one = '', two = '', merge = ''] = (BLOCKS.get('shards') ?? '').split('\n');
    // The shell goes on after findings.
    shell(`${one} || true; ${two} || true`, where);
    const whole = shell('poolwright check', where);
    expect(shell(merge, where)).toEqual(whole);
    expect(whole.code).toBe(1);
  });

  it('a matrix on GitHub', () => {
    const where = repository();
    const { jobs } = parse(BLOCKS.get('github') ?? '') as Matrix;
    const script = runOf(jobs.shard.steps, 'review');
    const shards = jobs.shard.strategy.matrix.shard;
    expect(script).toContain(`/${shards.length} `);
    for (const shard of shards) {
      const filled = script.replaceAll('${{ matrix.shard }}', String(shard));
      expect(shell(filled, where).code).toBe(0);
      shell(`mkdir -p shards; mv shard-${shard}.json shards/`, where);
    }
    expect(jobs.merge.needs).toBe('shard');
    const merged = shell(runOf(jobs.merge.steps, 'merge'), where, { GITHUB_STEP_SUMMARY: 'summary.md' });
    const whole = shell('poolwright diff HEAD^1 HEAD --format markdown', where);
    expect(merged.code).toBe(whole.code);
    expect(readFileSync(path.join(where.root, 'summary.md'), 'utf8')).toBe(whole.stdout);
  }, 60_000);

  it('parallel on GitLab', () => {
    const where = repository();
    const { shard, merge } = parse(BLOCKS.get('gitlab') ?? '') as GitLab;
    for (let i = 1; i <= shard.parallel; i++) {
      const env = { CI_NODE_INDEX: String(i), CI_NODE_TOTAL: String(shard.parallel) };
      expect(shell(shard.script.join('\n'), where, env).code).toBe(0);
    }
    const merged = shell(merge.script.join('\n'), where);
    const whole = shell('poolwright check --format gitlab', where);
    expect(merged.code).toBe(whole.code);
    expect(readFileSync(path.join(where.root, 'gl-code-quality-report.json'), 'utf8')).toBe(whole.stdout);
  }, 60_000);

  it('an Indexed Job on Kubernetes', () => {
    const where = repository();
    const { spec } = parse(BLOCKS.get('kubernetes') ?? '') as Job;
    expect(spec.completionMode).toBe('Indexed');
    const [container] = spec.template.spec.containers;
    expect(container?.command).toEqual(['sh', '-c']);
    const script = container?.args[0] ?? '';
    expect(script).toContain(`/${spec.completions} `);
    for (let i = 0; i < spec.completions; i++) {
      expect(shell(script, where, { JOB_COMPLETION_INDEX: String(i) }).code).toBe(0);
      expect(existsSync(path.join(where.root, `reports/${i}.json`))).toBe(true);
    }
    expect(shell('poolwright merge reports', where)).toEqual(shell('poolwright check', where));
  }, 60_000);

  it('a shard that cannot run fails its job', () => {
    const where = repository();
    const { shard } = parse(BLOCKS.get('gitlab') ?? '') as GitLab;
    const env = { CI_NODE_INDEX: '9', CI_NODE_TOTAL: '4' };
    expect(shell(shard.script.join('\n'), where, env).code).toBe(1);
  });
});

function runOf(steps: readonly Step[], name: string): string {
  return steps.find((step) => step.name === name)?.run ?? '';
}
