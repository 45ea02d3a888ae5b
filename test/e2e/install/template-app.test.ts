import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** An app as `cdk8s init typescript-app` of cdk8s-cli 2.207.60 makes it: classic module resolution, CommonJS, jest. */
const TEMPLATE = {
  'package.json': JSON.stringify({
    name: 'app',
    version: '1.0.0',
    main: 'main.js',
    types: 'main.ts',
    license: 'Apache-2.0',
    private: true,
    dependencies: { cdk8s: '2.70.106', constructs: '10.8.1' },
    devDependencies: {
      '@types/jest': '^29',
      '@types/node': '^14',
      jest: '^29',
      'ts-jest': '^29',
      'ts-node': '^10',
      typescript: '5.9.x',
    },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      alwaysStrict: true,
      declaration: true,
      experimentalDecorators: true,
      inlineSourceMap: true,
      inlineSources: true,
      lib: ['es2016'],
      module: 'CommonJS',
      noEmit: false,
      noEmitOnError: true,
      noFallthroughCasesInSwitch: true,
      noImplicitAny: true,
      noImplicitReturns: true,
      noImplicitThis: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      resolveJsonModule: true,
      strict: true,
      strictNullChecks: true,
      strictPropertyInitialization: true,
      stripInternal: true,
      target: 'ES2017',
    },
    include: ['**/*.ts'],
    exclude: ['node_modules'],
  }),
  'jest.config.js': `module.exports = {
    "roots": ["<rootDir>"],
    moduleFileExtensions: ["ts", "tsx", "js", "mjs", "cjs", "jsx", "json", "node"],
    testMatch: [ '**/*.test.ts'],
    "transform": { "^.+\\\\.tsx?$": "ts-jest" },
}
`,
  'main.test.ts': `import {MyChart} from './main';
import {Testing} from 'cdk8s';

describe('Placeholder', () => {
  test('Empty', () => {
    const app = Testing.app();
    const chart = new MyChart(app, 'test-chart');
    const results = Testing.synth(chart)
    expect(results.map((one: any) => one.kind)).toEqual(['EC2NodeClass', 'NodePool']);
  });
});
`,
  'main.ts': `import { Construct } from 'constructs';
import { App, Chart, ChartProps } from 'cdk8s';
import { Ec2NodeClass, NodePool } from 'poolwright/constructs';

export class MyChart extends Chart {
  constructor(scope: Construct, id: string, props: ChartProps = { }) {
    super(scope, id, props);

    const nodeClass = new Ec2NodeClass(this, 'class', {
      metadata: { name: 'default' },
      spec: {
        amiSelectorTerms: [{ alias: 'al2023@v20260715' }],
        role: 'KarpenterNodeRole-production',
        subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'production' } }],
        securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'production' } }],
      },
    });
    new NodePool(this, 'pool', {
      metadata: { name: 'default' },
      spec: {
        template: {
          spec: {
            nodeClassRef: nodeClass.ref,
            requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] }],
          },
        },
        limits: { cpu: '100' },
      },
    });
  }
}

const app = new App();
new MyChart(app, 'app');
app.synth();
`,
  'definition.ts': `import { App, Chart } from 'cdk8s';
import { ClusterDefinition } from 'poolwright/cdk8s';

const app = new App();
new ClusterDefinition(new Chart(app, 'definition'), 'pools', {
  clusterName: 'production',
  text: \`
poolwright: {region: eu-west-1, zones: [eu-west-1a], kubernetes_version: "1.34"}
karpenter:
  node_pools:
    default:
      node_class: {ami: al2023@v20260715}
      limits: {cpu: "100", memory: 400Gi}
      requirements:
        - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
\`,
});
app.synth();
`,
  'wrong.ts.txt': `import { NodePoolSpec } from 'poolwright/constructs';
export const spec: Partial<NodePoolSpec> = { limits: { cpu: 100 } };
`,
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'poolwright-template-'));
  for (const [name, text] of Object.entries(TEMPLATE)) writeFileSync(join(folder, name), text);
  const npm = ['install', '--no-audit', '--no-fund', '--prefer-offline'];
  const tarball = run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: process.cwd(),
  }).trim();
  run('npm', [...npm, join(folder, tarball)]);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function run(command: string, args: readonly string[], options: ExecFileSyncOptions = {}): string {
  try {
    return execFileSync(command, args, { cwd: folder, stdio: 'pipe', ...options, encoding: 'utf8' });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

function bin(name: string): string {
  return join(folder, 'node_modules', '.bin', name);
}

describe("an app made from cdk8s-cli's TypeScript template", () => {
  it('compiles against the constructs and the ClusterDefinition', () => {
    run(bin('tsc'), ['--noEmit']);
  });

  it('gets errors for what the API has not', () => {
    writeFileSync(join(folder, 'wrong.ts'), TEMPLATE['wrong.ts.txt']);
    try {
      expect(() => run(bin('tsc'), ['--noEmit'])).toThrow("Type 'number' is not assignable to type 'string'");
    } finally {
      rmSync(join(folder, 'wrong.ts'));
    }
  });

  it('runs', () => {
    run(bin('ts-node'), ['main.ts']);
    const manifest = readFileSync(join(folder, 'dist', 'app.k8s.yaml'), 'utf8');
    expect(manifest).toContain('kind: NodePool');
    expect(manifest).toContain('kind: EC2NodeClass');
  });

  it('passes its jest test, which loads CommonJS only', () => {
    run(bin('jest'), []);
  });

  it('includes a cluster definition', () => {
    run(bin('ts-node'), ['definition.ts']);
    expect(readFileSync(join(folder, 'dist', 'definition.k8s.yaml'), 'utf8')).toContain(
      'poolwright.dev/source: <text>#node_pools.default',
    );
  });
});
