import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { poolwright } from './harness.ts';

const ANSWERS = {
  types: 'describe-instance-types',
  offerings: 'describe-instance-type-offerings',
  spot: 'describe-spot-price-history',
  prices: 'get-products',
} as const;

/** A repository with an import of some of the recorded answers. */
async function imported(...names: readonly (keyof typeof ANSWERS)[]) {
  const files = Object.fromEntries(
    names.map((name) => [`${name}.json`, readFileSync(`test/catalogue/data/${ANSWERS[name]}.json`, 'utf8')]),
  );
  const args = ['catalogue', 'import', ...Object.keys(files), '--out', 'mine.json', '--date', '2026-09-02'];
  const result = await poolwright(args, { files });
  expect(result.code).toBe(0);
  return result;
}

const LIST = ['catalogue', 'list', '--catalogue', 'mine.json', '--where', 'instance-type In m5.large'];

describe('catalogue list', () => {
  test('shows imported spot prices with their own date beside a borrowed list', async () => {
    const { again } = await imported('spot', 'offerings');
    const { stdout } = await again([...LIST, '--region', 'eu-west-1', '--zones', 'eu-west-1a']);
    expect(stdout).toMatchInlineSnapshot(`
      "type      arch         cpu        memory  pods  on-demand $/h         spot $/h
      m5.large  amd64  1.93 of 2  6.7Gi of 8Gi    29         0.0960  proxy    0.0412

      1 instance type in eu-west-1
      cpu and memory: what pods can use, of what the machine has
      prices in USD per hour; on-demand price list of 2026-07-20, spot price history of 2026-09-01
      proxy: the catalogue has no price list of eu-west-1, that of us-east-1 stands in
      "
    `);
  });

  test('shows the cheapest zone, and where prices are assumed when zones mix', async () => {
    const { again } = await imported('spot', 'offerings');
    const { stdout } = await again([...LIST, '--region', 'eu-west-1']);
    expect(stdout).toMatchInlineSnapshot(`
      "type      arch         cpu        memory  pods  on-demand $/h         spot $/h
      m5.large  amd64  1.93 of 2  6.7Gi of 8Gi    29         0.0960  proxy    0.0384  proxy, assumed

      1 instance type in eu-west-1
      cpu and memory: what pods can use, of what the machine has
      prices in USD per hour; on-demand price list of 2026-07-20
      proxy: the catalogue has no price list of eu-west-1, that of us-east-1 stands in
      assumed: a spot price in eu-west-1c, where no history is known, is taken as 40 % of the on-demand price
      no zones are set: those that the catalogue knows are used, eu-west-1a, eu-west-1b, eu-west-1c
      "
    `);
    const json = JSON.parse((await again([...LIST, '--region', 'eu-west-1', '--format', 'json'])).stdout) as {
      readonly instanceTypes: readonly unknown[];
    };
    expect(json.instanceTypes).toMatchObject([
      {
        zones: 3,
        onDemand: { flags: ['proxy'], date: '2026-07-20' },
        spot: { flags: ['proxy', 'assumed'], zone: 'eu-west-1c', date: '2026-07-20' },
      },
    ]);
  });

  test('speaks of unnamed zones only where there are some', async () => {
    const { again } = await imported('spot', 'offerings');
    expect((await again([...LIST, '--region', 'us-east-1'])).stdout).toContain('3 unnamed ones are assumed');
    expect((await again([...LIST, '--region', 'eu-west-1'])).stdout).not.toContain('unnamed');
  });
});

