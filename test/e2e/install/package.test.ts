import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What `.ci/package` leaves for a release, made in two checkouts in different folders, time zones, locales and umasks. */
describe('.ci/package', () => {
  let scratch = '';
  const outs: string[] = [];

  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'poolwright-package-'));
    const places = [
      { name: 'one', umask: '022', env: { TZ: 'UTC', LC_ALL: 'C' } },
      {
        name: 'another folder/two',
        umask: '077',
        env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8' },
      },
    ];
    for (const { name, umask, env } of places) {
      const checkout = join(scratch, name);
      const out = join(scratch, `out ${outs.length}`);
      mkdirSync(checkout, { recursive: true });
      execFileSync('sh', ['-c', `umask ${umask} && git clone --quiet . "$0"`, checkout]);
      // As `npm ci --ignore-scripts` leaves it; linked, because installing twice would take most of the time.
      execFileSync('cp', ['-al', 'node_modules', checkout]);
      execFileSync('sh', ['-c', `umask ${umask} && exec bash .ci/package "$0"`, out], {
        cwd: checkout,
        env: { ...process.env, ...env },
        stdio: 'pipe',
      });
      outs.push(out);
    }
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  const text = (name: string, out = outs[0]) => readFileSync(join(String(out), name), 'utf8');
  const list = () => readdirSync(String(outs[0])).sort();
  const tar = (...args: readonly string[]) =>
    execFileSync('tar', args, { cwd: String(outs[0]), encoding: 'utf8', maxBuffer: 1 << 26 });

  it('makes the same bytes twice', () => {
    const archive = list().find((name) => name.endsWith('.tgz'));
    expect(list()).toEqual(['SHA256SUMS', archive, 'sbom.cdx.json']);
    expect(text('SHA256SUMS', outs[1])).toBe(text('SHA256SUMS'));
  });

  it('packs the program and its documents, and nothing that tests or builds', () => {
    const names = tar('--list', '--file', String(list()[1])).trim().split('\n');
    const top = new Set(names.map((name) => name.split('/').slice(0, 2).join('/')));
    expect([...top].sort()).toEqual([
      'package/CHANGELOG.md',
      'package/LICENSE',
      'package/README.md',
      'package/constructs',
      'package/docs',
      'package/integrations',
      'package/lib',
      'package/package.json',
    ]);
    expect(names.filter((name) => /\.test\.|node_modules|\.tsbuildinfo/.test(name))).toEqual([]);
  });

  it('lists what installing brings, with licence and digest', () => {
    const bom = JSON.parse(text('sbom.cdx.json'));
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const parts = bom.components.map(
      ({ name, version }: { name: string; version: string }) => `${name}@${version}`,
    );
    expect(bom.metadata.component.name).toBe('poolwright');
    for (const [name, version] of Object.entries(dependencies)) expect(parts).toContain(`${name}@${version}`);
    expect(parts).not.toContain(
      parts.find((part: string) => /^(vitest|typescript|esbuild)@/.test(part)) ?? 'none',
    );
    // With what npm really installs of the package (its peers at the versions that are tested) `template-app.test.ts` runs.
    for (const part of bom.components) {
      expect(part.licenses.length, part.name).toBeGreaterThan(0);
      const isBundled = part.properties?.some(({ name }: { name: string }) => name.endsWith(':bundled'));
      if (!isBundled) expect(part.hashes[0].alg, part.name).toBe('SHA-512');
    }
    expect(parts.some((part: string) => part.startsWith('cdk8s@'))).toBe(true);
  });
});
