import { expect, test } from 'vitest';
import type { JsonValue } from '../../src/diagnostics/json-value.ts';
import type { CompilationJson } from '../../src/report/compilation-json.ts';
import type { PoolExplanation } from '../../src/report/explain-pool.ts';
import { CLEAN, poolwright } from './harness.ts';

const MORE = `      profile: spot
      max_monthly_usd: 500
      weight: 5
      labels: { example.com/team: web }
      startup_taints: [{ key: a/b, value: c, effect: NoExecute }]
      disruption: { budgets: [] }
`;
const SPOT = '  profiles: { spot: { expire_after: 24h } }\n';
const FILE = CLEAN.replace('karpenter:\n', `${SPOT}karpenter:\n`).replace(
  '      limits:\n',
  `${MORE}      limits:\n`,
);

/** How often each scalar occurs: order and nesting do not matter here. */
function scalars(value: JsonValue): JsonValue[] {
  if (typeof value !== 'object' || value === null) return [value];
  const children = Object.values(value).flatMap(scalars);
  return children.length === 0 ? [Array.isArray(value) ? '[]' : '{}'] : children;
}

test('explain pool has every value of both objects, with the origin that the compilation has', async () => {
  const files = { 'clusters/production.yaml': FILE };
  const explained = await poolwright(['explain', 'pool', 'production/default', '--format', 'json'], {
    files,
  });
  const { objects } = JSON.parse(explained.stdout) as PoolExplanation;
  const compiled = JSON.parse(
    (await explained.again(['synth', '--format', 'json'])).stdout,
  ) as CompilationJson;
  const emitted = compiled.clusters[0]?.objects ?? [];
  expect(emitted.map(({ object }) => object.kind)).toEqual(['EC2NodeClass', 'NodePool']);
  for (const [i, { object, origins }] of emitted.entries()) {
    const fields = objects[i]?.fields ?? [];
    expect(fields.flatMap(({ value }) => scalars(value))).toEqual(scalars(object.spec as JsonValue));
    for (const { pointer, layer, place } of fields) {
      const origin = origins[pointer];
      if (origin === undefined) continue;
      expect({ pointer, layer, ...place }).toEqual({
        pointer,
        layer: origin.layer?.kind,
        file: origin.file,
        range: origin.range,
      });
    }
  }
});

test('explain pool --fields has what no object has: profile and money limits', async () => {
  const { stdout } = await poolwright(['explain', 'pool', 'production/default', '--fields'], {
    files: { 'clusters/production.yaml': FILE },
    columns: 80,
  });
  const only = stdout.slice(
    stdout.indexOf('fields of the definition only'),
    stdout.indexOf('\nrequirements'),
  );
  expect(only).toMatch(/^line \d+ +profile: spot$/m);
  expect(only).toMatch(/^line \d+ +max_monthly_usd: 500$/m);
  expect(stdout).toMatch(/^line \d+ \(profile spot\) +expireAfter: 24h$/m);
  expect(stdout).toMatch(/^built-in set 1 +httpTokens: required$/m);
  const fields = stdout.slice(0, stdout.indexOf('instance types\n'));
  expect(fields.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
