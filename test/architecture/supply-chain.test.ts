import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = Object.entries(lock.packages).filter(([path]) => path !== '');

/** For what is shipped with the package, or installed by it: permissive ones only. */
const SHIPPED_LICENCES = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Python-2.0',
  '0BSD',
]);
/** Tools that build and test, and are not handed on. */
const TOOL_LICENCES = new Set([
  ...SHIPPED_LICENCES,
  'MIT OR Apache-2.0',
  'Apache-2.0 AND MIT',
  'BlueOak-1.0.0',
  'MPL-2.0',
]);

describe('what is installed', () => {
  it('has exact versions', () => {
    const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });

  it('is what the lock file says, by digest', () => {
    // Packages of other platforms have theirs checked where they are installed; bundled ones are part of their owner.
    const without = installed.filter(([, one]) => !one.integrity && !one.optional && !one.inBundle);
    expect(without.map(([path]) => path)).toEqual([]);
    const weak = installed.filter(([, one]) => one.integrity && !one.integrity.startsWith('sha512-'));
    expect(weak.map(([path]) => path)).toEqual([]);
  });

  it('names no place to download from', () => {
    expect(installed.filter(([, one]) => one.resolved).map(([path]) => path)).toEqual([]);
  });

  it('runs no script of anybody', () => {
    const scripts = installed.filter(([, one]) => one.hasInstallScript).map(([path]) => path);
    const allowed = Object.entries(manifest.allowScripts).map(
      ([name, may]) => `node_modules/${name}: ${may}`,
    );
    expect(scripts.map((path) => `${path}: false`).sort()).toEqual(allowed.sort());
    expect(scripts.filter((path) => !lock.packages[path]?.dev)).toEqual([]);
  });

  it('may be used and handed on', () => {
    const foreign = installed.filter(
      ([, one]) => !(one.dev ? TOOL_LICENCES : SHIPPED_LICENCES).has(one.license ?? 'none'),
    );
    expect(foreign.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });
});

describe('the package', () => {
  it('runs nothing when it is installed', () => {
    const scripts = Object.keys(manifest.scripts);
    // `prepare` runs for checkouts alone, never for the packed package.
    expect(scripts.filter((name) => /^(pre|post)?install$|^(pre|post)prepare$/.test(name))).toEqual([]);
  });
});

describe('workflows', () => {
  const folder = '.github/workflows';
  const workflows = readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { name, text, content: parse(text) as Workflow };
  });

  it.each(workflows)('$name pins every action to a commit', ({ text }) => {
    const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(0);
    expect(
      uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? '')),
    ).toEqual([]);
  });

  it('for others pin the actions of others to the same commits', () => {
    const own = new Set(workflows.flatMap(({ text }) => text.match(/actions\/.*/g) ?? []));
    const examples = ['pull-request', 'fork-review', 'fork-comment'].flatMap(
      (name) =>
        readFileSync(`integrations/github/${name}.yml`, 'utf8').match(/uses: (?!poolwright\/).*/g) ?? [],
    );
    expect(examples).toHaveLength(4);
    expect(examples.filter((uses) => !own.has(uses.replace('uses: ', '')))).toEqual([]);
  });

  it.each(workflows)('$name runs code of pull requests without rights', ({ content }) => {
    expect(Object.keys(content.on)).not.toContain('pull_request_target');
    const rights = Object.values(content.jobs).map((job) => ({
      runsCode: job.steps.some(
        ({ run, uses }) => run?.includes('.ci/') || uses?.startsWith('actions/checkout@'),
      ),
      writes: Object.values(job.permissions ?? content.permissions).some((right) => right === 'write'),
    }));
    expect(rights.filter(({ runsCode, writes }) => runsCode && writes)).toEqual([]);
    expect(rights.some(({ runsCode }) => runsCode)).toBe(true);
  });
});

interface LockEntry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Workflow {
  readonly on: object;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}