describe('catalogue list, asked amiss', () => {
  test.each([
    [['--region', 'mars'], '`mars` is not named like an AWS region. Regions are named like `eu-west-1`.'],
    [['--region', 'us-esat-1'], 'Did you mean `us-east-1`?'],
    [
      ['--region', 'eu-west-1', '--zones', 'us-east-1a'],
      'zone `us-east-1a` is in `us-east-1`, and `--region` is `eu-west-1`',
    ],
    [['--zones', 'a'], '`a` is not named like an AWS zone'],
  ])('%j is refused', async (flags, message) => {
    const { code, stdout, stderr } = await poolwright(['catalogue', 'list', ...flags]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test('for a zone that nobody named points to --zones', async () => {
    const where = ['catalogue', 'list', '--where', 'zone In us-east-1a', '--limit', '1'];
    const { stderr } = await poolwright(where);
    expect(stderr).toContain('name them with `--zones`');
    expect(stderr).not.toContain('?a');
    expect((await poolwright([...where, '--zones', 'us-east-1a'])).stderr).toBe('');
  });

  test('as JSON keeps to the limit', async () => {
    const { stdout } = await poolwright(['catalogue', 'list', '--format', 'json', '--limit', '1']);
    expect((JSON.parse(stdout) as { readonly instanceTypes: unknown[] }).instanceTypes).toHaveLength(1);
  });

  test('of a catalogue that was changed says what is wrong', async () => {
    const { again, read } = await imported('prices');
    const text = read('mine.json') ?? '';
    const files = { 'mine.json': text.replace('2026-09-02', '2026-09-03') };
    const { code, stderr } = await poolwright(['catalogue', 'show', 'mine.json'], { files });
    expect((await again(['catalogue', 'show', 'mine.json'])).code).toBe(0);
    expect([code, stderr]).toEqual([
      2,
      'poolwright: mine.json cannot be used: the snapshot was changed after it was written: its digest does not match\n',
    ]);
  });
});

describe('catalogue show', () => {
  test('of an import has regions in order, dates, and what the built-in catalogue fills in', async () => {
    const { again } = await imported('types', 'offerings', 'spot', 'prices');
    const { stdout } = await again(['catalogue', 'show', 'mine.json']);
    expect(stdout.replaceAll(/sha256:[0-9a-f]{64}/g, 'sha256:…')).toMatchInlineSnapshot(`
      "mine.json catalogue of aws, 2026-09-02, 17 instance types
      sha256:…

      offerings
        offerings.json
      on-demand prices, 2026-08-28
        prices.json
      spot prices, 2026-09-01
        spot.json
      instance types
        types.json
      network bandwidth, branch interfaces, 2026-08-18
        built-in catalogue

      the rest is that of the built-in catalogue, 2026-08-18 (\`poolwright catalogue show\`)
        sha256:…
        on-demand prices of us-east-1, us-gov-east-1, us-gov-west-1
        retired types

      on-demand prices of  currency  date        types
      cn-north-1           CNY       2026-08-20      1
      eu-central-1         USD       2026-08-28      2
      us-east-1            USD       2026-07-20   1345
      us-gov-east-1        USD       2026-07-20    545
      us-gov-west-1        USD       2026-07-20    750
      Other regions: the prices of us-east-1 stand in, and are shown as a proxy.

      zone        id        types  spot prices  date
      eu-west-1a  euw1-az3      7            2  2026-09-01
      eu-west-1b  euw1-az1      6            2  2026-09-01
      eu-west-1c                5      assumed
      "
    `);
  });

  test('as JSON names the same', async () => {
    const { again } = await imported('prices');
    const { stdout } = await again(['catalogue', 'show', 'mine.json', '--format', 'json']);
    const shown = JSON.parse(stdout) as { readonly onDemandPrices: readonly { readonly region: string }[] };
    expect(shown).toMatchObject({
      kind: 'CatalogueProvenance',
      extends: {
        name: 'built-in',
        parts: [
          'instance types',
          'on-demand prices of us-east-1, us-gov-east-1, us-gov-west-1',
          'retired types',
        ],
      },
    });
    const regions = shown.onDemandPrices.map(({ region }) => region);
    expect(regions).toEqual(regions.toSorted());
  });
});

test('catalogue import says how to ask for current spot prices', async () => {
  const { stdout } = await poolwright(['catalogue', 'import', '--help']);
  expect(stdout).toMatch(/describe-spot-price-history [^>]*--start-time [^>]*> spot\.json/);
  expect(stdout).toMatch(/newest spot price counts/);
});
