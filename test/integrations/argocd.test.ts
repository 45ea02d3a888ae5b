import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { INTEGRATIONS, Workspace, yamlOf } from './harness.ts';

interface Plugin {
  readonly kind: string;
  readonly spec: {
    readonly generate: { readonly command: readonly string[] };
    readonly parameters: { readonly static: readonly { readonly name: string }[] };
  };
}

const SCRIPT = path.join(INTEGRATIONS, 'argocd/generate.mjs');

/** As Argo CD runs it: in the folder of the source, with its parameters. */
function generate(workspace: Workspace, parameters: unknown) {
  const text = typeof parameters === 'string' ? parameters : JSON.stringify(parameters);
  return workspace.run(process.execPath, [SCRIPT], { env: { ARGOCD_APP_PARAMETERS: text } });
}

function examples(): Workspace {
  const workspace = new Workspace();
  workspace.copy('clusters', 'clusters');
  return workspace;
}

/** The committed output of a cluster, one stream. */
function rendered(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return files
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('');
}

describe('the config management plugin of Argo CD', () => {
  it('prints the manifests of the cluster that the application names, and nothing else', () => {
    const { code, stdout } = generate(examples(), [{ name: 'cluster', string: 'production' }]);
    expect(code).toBe(0);
    expect(stdout).toBe(rendered('dist/production/karpenter'));
    for (const document of parseAllDocuments(stdout)) expect(document.errors).toEqual([]);
  });

  it('prints the tree that the application names', () => {
    const { code, stdout } = generate(examples(), [
      { name: 'cluster', string: 'edge' },
      { name: 'tree', string: 'management' },
      { name: 'definitions', array: ['clusters/edge.yaml'] },
    ]);
    expect(code).toBe(0);
    expect(stdout).toBe(rendered('dist/edge/cluster-api/management'));
  });

  it('takes an application without parameters', () => {
    const workspace = examples();
    for (const none of ['', '[]', 'null']) expect(generate(workspace, none).code).toBe(0);
  });

  it('prints no manifest when there is an error in the definition', () => {
    const workspace = examples();
    workspace.write('clusters/production.yaml', 'node_pools: { default: { requirements: [{ key: a }] } }');
    const { code, stdout, stderr } = generate(workspace, [{ name: 'cluster', string: 'production' }]);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('clusters/production.yaml');
  });

  it.each([
    ['{', 'ARGOCD_APP_PARAMETERS is no JSON'],
    ['{}', 'ARGOCD_APP_PARAMETERS is no list'],
    ['[null]', 'ARGOCD_APP_PARAMETERS has an entry that is no parameter'],
    [
      [{ name: 'clusters', string: 'a' }],
      'unknown parameter `clusters`; there are cluster, tree, definitions',
    ],
    [[{ name: 'cluster', array: ['a'] }], 'parameter `cluster` needs a text: `string`'],
    [[{ name: 'definitions', string: 'a' }], 'parameter `definitions` needs an array of texts: `array`'],
    [[{ name: 'tree', string: '--help' }], 'Allowed choices are workload, management'],
    [[{ name: 'definitions', array: ['--help'] }], 'no such file, folder or cluster: `--help`'],
  ])('refuses %j', (parameters, message) => {
    const { code, stdout, stderr } = generate(examples(), parameters);
    expect([code === 0, stdout]).toEqual([false, '']);
    expect(stderr).toContain(message);
  });

  it('announces the parameters that it takes', () => {
    const { kind, spec } = yamlOf<Plugin>('argocd/plugin.yaml');
    expect(kind).toBe('ConfigManagementPlugin');
    expect(spec.parameters.static.map(({ name }) => name)).toEqual(['cluster', 'tree', 'definitions']);
    const dockerfile = readFileSync(path.join(INTEGRATIONS, 'argocd/Dockerfile'), 'utf8');
    expect(dockerfile).toContain(`COPY generate.mjs ${spec.generate.command[1]}`);
  });
});
