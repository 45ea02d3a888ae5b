import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { INTEGRATIONS, type Ran, Workspace } from './harness.ts';

const SCRIPT = path.join(INTEGRATIONS, 'github/review.sh');

const POOL = `poolwright: { zones: [eu-west-1a, eu-west-1b], region: eu-west-1, node_class: { ami: al2023@v20260715, role: r } }
node_pools:
  default:
    limits: { cpu: 100, memory: 400Gi }
    requirements: [{ key: karpenter.k8s.aws/instance-category, operator: In, values: [m] }]
`;

/** The checkout of a pull request: GitHub's merge commit. */
function pullRequest(change: (workspace: Workspace) => void): Workspace {
  const workspace = new Workspace();
  workspace.write('clusters/web.yaml', POOL);
  workspace.git('init', '--quiet', '--initial-branch=main');
  workspace.git('add', '--all');
  workspace.git('commit', '--quiet', '-m', 'base');
  workspace.git('checkout', '--quiet', '-b', 'change');
  change(workspace);
  workspace.git('add', '--all');
  workspace.git('commit', '--quiet', '-m', 'change');
  workspace.git('checkout', '--quiet', 'main');
  workspace.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'change');
  return workspace;
}

/** As the action runs it, with a token that no server here asks for. */
function review(workspace: Workspace, env: Readonly<Record<string, string>>): Ran {
  const event = path.join(workspace.folder, 'event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  return workspace.run('bash', [SCRIPT], {
    env: {
      RUNNER_TEMP: workspace.folder,
      GITHUB_OUTPUT: path.join(workspace.folder, 'output'),
      GITHUB_STEP_SUMMARY: path.join(workspace.folder, 'summary.md'),
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: 'example/clusters',
      GITHUB_API_URL: 'http://127.0.0.1:9',
      GITHUB_RUN_ID: '1',
      GITHUB_RUN_NUMBER: '1',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_TOKEN: 'secret-token',
      COMMENT: 'false',
      ...env,
    },
  });
}

describe('the script of the GitHub action', () => {
  it('reviews what merging changes, and writes the step summary and its output', () => {
    const workspace = pullRequest((one) =>
      one.write('clusters/web.yaml', POOL.replace('values: [m]', 'values: [m, r]')),
    );
    const { code, stdout, stderr } = review(workspace, {});
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).not.toContain('secret-token');
    expect(workspace.read('output')).toBe(
      `review=${path.join(workspace.folder, 'poolwright-review.json')}\n`,
    );
    const json = JSON.parse(workspace.read('poolwright-review.json')) as {
      kind: string;
      clusters: { name: string; change: string }[];
    };
    expect(json.kind).toBe('Review');
    expect(json.clusters.map(({ name, change }) => `${name} ${change}`)).toEqual(['web changed']);
    expect(workspace.read('summary.md')).toContain('default');
  });

  it('fails as the review does, and shows it all the same', () => {
    const workspace = pullRequest((one) =>
      one.write('clusters/web.yaml', POOL.replace('values: [m]', 'values: [M]')),
    );
    expect(review(workspace, {}).code).toBe(1);
    expect(workspace.read('summary.md')).toContain('PW3510');
  });

  it('reads the definitions that are named, each a line', () => {
    const workspace = pullRequest((one) => one.write('pools/other-one.yaml', POOL));
    const { code } = review(workspace, { DEFINITIONS: 'pools\n' });
    expect(code).toBe(0);
    const json = JSON.parse(workspace.read('poolwright-review.json')) as {
      clusters: { name: string; change: string }[];
    };
    expect(json.clusters.map(({ change }) => change)).toEqual(['added']);
  });

  it('says what is wrong where there is nothing to compare with', () => {
    const workspace = pullRequest((one) => one.write('README.md', 'nothing'));
    const { code, stderr } = review(workspace, { BASE: 'no-such-branch' });
    expect(code).toBe(2);
    expect(stderr).toContain('no-such-branch');
    expect(existsSync(path.join(workspace.folder, 'output'))).toBe(false);
  });
});
