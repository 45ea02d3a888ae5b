import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { compile } from '../../src/compile.ts';
import { builtInProvider } from '../../src/create-provider.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { renderCluster } from '../../src/render/render-cluster.ts';

/** The example clusters against their committed output: `npm run synth` writes it, a person reviews it. */
const clusters = readdirSync('clusters').filter((name) => name.endsWith('.yaml') && !name.startsWith('_'));
const defaults = source('clusters/_defaults.yaml');

describe('the example clusters', () => {
  it('are at least the three that the documentation speaks of', () => {
    expect(clusters).toEqual(expect.arrayContaining(['legacy.yaml', 'production.yaml', 'staging.yaml']));
  });

  it.each(clusters)('%s compiles without errors or warnings', (name) => {
    const found = compiled(name).diagnostics.filter(({ severity }) => severity !== 'info');
    expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  });

  it.each(clusters)('%s renders to what is committed in dist/, twice the same', (name) => {
    const files = rendered(name);
    expect(rendered(name)).toEqual(files);
    expect(files).toEqual(committed(`dist/${name.replace('.yaml', '')}`));
  });

  it.each(clusters)('%s reads the same for YAML 1.1 and 1.2 readers', (name) => {
    for (const [path, text] of Object.entries(rendered(name)).filter(([path]) => /ya?ml$/.test(path))) {
      const modern = parseAllDocuments(text).map((document) => document.toJS() as unknown);
      const dated = parseAllDocuments(text, { version: '1.1' }).map((document) => document.toJS() as unknown);
      expect(dated, path).toEqual(modern);
      expect(loadAll(text), path).toEqual(modern);
    }
  });
});

function compiled(name: string) {
  const provider = builtInProvider();
  return compile({
    files: [{ source: source(`clusters/${name}`), defaults, origin: 'folder' }],
    provider: () => provider,
  });
}

function rendered(name: string): Record<string, string> {
  const [cluster] = compiled(name).clusters;
  if (cluster === undefined) throw new Error(`${name} holds no cluster`);
  return Object.fromEntries(renderCluster(cluster).map(({ path, text }) => [path, text]));
}

function committed(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}

function source(path: string): Source {
  return new Source(path, readFileSync(path, 'utf8'));
}
