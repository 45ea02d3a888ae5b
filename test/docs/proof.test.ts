import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRecording } from '../checks/admission/corpus/store.ts';
import { NODE_VERSIONS } from '../matrix/node-binaries.ts';
import { LEAST_ADMITTED } from '../real/objects/least-admitted.ts';

/** The README says what is proved. Its figures are those of the data, its commands exist. */
const section = readFileSync('README.md', 'utf8')
  .split('\n## ')
  .find((part) => part.startsWith('What is proved'));
const manifest: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('what the README says is proved', () => {
  const rows = (section ?? '').split('\n').filter((line) => line.startsWith('| ') && !line.includes('---'));

  it('is backed by commands that exist', () => {
    expect(rows.length).toBeGreaterThan(7);
    const commands = rows.slice(1).flatMap((row) => {
      const [, , last = ''] = row.split(/(?<!\\)\|/);
      return [...last.matchAll(/`([^`]+)`/g)].map(([, command]) => command ?? '');
    });
    expect(commands.length).toBeGreaterThanOrEqual(rows.length - 1);
    const broken = commands.filter((command) => {
      const [tool = '', ...words] = command.split(' ');
      const paths = words.filter((word) => word.startsWith('test/'));
      if (paths.some((path) => !existsSync(path))) return true;
      if (tool === 'npm') return words[0] !== 'run' || manifest.scripts[words[1] ?? ''] === undefined;
      if (tool === 'npx') return words.slice(0, 2).join(' ') !== 'vitest run' || paths.length === 0;
      return tool !== '.ci/real' || paths.length === 0;
    });
    expect(broken).toEqual([]);
  });

  it('has the figures of the data', () => {
    const verdicts = readRecording();
    const kinds = new Set(verdicts.map(({ crd }) => crd));
    const cases = 'test/real/karpenter/cases';
    // An empty folder is nothing that git keeps.
    const sets = readdirSync(cases).filter((name) => readdirSync(`${cases}/${name}`).length > 0);
    const text = rows.join('\n');
    expect(text).toContain(
      `${verdicts.length.toLocaleString('en-US')} mutated objects of ${kinds.size} CRDs`,
    );
    expect(text).toContain(`${sets.length} sets of workloads`);
    const score = /\| all \| (\d+) \| (\d+) \|/.exec(readFileSync('docs/conformance.md', 'utf8'));
    expect(score?.[1]).toBe(score?.[2]);
    expect(text).toContain(`${Number(score?.[1]).toLocaleString('en-US')} scenarios`);
  });

  it('has the versions and counts of the tests', () => {
    const text = rows.join('\n');
    const majors = NODE_VERSIONS.map((version) => version.split('.')[0]);
    expect(text).toContain(`Node ${majors.slice(0, -1).join(', ')} and ${majors.at(-1)},`);
    const pinned = /k8s\.io\/kubernetes v(\S+)/.exec(readFileSync('test/real/servers/go.mod', 'utf8'))?.[1];
    expect(text).toContain(`(Kubernetes ${pinned})`);
    expect(readFileSync('test/real/rig/parts.ts', 'utf8')).toContain(`KUBERNETES = '${pinned}'`);
    expect(readFileSync('test/real/README.md', 'utf8')).toContain(`kube-apiserver and kubectl ${pinned} `);
    const least = Object.values(LEAST_ADMITTED).reduce((sum, count) => sum + count);
    const more = Number(/more than ([\d,]+) objects/.exec(text)?.[1]?.replace(',', ''));
    expect(more).toBeGreaterThan(1_000);
    expect(more).toBeLessThan(least);
  });
});
