import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readFileSync, mkdirSync } from 'node:fs';
import { Workspace, yamlOf } from './harness.ts';

const POOL = `poolwright: { zones: [eu-west-1a, eu-west-1b], region: eu-west-1, node_class: { ami: al2023@v20260715, role: r } }
node_pools:
  default:
    limits: { cpu: 100, memory: 400Gi }
    requirements: [{ key: karpenter.k8s.aws/instance-category, operator: In, values: [m] }]
`;

/** A clone with a change on top of `origin/main`. */
function clone(folder: string, change: string): Workspace {
  const workspace = new Workspace();
  workspace.write(`${folder}/web.yaml`, POOL);
  workspace.git('init', '--quiet', '--initial-branch=main');
  workspace.git('add', '--all');
  workspace.git('commit', '--quiet', '-m', 'base');
  workspace.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  workspace.write(`${folder}/web.yaml`, change);
  workspace.git('add', '--all');
  workspace.git('commit', '--quiet', '--allow-empty', '-m', 'change');
  return workspace;
}

interface Job {
  readonly script: readonly string[];
}

describe('the GitLab template', () => {
  const template = yamlOf<Record<string, unknown>>('gitlab/poolwright.gitlab-ci.yml');
  const variables = template['variables'] as Readonly<Record<string, string>>;
  /** GitLab runs the lines of a script one after another in one shell that ends at the first failure. */
  const run = (workspace: Workspace, job: string, env: Readonly<Record<string, string>> = {}) =>
    workspace.run('bash', ['-eo', 'pipefail', '-c', (template[job] as Job).script.join('\n')], {
      env: {
        ...variables,
        CI_MERGE_REQUEST_DIFF_BASE_SHA: workspace.git('rev-parse', 'origin/main'),
        CI_PROJECT_ID: '1',
        CI_MERGE_REQUEST_IID: '7',
        CI_PIPELINE_IID: '3',
        CI_API_V4_URL: 'http://127.0.0.1:9/api/v4',
        ...env,
      },
    });

  it('reviews a merge request', () => {
    const workspace = clone('clusters', POOL.replace('values: [m]', 'values: [m, r]'));
    const { code, stderr } = run(workspace, 'poolwright:review');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect(workspace.read('repository/comment.md')).toContain('default');
    expect(workspace.read('repository/review.json')).toContain('"kind": "Review"');
  });

  it('fails as the review does, after the comment', () => {
    const workspace = clone('clusters', POOL.replace('values: [m]', 'values: [M]'));
    expect(run(workspace, 'poolwright:review').code).toBe(1);
    expect(workspace.read('repository/comment.md')).toContain('PW3510');
  });

  it('reads other definitions', () => {
    const workspace = clone('k8s-clusters', POOL.replace('cpu: 100', 'cpu: 200'));
    const flags = yamlOf<{ variables: Readonly<Record<string, string>> }>(
      'gitlab/example.gitlab-ci.yml',
    ).variables;
    expect(flags).toEqual({
      POOLWRIGHT_DEFINITIONS: 'k8s-clusters',
      POOLWRIGHT_OUT: 'flux/system',
      POOLWRIGHT_FAIL_ON: 'warning',
    });
    const review = run(workspace, 'poolwright:review', { ...flags, POOLWRIGHT_FAIL_ON: 'error' });
    expect(review.code).toBe(0);
    expect(workspace.read('repository/comment.md')).toContain('limit cpu 100 → 200');
  });

  it('reports findings and stale output', () => {
    const workspace = clone('clusters', POOL);
    const stale = run(workspace, 'poolwright:findings');
    expect(stale.code).toBe(1);
    workspace.run('poolwright', ['synth']);
    expect(run(workspace, 'poolwright:findings').code).toBe(0);
    expect(Array.isArray(JSON.parse(workspace.read('repository/gl-code-quality-report.json')))).toBe(true);
  });
});

interface Task {
  readonly params: Readonly<Record<string, string>>;
  readonly inputs: readonly { readonly name: string }[];
  readonly outputs?: readonly { readonly name: string }[];
  readonly run: { readonly path: string; readonly dir?: string; readonly args: readonly string[] };
}

