import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadBuiltInCatalogue } from '../../src/catalogue/built-in.ts';
import { compile } from '../../src/compile.ts';
import { Source } from '../../src/diagnostics/source.ts';
import type { Compilation } from '../../src/model/compilation.ts';
import { createAwsProvider } from '../../src/providers/aws/index.ts';
import { renderCluster } from '../../src/render/render-cluster.ts';
import { checkReport } from '../../src/report/check-report.ts';
import { sourcesOf } from '../../src/report/reporter.ts';
import { text as textReport } from '../../src/report/text.ts';

/**
 * The README shows real output. Blocks below `<!-- test: … -->` are filled in from the block marked `input`;
 * `npx vitest run -u` refreshes them.
 */
const README = readFileSync('README.md', 'utf8');
const BLOCK = /(<!-- test: (\w+) ?(.*?) -->\n```\w+\n)([\s\S]*?)(?=```\n)/g;

describe('README.md', () => {
  it('shows what really comes out', async () => {
    const input = [...README.matchAll(BLOCK)].find((match) => match[2] === 'input')?.[4] ?? '';
    expect(input).not.toBe('');
    const filled = README.replace(BLOCK, (whole: string, head: string, kind: string, rest: string) => {
      if (kind === 'output') return head + rendered(compiled(input), rest);
      if (kind === 'findings') return head + findings(input, rest);
      return whole;
    });
    await expect(filled).toMatchFileSnapshot('../../README.md');
  });
});

function compiled(text: string): Compilation {
  const provider = createAwsProvider(loadBuiltInCatalogue());
  const source = new Source('clusters/web.yaml', text);
  return compile({ files: [{ source, origin: 'argument' }], provider: () => provider });
}

function rendered(compilation: Compilation, file: string): string {
  const [cluster] = compilation.clusters;
  if (cluster === undefined || cluster.failed) throw new Error('the README’s example does not compile');
  const output = renderCluster(cluster).find((one) => one.path.endsWith(file));
  return output?.text ?? `no ${file}\n`;
}

/** `c -> C`: the report after the first `[c,` or `[c ` of a list became `C`. */
function findings(input: string, change: string): string {
  const [from, to] = change.split(' -> ');
  const broken = compiled(input.replace(`[${from},`, `[${to},`));
  const serious = { ...broken, diagnostics: broken.diagnostics.filter((found) => found.severity !== 'info') };
  return textReport(checkReport(serious), {
    version: '0',
    sources: sourcesOf(serious.diagnostics),
    columns: 110,
  });
}
