import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compilationSide } from '../../../src/cli/sides/compilation-side.ts';
import type { JsonMap, JsonValue } from '../../../src/diagnostics/json-value.ts';
import { originAt } from '../../../src/diagnostics/origin-at.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { manifestOf } from '../../../src/kubernetes/manifest-of.ts';
import type { CompiledCluster } from '../../../src/model/compilation.ts';
import { checkReport } from '../../../src/report/check-report.ts';
import { importText, manifestsOf } from '../../import/harness.ts';
import { clusterObjects } from '../../import/random-objects.ts';
import { compiledCase } from '../../plan/harness.ts';
import {
  admitted,
  compiled,
  example,
  EXAMPLES,
  only,
  OPTIONS,
  planOf,
  provider,
  saved,
  savedCluster,
  stateOf,
  workloadsOf,
} from './harness.ts';
import { atDepth } from '../../at-depth.ts';

/** Every object as data, with the lines that its values come from. */
function objects({ pools, clusterApi }: CompiledCluster): unknown {
  const all = [
    ...pools.flatMap(({ backend, nodeClass, nodePool, machines }) => [
      ...(backend === 'karpenter' ? [nodeClass] : []),
      nodePool,
      ...(machines?.objects ?? []),
    ]),
    ...(clusterApi?.objects ?? []),
  ];
  return all.flatMap((object) => {
    if (object === undefined) return [];
    const origins = [...object.origins].map(([pointer, { span }]) => {
      const { line, column } = span.source.positionAt(span.start);
      return `${pointer} ${span.source.file}:${line}:${column} ${span.source.lineText(line)}`;
    });
    return [{ object: JSON.parse(JSON.stringify(manifestOf(object))) as unknown, origins: origins.sort() }];
  });
}

/** Without the texts: a document of an older version. */
function withoutTexts(document: JsonMap): JsonMap {
  const sources = Object.entries(document['sources'] as JsonMap).map(([file, source]) => {
    const { text: _text, ...others } = source as JsonMap;
    return [file, others] as const;
  });
  return { ...document, sources: Object.fromEntries(sources) };
}

const somePool = fc.record({
  backend: fc.constantFrom('karpenter', 'cluster-autoscaler', 'karpenter-cluster-api'),
  families: fc.subarray(['m6i', 'm7i', 'c7i', 'r7i'], { minLength: 1 }),
  cpu: fc.constantFrom(16, 40, 200),
  isTainted: fc.boolean(),
  weight: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
});

