import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blocksOf } from '../docs/markdown.ts';
import { commandLines, unknownIn } from '../docs/commands.ts';
import { splitCommand } from '../docs/world.ts';
import { clusterReview, review } from '../report/review-fixtures.ts';
import { githubServer, TOKEN } from '../forge/github-server.ts';
import { GITLAB_TOKEN, gitlabServer } from '../forge/gitlab-server.ts';
import { poolwright } from './harness.ts';

const PAGE = readFileSync('docs/comment.md', 'utf8');
const FORKS = PAGE.slice(PAGE.indexOf('## Forks'));

interface Workflow {
  readonly name?: string;
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[]; readonly if?: string }>>;
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

const yamlOf = (markdown: string) =>
  blocksOf(markdown)
    .filter(({ language }) => language === 'yaml')
    .map(({ text }) => parse(text) as Workflow);

/** The words of the `poolwright comment` that a step runs, with the variables of a shell replaced. */
function commentIn(line: string): string[] {
  const { words } = splitCommand(line.replace(/^npx poolwright /, '').replaceAll('"', ''));
  return words.map((word) => word.replace('$RUNNER_TEMP/untrusted/', ''));
}

describe('docs/comment.md', () => {
  it('shows commands and options that exist', () => {
    expect(commandLines(PAGE).length).toBeGreaterThan(8);
    expect(commandLines(PAGE).flatMap(unknownIn)).toEqual([]);
  });

  it('gives the first step for forks no rights, and lets the second run nothing of the pull request', () => {
    const [first, second] = yamlOf(FORKS);
    expect(first?.permissions).toEqual({ contents: 'read' });
    expect(first?.on).toBe('pull_request');
    expect(second?.permissions).toEqual({ actions: 'read', 'pull-requests': 'write' });
    expect(second?.on).toEqual({ workflow_run: { workflows: [first?.name], types: ['completed'] } });
    const steps = second?.jobs['comment']?.steps ?? [];
    expect(steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))).toEqual([]);
    // Beside the workspace, where `npx` looks for programs first.
    expect(steps[0]?.with?.['path']).toBe('${{ runner.temp }}/untrusted');
    // Nothing of the event gets into a shell.
    expect(steps.flatMap(({ run = [] }) => run).join()).not.toContain('${{');
  });

  it('shows commands that comment, in the environment of their CI', async () => {
    const steps = yamlOf(PAGE.replace(/```yaml\n# .gitlab-ci[^]*?```/, '')).flatMap(({ jobs }) =>
      Object.values(jobs).flatMap((job) => job.steps.flatMap(({ run = '' }) => run)),
    );
    const lines = steps.filter((line) => line.startsWith('npx poolwright comment'));
    expect(lines).toHaveLength(2);
    const files = { 'review.json': JSON.stringify(review([clusterReview()])), summary: '' };
    for (const line of lines) {
      const server = await githubServer();
      const { root, again } = await poolwright(['--version'], { files });
      const result = await again([...commentIn(line), '--settle', '0'], {
        env: {
          GITHUB_API_URL: server.baseUrl,
          GITHUB_REPOSITORY: 'acme/clusters',
          GITHUB_REF: 'refs/pull/7/merge',
          GITHUB_RUN_ID: '1',
          GITHUB_STEP_SUMMARY: `${root}/summary`,
          GITHUB_TOKEN: TOKEN,
        },
      });
      expect(result).toMatchObject({ code: 0, stdout: '' });
      expect(server.comments).toHaveLength(1);
    }
    const script =
      /^ +- (npx poolwright comment .*)$/m.exec(PAGE.slice(PAGE.indexOf('# .gitlab-ci.yml')))?.[1] ?? '';
    const server = await gitlabServer();
    const result = await poolwright([...commentIn(script), '--settle', '0'], {
      files,
      env: {
        CI_API_V4_URL: server.baseUrl,
        CI_PROJECT_ID: 'acme/clusters',
        CI_MERGE_REQUEST_IID: '3',
        CI_PIPELINE_ID: '1',
        GITLAB_TOKEN,
      },
    });
    expect(result).toMatchObject({ code: 0, stdout: '', stderr: 'created the comment (501)\n' });
  });

  it('names every variable that is read, and no other', () => {
    const read = ['comment-target', 'comment-token', 'comment-step-summary']
      .map((name) => readFileSync(`src/cli/${name}.ts`, 'utf8'))
      .join('\n');
    const pattern = /\b(?:GITHUB|GITLAB|GH|CI)_[A-Z0-9_]+\b/g;
    const inCode = new Set([...read.matchAll(pattern)].map(([name]) => name));
    const internal = [
      'GITHUB_ACTIONS',
      'GITHUB_API',
      'GITLAB_API',
      'GITHUB_STEP_SUMMARY',
      'CI_MERGE_REQUEST_SOURCE_PROJECT_ID',
    ];
    const told = new Set([...PAGE.matchAll(pattern)].map(([name]) => name));
    told.delete('CI_PIPELINE_SOURCE');
    told.delete('CI_MERGE_REQUEST_DIFF_BASE_SHA');
    told.delete('CI_MERGE_REQUEST_TARGET_BRANCH_SHA');
    expect([...told].sort()).toEqual([...inCode].filter((name) => !internal.includes(name)).sort());
  });
});
