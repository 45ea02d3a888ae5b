import { chmodSync, cpSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { INTEGRATIONS, Workspace } from './harness.ts';

const ARTIFACT = path.join(INTEGRATIONS, 'flux/artifact.sh');
const PUSH = path.join(INTEGRATIONS, 'flux/push.sh');

/** Another checkout of the same manifests: other times, another umask, another order of making. */
function checkout(workspace: Workspace, name: string, year: number): string {
  const folder = path.join(workspace.folder, name);
  cpSync('dist/production', folder, { recursive: true });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of year % 2 === 0 ? files : files.toReversed()) {
    const at = new Date(Date.UTC(year, 0, 1));
    utimesSync(path.join(folder, file), at, at);
  }
  chmodSync(path.join(folder, 'karpenter/kustomization.yml'), year % 2 === 0 ? 0o644 : 0o600);
  return folder;
}

describe('the OCI artifact for Flux', () => {
  it('is the same bytes on every build of the same manifests', () => {
    const workspace = new Workspace();
    const build = (year: number, locale: string) => {
      const folder = checkout(workspace, `checkout-${year}`, year);
      const archive = path.join(workspace.folder, `${year}.tgz`);
      const { code, stdout, stderr } = workspace.run('bash', [ARTIFACT, folder, archive], {
        env: { LANG: locale, TZ: 'Asia/Tokyo' },
      });
      expect([code, stderr]).toEqual([0, '']);
      return { digest: stdout.trim(), bytes: readFileSync(archive) };
    };
    const [one, other] = [build(2024, 'C'), build(2025, 'en_US.UTF-8')];
    expect(one.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(other.digest).toBe(one.digest);
    expect(other.bytes.equals(one.bytes)).toBe(true);
  });

  it('holds the manifests and their kustomization, and differs when a manifest does', () => {
    const workspace = new Workspace();
    const folder = checkout(workspace, 'a', 2024);
    const archive = path.join(workspace.folder, 'a.tgz');
    const before = workspace.run('bash', [ARTIFACT, folder, archive]).stdout;
    const { stdout: listing } = workspace.run('tar', ['-tzf', archive]);
    const files = listing
      .split('\n')
      .filter((line) => line !== '' && !line.endsWith('/'))
      .map((line) => line.replace('./', ''));
    const written = readdirSync('dist/production/karpenter').map((name) => `karpenter/${name}`);
    expect(files.sort()).toEqual(written.sort());
    cpSync('dist/staging/karpenter', path.join(folder, 'karpenter'), { recursive: true });
    expect(workspace.run('bash', [ARTIFACT, folder, archive]).stdout).not.toBe(before);
  });

  it('is pushed under a name that its contents decide', () => {
    const workspace = new Workspace();
    workspace.command('oras', `echo "$@" >>"${path.join(workspace.folder, 'oras.log')}"`);
    for (const year of [2024, 2025]) {
      const folder = checkout(workspace, `push-${year}`, year);
      const { code, stderr } = workspace.run('bash', [PUSH, 'registry.example.com/pools', folder]);
      expect([code, stderr]).toEqual([0, '']);
    }
    const [first, second] = workspace.read('oras.log').trim().split('\n');
    expect(first).toMatch(/^push registry\.example\.com\/pools:[0-9a-f]{12},latest --config /);
    expect(first).toContain('--annotation org.opencontainers.image.created=1970-01-01T00:00:00Z');
    expect(second).toBe(first);
  });
});

describe('the layout for Flux', () => {
  it('is flux/system/<cluster>, each with DO_NOT_EDIT', () => {
    const workspace = new Workspace();
    workspace.copy('clusters', 'k8s-clusters');
    const { code } = workspace.run('poolwright', ['synth', 'k8s-clusters', '--out', 'flux/system']);
    expect(code).toBe(0);
    const system = path.join(workspace.repository, 'flux/system');
    const clusters = readdirSync(system).sort();
    expect(clusters).toEqual(['edge', 'lab', 'legacy', 'production', 'staging']);
    for (const cluster of clusters) expect(readdirSync(path.join(system, cluster))).toContain('DO_NOT_EDIT');
  });

  it('is what the Kustomizations name', () => {
    const paths = ['from-git.yaml', 'from-oci.yaml'].flatMap((file) =>
      parseAllDocuments(readFileSync(path.join(INTEGRATIONS, 'flux', file), 'utf8')).flatMap((document) => {
        expect(document.errors).toEqual([]);
        const object = document.toJS() as { kind: string; spec: { path?: string; prune?: boolean } };
        return object.kind === 'Kustomization' ? [object.spec.path] : [];
      }),
    );
    expect(paths).toEqual(['./flux/system/production/karpenter', './karpenter']);
  });
});