function poolText(
  { backend, families, cpu, isTainted, weight }: typeof somePool extends fc.Arbitrary<infer T> ? T : never,
  i: number,
): string {
  const lines = [
    `backend: ${backend}`,
    `limits: { cpu: ${cpu}, memory: ${cpu * 4}Gi }`,
    ...(backend === 'karpenter' ? [] : ['cluster_api: { max_types: 2 }']),
    ...(isTainted ? ['taints: [{ key: only, value: them, effect: NoSchedule }]'] : []),
    ...(weight === undefined ? [] : [`weight: ${weight}`]),
    'requirements:',
    `  - { key: karpenter.k8s.aws/instance-family, operator: In, values: [${families.join(', ')}] }`,
    '  - { key: karpenter.k8s.aws/instance-cpu, operator: In, values: ["4", "8"] }',
  ];
  return `p${i}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

describe('a saved compilation', () => {
  it.each(EXAMPLES)('is the same cluster again: %s', async (name) => {
    const compilation = example(name);
    const made = only(compilation.clusters);
    const { compiled: again, notes, ...unit } = await savedCluster(saved(compilation));
    expect(notes).toEqual([]);
    expect(objects(again)).toEqual(objects(made));
    expect(admitted(again)).toEqual(admitted(made));
    expect(again.diagnostics.map(({ code, message }) => [code, message])).toEqual(
      made.diagnostics.map(({ code, message }) => [code, message]),
    );
    const workloads = workloadsOf(name);
    expect(planOf({ ...unit, compiled: again }, workloads)).toEqual(
      planOf({ compiled: made, provider }, workloads),
    );
  });

  it.each(EXAMPLES)('is the same cluster as its definition has, by identity: %s', async (name) => {
    const compilation = example(name);
    const { compiled: again } = await savedCluster(saved(compilation), stateOf(compilation));
    expect(again).toBe(only(compilation.clusters));
  });

  it('is the same for any definition', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(clusterObjects, async (given) => {
        const { text, diagnostics } = importText(manifestsOf(given));
        if (text === undefined || diagnostics.some(({ severity }) => severity === 'error')) return;
        count++;
        const compilation = compiled(text);
        const { compiled: again, notes } = await savedCluster(saved(compilation));
        expect(notes).toEqual([]);
        expect(objects(again)).toEqual(objects(only(compilation.clusters)));
        expect(admitted(again)).toEqual(admitted(only(compilation.clusters)));
      }),
      { seed: 20261123, numRuns: atDepth(40) },
    );
    expect(count).toBeGreaterThanOrEqual(atDepth(25));
  }, 120_000);

  it('is the same for any mixture of backends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(somePool, { minLength: 1, maxLength: 3 }), async (pools) => {
        const made = compiledCase({ pools: pools.map(poolText).join(''), backend: 'karpenter' });
        const compilation = { clusters: [made], diagnostics: made.diagnostics };
        const { compiled: again, notes } = await savedCluster(saved(compilation));
        expect(notes).toEqual([]);
        expect(objects(again)).toEqual(objects(made));
        expect(admitted(again)).toEqual(admitted(made));
        const objectsAlone = await savedCluster(saved(compilation, withoutTexts), stateOf(compilation));
        expect(objects(objectsAlone.compiled)).toEqual(objects(made));
      }),
      { seed: 20261124, numRuns: atDepth(20) },
    );
  }, 120_000);

  it('has the objects of the document, whatever its definition compiles to now', async () => {
    const document = saved(example('production'), (same) => replaced(same, 'expireAfter', '1h'));
    const { compiled: again, notes } = await savedCluster(document);
    const [first] = again.pools;
    expect(first?.nodePool?.spec.template.spec.expireAfter).toBe('1h');
    expect(notes?.join('\n')).toMatch(
      /^\d+ objects of saved\.json are not what this version makes of the definition in it: the objects of saved\.json are compared\.$/,
    );
    const { span } = originAt(first?.nodePool?.origins ?? new Map(), '/spec/template/spec/expireAfter');
    expect(span.source.file).toMatch(/^clusters\//);
  });

  it('says that another version wrote it', async () => {
    const document = saved(example('staging'), (same) => ({ ...same, poolwrightVersion: '0.0.9' }));
    const { notes } = await savedCluster(document);
    expect(notes).toEqual([
      'saved.json was written by poolwright 0.0.9, and this is 1.2.3: its objects are compared as they were written; types, prices and plans are those of this version.',
    ]);
  });

  it('keeps a cluster with errors as one', async () => {
    const broken = compiled('node_pools: {a: {limits: {cpu: many}}}\n');
    expect(only(broken.clusters).failed).toBe(true);
    for (const change of [(same: JsonMap) => same, withoutTexts]) {
      const { compiled: again } = await savedCluster(saved(broken, change));
      expect([again.cluster.name, again.failed]).toEqual(['web', true]);
    }
  });

  it('has the clusters of a file in one unit', async () => {
    const text =
      'poolwright: {cluster: one}\nnode_pools: {a: {}}\n---\npoolwright: {cluster: two}\nnode_pools: {a: {weight: 3}}\n';
    const side = compilationSide(new Source('saved.json', saved(compiled(text))), OPTIONS);
    const unit = only(side.units);
    expect([unit.key, unit.file, await unit.names()]).toEqual([
      'clusters/web.yaml',
      'clusters/web.yaml',
      ['one', 'two'],
    ]);
    const { clusters } = await unit.load(undefined);
    expect(clusters.map(({ compiled: { cluster } }) => cluster.name)).toEqual(['one', 'two']);
  });
});

describe('a saved compilation without texts', () => {
  it.each(EXAMPLES)('has the objects, with their lines: %s', async (name) => {
    const compilation = example(name);
    const made = only(compilation.clusters);
    const { compiled: again, notes } = await savedCluster(
      saved(compilation, withoutTexts),
      stateOf(compilation),
    );
    expect(objects(again)).toEqual(objects(made));
    expect(again.failed).toBe(false);
    expect(notes?.[0]).toMatch(/^saved\.json does not hold the text of the definition/);
    const { region, zones, karpenterVersion } = again.cluster.settings;
    expect([region?.value, zones?.map(({ value }) => value), karpenterVersion.value]).toEqual([
      made.cluster.settings.region?.value,
      made.cluster.settings.zones?.map(({ value }) => value),
      made.cluster.settings.karpenterVersion.value,
    ]);
  });

  it.each(['production', 'staging', 'legacy'])('admits and plans the same: %s', async (name) => {
    const compilation = example(name);
    const made = only(compilation.clusters);
    const unit = await savedCluster(saved(compilation, withoutTexts), stateOf(compilation));
    expect(types(unit.compiled)).toEqual(types(made));
    const workloads = workloadsOf(name);
    expect(planOf(unit, workloads)).toEqual(planOf({ compiled: made, provider }, workloads));
  });
});

function types({ pools }: CompiledCluster): unknown {
  return pools.map(({ pool, selection }) => [pool.name, selection.types.map(({ name }) => name)]);
}

function replaced(value: JsonValue, key: string, by: JsonValue): JsonMap {
  return JSON.parse(
    JSON.stringify(value, (name, child: JsonValue) =>
      name === key && typeof child === 'string' ? by : child,
    ),
  ) as JsonMap;
}

describe('what is no saved compilation is refused', () => {
  const compilation = example('staging');
  it.each<readonly [string, string]>([
    ['a CheckReport', JSON.stringify(checkReport(compilation))],
    ['another version', saved(compilation, (same) => ({ ...same, apiVersion: 'poolwright.dev/v9' }))],
    ['another group', saved(compilation, (same) => ({ ...same, apiVersion: 'v1', kind: 'List' }))],
    ['half a document', saved(compilation).slice(0, 5000)],
    ['no map', '[1]'],
    ['nothing', ''],
    ['two documents', `${saved(compilation)}\n${saved(compilation)}`],
    ['no clusters', saved(compilation, ({ clusters: _clusters, ...others }) => others)],
    ['a nameless cluster', saved(compilation, (same) => ({ ...same, clusters: [{ file: 'x' }] }))],
    [
      'a cluster without objects',
      saved(compilation, (same) => ({ ...same, clusters: [{ name: 'x', file: 'x' }] })),
    ],
    [
      'an object without a kind',
      saved(compilation, (same) => ({
        ...same,
        clusters: [replaced((same['clusters'] as JsonMap[])[0] ?? {}, 'kind', 3)],
      })),
    ],
  ])('%s', async (_title, text) => {
    const message = await savedCluster(text).then(
      () => 'accepted',
      (error: unknown) => String(error),
    );
    expect(message).toMatchSnapshot();
  });
});

it('reads what the command prints', async () => {
  const expected = readFileSync('test/e2e/synth/json/expected.txt', 'utf8');
  const document = expected.slice(expected.indexOf('{'), expected.lastIndexOf('}') + 1);
  const { compiled: again } = await savedCluster(document);
  expect(again.pools.length).toBeGreaterThan(0);
});