describe('the Concourse tasks', () => {
  /** As a worker runs it: inputs and outputs are folders side by side. */
  const run = (workspace: Workspace, file: string, params: Readonly<Record<string, string>> = {}) => {
    const task = yamlOf<Task>(`concourse/${file}`);
    const base = path.join(workspace.folder, 'build');
    mkdirSync(base);
    for (const { name } of task.outputs ?? []) mkdirSync(path.join(base, name));
    workspace.run('cp', ['-r', workspace.repository, path.join(base, 'source')]);
    return workspace.run(task.run.path, task.run.args, {
      cwd: path.join(base, task.run.dir ?? ''),
      env: {
        ...task.params,
        ...params,
      },
    });
  };

  it('review a pull request', () => {
    const workspace = clone('k8s-clusters', POOL.replace('values: [m]', 'values: [m, r]'));
    const { code, stdout } = run(workspace, 'review.yml');
    expect(code).toBe(0);
    expect(stdout).toBe(workspace.read('build/review/review.md'));
    expect(stdout).toContain('default');
    expect(workspace.read('build/review/review.json')).toContain('"kind": "Review"');
  });

  it('fail with the review', () => {
    const workspace = clone('k8s-clusters', POOL.replace('values: [m]', 'values: [M]'));
    const { code, stdout } = run(workspace, 'review.yml');
    expect(code).toBe(1);
    expect(stdout).toContain('PW3510');
  });

  it('compare with the base that the pull-request resource wrote down', () => {
    const workspace = clone('k8s-clusters', POOL.replace('values: [m]', 'values: [m, r]'));
    workspace.git('update-ref', '-d', 'refs/remotes/origin/main');
    workspace.write('.git/resource/base_sha', workspace.git('rev-parse', 'HEAD^'));
    expect(run(workspace, 'review.yml').stdout).toContain('default');
  });

  it('comment on the pull request, if there is a review', () => {
    const workspace = clone('k8s-clusters', POOL);
    workspace.write('.git/resource/pr', '7');
    workspace.write('.git/resource/head_sha', 'abc');
    expect(run(workspace, 'comment.yml').stdout).toContain('there is no review to show');
  });

  it('render flux/system and commit what changed, once', () => {
    const workspace = clone('k8s-clusters', POOL.replace('cpu: 100', 'cpu: 200'));
    const { code } = run(workspace, 'render.yml');
    expect(code).toBe(0);
    const rendered = path.join(workspace.folder, 'build/rendered');
    const { stdout } = workspace.run('git', ['show', '--stat', '--name-only', '--format=%an %s'], {
      cwd: rendered,
    });
    expect(stdout).toContain('node pools Render node pools');
    expect(stdout).toContain('flux/system/web/DO_NOT_EDIT');
    expect(stdout).toContain('flux/system/web/karpenter/nodepool-default.yaml');
    workspace.run('rm', ['-rf', workspace.repository]);
    workspace.run('cp', ['-r', rendered, workspace.repository], { cwd: workspace.folder });
    workspace.run('rm', ['-rf', path.join(workspace.folder, 'build')], { cwd: workspace.folder });
    expect(run(workspace, 'render.yml').stdout).toContain('flux/system is up to date');
  });

  it('are those of the pipeline, with the inputs and params they know', () => {
    const text = readFileSync('integrations/concourse/pipeline.yml', 'utf8');
    const pipeline = parse(text) as {
      jobs: {
        plan: {
          task?: string;
          file?: string;
          params?: object;
          input_mapping?: Readonly<Record<string, string>>;
        }[];
      }[];
    };
    const tasks = pipeline.jobs.flatMap(({ plan }) => plan.filter(({ task }) => task !== undefined));
    const [, ensured] = /ensure:\n +task: comment\n +file: (\S+)/.exec(text) ?? [];
    expect([...tasks.map(({ file }) => file), ensured]).toEqual([
      'poolwright/integrations/concourse/review.yml',
      'poolwright/integrations/concourse/render.yml',
      'poolwright/integrations/concourse/comment.yml',
    ]);
    for (const { file = '', params = {}, input_mapping: inputs = {} } of tasks) {
      const task = yamlOf<Task>(file.replace('poolwright/integrations/', ''));
      expect(Object.keys(task.params)).toEqual(expect.arrayContaining(Object.keys(params)));
      expect(task.inputs.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    }
  });
});

describe('the pre-commit hooks', () => {
  interface Hook {
    readonly id: string;
    readonly entry: string;
    readonly files: string;
    readonly pass_filenames: boolean;
    readonly language: string;
  }
  const hooks = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly Hook[];

  it('are those of the example', () => {
    const { repos } = yamlOf<{ repos: { hooks: { id: string }[] }[] }>('pre-commit/.pre-commit-config.yaml');
    expect(repos[0]?.hooks.map(({ id }) => id)).toEqual(hooks.map(({ id }) => id));
  });

  it('run for the files that matter', () => {
    const files = [
      'clusters/web.yaml',
      'clusters/web/workloads/a.yaml',
      'k8s-clusters/_defaults.yaml',
      'dist/web/a.yaml',
      'src/a.yaml',
    ];
    expect(
      hooks.map(({ files: pattern }) => files.filter((file) => new RegExp(pattern).test(file)).length),
    ).toEqual([3, 4]);
  });

  it('pass and fail with the definitions', () => {
    const workspace = clone('clusters', POOL);
    const run = ({ entry }: Hook) => workspace.run('sh', ['-c', entry]).code;
    expect(hooks.map(run)).toEqual([0, 1]);
    workspace.run('poolwright', ['synth']);
    expect(hooks.map(run)).toEqual([0, 0]);
    workspace.write('clusters/web.yaml', POOL.replace('values: [m]', 'values: [M]'));
    expect(hooks.map(run)).toEqual([1, 1]);
  });
});
