import { expect, test } from 'vitest';
import { CLEAN, type CliResult, poolwright } from '../harness.ts';

const FILES = {
  'clusters/_defaults.yaml': 'organisation: {}\n',
  'clusters/web.yaml': CLEAN.replace('limits:', 'limts:'),
  'base/web.yaml': CLEAN.replace('"33"', '"17"'),
  'clusters/other.yaml': CLEAN,
};

type Path = readonly (string | number)[];

/** Of all that is in a value; of a list, its first entry stands for the others, as does the first of a map of files. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (value === null || typeof value !== 'object') return [path];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.slice(0, 1).map((one, i) => [i, one] as const)
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, one]) => pathsIn(one, [...path, key]))];
}

const DELETED = Symbol('deleted');
const OTHERS = [DELETED, null, 'x', -1.5, 1e300, true, [], {}, [null], { x: 1 }];

function changed(report: unknown, path: Path, other: unknown): unknown {
  const copy = structuredClone(report);
  const at = path.slice(0, -1).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], copy);
  const key = path.at(-1) ?? '';
  if (other !== DELETED) (at as Record<string, unknown>)[key] = other;
  else if (Array.isArray(at)) at.splice(Number(key), 1);
  else Reflect.deleteProperty(at as object, key);
  return copy;
}

async function crashes(repository: CliResult, args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await repository.again([...args, '--format', 'json', '--shard', '1/1']);
  const report = JSON.parse(stdout) as { readonly shard?: unknown };
  expect(report.shard).toBeDefined();
  // What is an object's own is not looked at, and large.
  const paths = pathsIn(report).filter(
    (path) => path.length > 0 && !path.includes('object') && !path.includes('origins'),
  );
  expect(paths.length).toBeGreaterThan(30);
  const found: string[] = [];
  for (const [i, path] of paths.entries()) {
    // Each place meets the deletion and, in turn, two of the others.
    for (const other of new Set([DELETED, ...[0, 1].map((n) => OTHERS[1 + ((i * 2 + n) % 9)])])) {
      repository.write('s.json', JSON.stringify(changed(report, path, other)));
      const format = ['text', 'json'][i % 2] ?? '';
      const { code, stderr } = await repository.again(['merge', 's.json', '--format', format]);
      if (code > 2 || (code === 2 && !stderr.includes('s.json')))
        found.push(`${path.join('.')} = ${String(other)} (${format}): ${code} ${stderr}`);
    }
  }
  return found;
}

test.each([
  [['diff', 'base/web.yaml', 'clusters/web.yaml']],
  [['check', 'clusters']],
  [['synth', 'clusters']],
])(
  'a shard of %j with any one thing missing or of another kind is refused by its name',
  async (args) => {
    const repository = await poolwright(['--version'], { files: FILES });
    expect(await crashes(repository, args)).toEqual([]);
  },
  120_000,
);

test('a code that nobody knows is refused', async () => {
  const repository = await poolwright(['--version'], { files: FILES });
  const { stdout } = await repository.again(['check', 'clusters', '--format', 'json', '--shard', '1/1']);
  for (const code of ['##[error]x', 'toString']) {
    repository.write('s.json', stdout.replaceAll(/"code": "PW\d+"/g, JSON.stringify({ code }).slice(1, -1)));
    const { code: exit, stderr } = await repository.again(['merge', 's.json']);
    expect(exit).toBe(2);
    expect(stderr).toMatch(
      /s\.json is damaged: `\S+\.code` should be a code that this version of poolwright knows/,
    );
  }
});

test('what is damaged is named', async () => {
  const repository = await poolwright(['--version'], { files: FILES });
  const args = ['diff', 'base/web.yaml', 'clusters/web.yaml', '--format', 'json', '--shard', '1/1'];
  const report: unknown = JSON.parse((await repository.again(args)).stdout);
  const says = async (path: Path, other: unknown) => {
    repository.write('s.json', JSON.stringify(changed(report, path, other)));
    return (await repository.again(['merge', 's.json'])).stderr;
  };
  expect(await says(['shard', 'base'], DELETED)).toBe(
    'poolwright: s.json is damaged: `shard.base` should be an object\n',
  );
  expect(await says(['shard', 'of'], 10_001)).toBe(
    'poolwright: s.json is damaged: `shard.of` should be a number from 1 to 10000\n',
  );
  expect(await says(['shard', 'index'], 2)).toBe(
    'poolwright: s.json is damaged: `shard.index` should be a number from 1 to 1\n',
  );
});
