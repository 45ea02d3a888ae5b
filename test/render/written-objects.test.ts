import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compile } from '../../src/compile.ts';
import { builtInProvider } from '../../src/create-provider.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { renderCluster } from '../../src/render/render-cluster.ts';
import { writtenObjects } from '../../src/render/written-objects.ts';

const provider = builtInProvider();
const clusters = readdirSync('clusters').filter((name) => name.endsWith('.yaml') && !name.startsWith('_'));

describe('writtenObjects', () => {
  it.each(clusters)('gives what is rendered for %s, object by object', (name) => {
    expectAsRendered(readFileSync(`clusters/${name}`, 'utf8'), `clusters/${name}`);
  });

  it('speaks the version of Cluster API that the definition asks for', () => {
    const objects = expectAsRendered(
      readFileSync('clusters/edge.yaml', 'utf8').replace(
        /^( +)cluster_api:\n/m,
        '$&$1  api_version: v1beta1\n',
      ),
      'clusters/edge.yaml',
    );
    expect(objects.map(({ object }) => object['apiVersion'])).toContain('cluster.x-k8s.io/v1beta1');
  });
});

function expectAsRendered(text: string, file: string) {
  const defaults = new Source('clusters/_defaults.yaml', readFileSync('clusters/_defaults.yaml', 'utf8'));
  const [compiled] = compile({
    files: [{ source: new Source(file, text), defaults, origin: 'folder' }],
    provider: () => provider,
  }).clusters;
  if (compiled === undefined || compiled.failed) throw new Error(`${file} does not compile`);
  const rendered = renderCluster(compiled)
    .filter(({ path }) => path.endsWith('.yaml') && !path.includes('values'))
    .map((one) => parse(one.text) as object);
  const objects = writtenObjects(compiled);
  expect(sorted(objects.map(({ object }) => object))).toEqual(sorted(rendered));
  return objects;
}

function sorted(objects: readonly object[]): readonly object[] {
  return objects.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf(object: object): string {
  const { kind, metadata } = object as { kind: string; metadata: { name: string } };
  return `${kind}/${metadata.name}`;
}
