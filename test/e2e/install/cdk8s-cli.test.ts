import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
let cli: string;

/** A copy of the repository: cdk8s-cli deletes the output folder before it does anything else. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'poolwright-cdk8s-cli-'));
  const copy = join(folder, 'copy');
  for (const name of [
    'cdk8s.yaml',
    'clusters',
    'constructs',
    'dist',
    'package.json',
    'src',
    'tsconfig.json',
  ]) {
    cpSync(name, join(copy, name), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const tool = join(folder, 'tool');
  run('npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--prefix',
    tool,
    'cdk8s-cli@2.207.60',
  ]);
  cli = join(tool, 'node_modules', '.bin', 'cdk8s');
  folder = copy;
});

afterAll(() => {
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
}

function synth(...args: readonly string[]): string {
  return run(cli, ['synth', '--check-upgrade=false', ...args]);
}

function contents(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(root.length), readFileSync(path, 'utf8')]));
}

describe('the real `cdk8s synth`', () => {
  it('gives the bytes that are committed', () => {
    const before = contents(join(folder, 'dist'));
    expect(synth()).toContain('dist/production/karpenter/nodepool-default.yaml');
    expect(contents(join(folder, 'dist'))).toEqual(before);
    expect(contents(join(folder, 'dist'))).toEqual(contents(resolve('dist')));
  });

  it('writes where it is told', () => {
    synth('--output', 'elsewhere');
    expect(contents(join(folder, 'elsewhere'))).toEqual(contents(resolve('dist')));
  });

  it('prints manifests and nothing else', () => {
    const kinds = synth('--stdout').match(/^kind: .*$/gm) ?? [];
    expect(new Set(kinds)).toEqual(
      new Set(
        [
          'AWSMachineTemplate',
          'CapacityQuota',
          'ClusterAPINodeClass',
          'ConfigMap',
          'EC2NodeClass',
          'MachineDeployment',
          'MachineHealthCheck',
          'NodePool',
          'NodeadmConfigTemplate',
          'Role',
          'RoleBinding',
          'ServiceAccount',
        ].map((kind) => `kind: ${kind}`),
      ),
    );
  });
});
