import { compile } from '../../src/compile.ts';
import { builtInProvider } from '../../src/create-provider.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Compilation } from '../../src/model/compilation.ts';
import { renderCluster } from '../../src/render/render-cluster.ts';
import { checkReport } from '../../src/report/check-report.ts';
import { sourcesOf } from '../../src/report/reporter.ts';
import { text as textReport } from '../../src/report/text.ts';

/** A definition as documentation shows it, compiled with the built-in catalogue. */
export function compileDefinition(text: string, file = 'clusters/example.yaml'): Compilation {
  const provider = builtInProvider();
  const source = new Source(file, text);
  return compile({ files: [{ source, origin: 'argument' }], provider: () => provider });
}

/** The findings as `check` prints them. */
export function findingsText(compilation: Compilation): string {
  const { diagnostics } = compilation;
  return textReport(checkReport(compilation), {
    version: '0',
    sources: sourcesOf(diagnostics),
    columns: 110,
  });
}

/** What a block holds: a whole file, the keys of one pool, or those of the `poolwright` block. */
export type Part = 'definition' | 'pool' | 'settings';

/** A whole definition around a part of one. Nothing in it gives rise to a warning. */
export function wholeDefinition(part: Part, text: string): string {
  if (part === 'definition') return text;
  if (part === 'settings')
    return `poolwright:\n${indent(text, 2)}karpenter:\n  node_pools:\n${indent(POOL, 4)}`;
  return `${SETTINGS}karpenter:\n  node_pools:\n    default:\n${indent(text, 6)}`;
}

const POOL = `default:
  node_class: {ami: al2023@v20260715}
  limits: {cpu: 100, memory: 400Gi}
  requirements:
    - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
`;

const SETTINGS = `poolwright:
  region: eu-west-1
  zones: [eu-west-1a, eu-west-1b, eu-west-1c]
  kubernetes_version: "1.34"
  node_class: {ami: al2023@v20260715}
  pool_defaults:
    limits: {cpu: 100, memory: 400Gi}
    requirements:
      - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
`;

function indent(text: string, columns: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(columns));
}

/** A file of the output of the first cluster. */
export function renderedFile(compilation: Compilation, name: string): string {
  const [cluster] = compilation.clusters;
  if (cluster === undefined || cluster.failed) throw new Error(findingsText(compilation));
  const output = renderCluster(cluster).find((one) => one.path.endsWith(name));
  if (output === undefined) throw new Error(`there is no ${name}`);
  return output.text;
}
