import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { staleOutput } from '../../src/render/output-findings.ts';
import type { OutputPlanInput } from '../../src/render/output-plan.ts';
import { readRecord } from '../../src/render/ownership-record.ts';
import { apply, type Disk, plan, rendered, run } from './disk.ts';

const A = 'karpenter/nodepool-a.yaml';
const B = 'karpenter/nodepool-b.yaml';
const FIRST = { rendered: [rendered('production', { DO_NOT_EDIT: '', [A]: 'a1', [B]: 'b1' })] };
const SECOND = { rendered: [rendered('production', { DO_NOT_EDIT: '', [A]: 'a2' })] };

function written(input: Partial<OutputPlanInput> = FIRST): Disk {
  const disk: Disk = new Map();
  expect(run(disk, input)).toEqual([]);
  return disk;
}

describe('planning the output', () => {
  it('writes everything into an empty folder, record first and last', () => {
    const { clusters, diagnostics } = plan(new Map(), FIRST);
    expect(diagnostics).toEqual([]);
    expect(clusters[0]?.steps.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'write .poolwright.json',
      'write DO_NOT_EDIT',
      `write ${A}`,
      `write ${B}`,
      'write .poolwright.json',
    ]);
    expect(clusters[0]?.changes.map(({ path, change }) => `${path} ${change}`)).toEqual([
      'DO_NOT_EDIT missing',
      `${A} missing`,
      `${B} missing`,
      '.poolwright.json missing',
    ]);
  });

  it('leaves on disk exactly what was rendered', () => {
    const files = FIRST.rendered[0]?.files ?? [];
    expect(written()).toEqual(new Map(files.map(({ path, text }) => [`production/${path}`, text])));
  });

  it('does nothing the second time', () => {
    expect(plan(written(), FIRST)).toEqual({
      clusters: [{ cluster: 'production', changes: [], unchanged: 4, superseded: [], steps: [] }],
      diagnostics: [],
    });
  });

  it('writes what changed and removes what nothing renders any more', () => {
    const disk = written();
    const steps = plan(disk, SECOND).clusters[0]?.steps.slice(1, -1);
    expect(steps).toEqual([
      { kind: 'write', path: A, text: 'a2' },
      { kind: 'remove', path: B },
    ]);
    run(disk, SECOND);
    expect(disk).toEqual(written(SECOND));
  });

  it('keeps foreign files without a word', () => {
    const disk = written();
    disk.set('production/karpenter/notes.txt', 'mine');
    disk.set('production/README.md', 'mine');
    expect(run(disk, SECOND)).toEqual([]);
    expect(disk.get('production/karpenter/notes.txt')).toBe('mine');
    expect(disk.get('production/README.md')).toBe('mine');
  });

  it('touches only the clusters it was given', () => {
    const disk = written();
    run(disk, { rendered: [rendered('staging', { [A]: 's' })] });
    expect(disk.get(`production/${B}`)).toBe('b1');
  });

  it('leaves a cluster with errors alone', () => {
    const disk = written();
    const before = new Map(disk);
    expect(run(disk, { ...SECOND, failed: ['production'] })).toEqual([]);
    expect(disk).toEqual(before);
  });

  it('takes a checkout with carriage returns for what it is', () => {
    const input = { rendered: [rendered('production', { [A]: 'a: 1\nb: 2\n' })] };
    const disk: Disk = new Map();
    run(disk, input);
    for (const [path, text] of disk) disk.set(path, text.replaceAll('\n', '\r\n'));
    expect(plan(disk, input).clusters[0]?.changes).toEqual([]);
  });

  it('refuses a cluster name that leaves the folder', () => {
    expect(() => plan(new Map(), { rendered: [rendered('..', {})] })).toThrow('invariant broken');
  });
});

describe('files edited by hand', () => {
  const EDITED =
    'PW6102 `dist/production/karpenter/nodepool-a.yaml` was edited by hand since poolwright wrote it';

  it('are an error, and nothing of the cluster is written', () => {
    const disk = written();
    disk.set(`production/${A}`, 'mine');
    const before = new Map(disk);
    expect(run(disk, SECOND)).toEqual([EDITED]);
    expect(disk).toEqual(before);
  });

  it('are not removed either', () => {
    const disk = written();
    disk.set(`production/${A}`, 'mine');
    expect(run(disk, { rendered: [rendered('production', { DO_NOT_EDIT: '', [B]: 'b1' })] })).toEqual([
      EDITED,
    ]);
    expect(disk.get(`production/${A}`)).toBe('mine');
  });

  it('do not hinder other clusters', () => {
    const disk = written();
    disk.set(`production/${A}`, 'mine');
    run(disk, { rendered: [...SECOND.rendered, rendered('staging', { [A]: 's' })] });
    expect(disk.get(`staging/${A}`)).toBe('s');
  });

  it('are fine when the definition has caught up', () => {
    const disk = written();
    disk.set(`production/${A}`, 'a2');
    expect(run(disk, SECOND)).toEqual([]);
    expect(disk).toEqual(written(SECOND));
  });

  it('are overwritten on request', () => {
    const disk = written();
    disk.set(`production/${A}`, 'mine');
    disk.set(`production/${B}`, 'mine');
    expect(run(disk, { ...SECOND, overwriteEdited: true })).toEqual([]);
    expect(disk).toEqual(written(SECOND));
  });

  it('deleted by hand are written again', () => {
    const disk = written();
    disk.delete(`production/${A}`);
    expect(run(disk, FIRST)).toEqual([]);
    expect(disk).toEqual(written());
  });

  it('left in conflict by a merge are nobody’s edit', () => {
    const disk = written();
    disk.set(`production/${A}`, '<<<<<<< HEAD\na1\n=======\na3\n>>>>>>> branch\n');
    expect(run(disk, SECOND)).toEqual([]);
    expect(disk).toEqual(written(SECOND));
  });

  it('emptied by a power failure are nobody’s edit', () => {
    const disk = written();
    disk.set(`production/${A}`, '');
    expect(run(disk, SECOND)).toEqual([]);
    expect(disk).toEqual(written(SECOND));
  });
});

describe('what is in the way', () => {
  it.each([
    [
      'a foreign file',
      `production/${A}`,
      'mine',
      'PW6103 `dist/production/karpenter/nodepool-a.yaml` is where poolwright would write, and poolwright did not write it',
    ],
    [
      'a folder',
      `production/${A}/x`,
      'mine',
      'PW6103 `dist/production/karpenter/nodepool-a.yaml` is a folder where poolwright would write a file',
    ],
    [
      'a link',
      `production/${A}`,
      '<link>',
      'PW6103 `dist/production/karpenter/nodepool-a.yaml` is in the way: poolwright writes plain files and folders only',
    ],
    [
      'a link in place of a folder',
      'production/karpenter',
      '<link>',
      'PW6103 `dist/production/karpenter` is in the way: poolwright writes plain files and folders only',
    ],
  ])('stays when it is %s', (_title, path, text, message) => {
    const disk: Disk = new Map([[path, text]]);
    expect(run(disk, SECOND)).toEqual([message]);
    expect(run(disk, { ...SECOND, overwriteEdited: true })).toEqual([message]);
    expect(disk).toEqual(new Map([[path, text]]));
  });

  it('is adopted when it is what we would write', () => {
    const disk: Disk = new Map([[`production/${A}`, 'a2']]);
    expect(run(disk, SECOND)).toEqual([]);
    expect(disk).toEqual(written(SECOND));
  });
});

describe('the ownership record', () => {
  it('is rebuilt from unchanged files when it is gone', () => {
    const disk = written();
    disk.delete('production/.poolwright.json');
    const { clusters } = plan(disk, FIRST);
    expect(clusters[0]?.changes).toEqual([{ path: '.poolwright.json', change: 'missing' }]);
    expect(clusters[0]?.steps).toHaveLength(1);
    run(disk, FIRST);
    expect(disk).toEqual(written());
  });

  it('still knows both sides of a merge conflict', () => {
    const ours = written(FIRST).get('production/.poolwright.json') ?? '';
    const theirs = written(SECOND).get('production/.poolwright.json') ?? '';
    const disk = written();
    disk.set('production/.poolwright.json', `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> x\n`);
    disk.set(`production/${A}`, 'a2');
    expect(run(disk, { rendered: [rendered('production', { DO_NOT_EDIT: '', [A]: 'a3' })] })).toEqual([
      'PW6106 `dist/production/.poolwright.json` could not be read and is rebuilt',
    ]);
    expect([...disk.keys()].sort()).toEqual([
      'production/.poolwright.json',
      'production/DO_NOT_EDIT',
      `production/${A}`,
    ]);
  });

  it.each([
    '',
    'null',
    '[]',
    '{"files": 1}',
    '{"apiVersion":"poolwright.dev/v1alpha1","kind":"OutputRecord","files":{"a":1}}',
    '{"apiVersion":"poolwright.dev/v1alpha1","kind":"OutputRecord","files":{},"templates":[1]}',
    '{"apiVersion":"poolwright.dev/v1alpha1","kind":"OutputRecord","files":{},"superseded":{}}',
  ])('is never trusted to be one: %j', (text) => {
    expect(readRecord(text)).toEqual({
      files: new Map(),
      pending: new Map(),
      templates: [],
      superseded: [],
      damaged: true,
    });
  });

  it('keeps the name of the definition through conflicts and interruptions', () => {
    const text = written().get('production/.poolwright.json') ?? '';
    expect(readRecord(text).source).toBe('clusters/production.yaml');
    expect(readRecord(`<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> x\n`).source).toBe(
      'clusters/production.yaml',
    );
    const moved = text.replace('clusters/', 'other/');
    expect(readRecord(`<<<<<<< HEAD\n${text}=======\n${moved}>>>>>>> x\n`).source).toBeUndefined();
    const disk = written();
    apply(disk, plan(disk, SECOND), 2);
    expect(readRecord(disk.get('production/.poolwright.json') ?? '')).toMatchObject({
      source: 'clusters/production.yaml',
      pending: new Map([[A, expect.any(String)]]),
    });
  });

  it('cannot make us remove what lies outside', () => {
    const disk = written();
    const record = disk.get('production/.poolwright.json') ?? '';
    disk.set(
      'production/.poolwright.json',
      record.replace('"files": {', '"files": {\n    "../staging/x.yaml": "sha256:0",'),
    );
    disk.set('staging/x.yaml', 'theirs');
    run(disk, FIRST);
    expect(disk.get('staging/x.yaml')).toBe('theirs');
  });

  it('tells Argo CD that it is no manifest', () => {
    expect(written().get('production/.poolwright.json')).toContain('+argocd:skip-file-rendering');
  });
});

describe('vanished clusters', () => {
  const OTHER = { rendered: [rendered('staging', { [A]: 's' })] };

  it('are removed only when everything was read', () => {
    const disk = written();
    run(disk, OTHER);
    expect(disk.has(`production/${A}`)).toBe(true);
    run(disk, { ...OTHER, removeVanished: true });
    expect([...disk.keys()].sort()).toEqual(['staging/.poolwright.json', `staging/${A}`]);
  });

  it('are kept while their definition may be read by another run', () => {
    const disk = written();
    const sources: string[] = [];
    const fateOf = (source: string) => {
      sources.push(source);
      return 'unread' as const;
    };
    expect(run(disk, { ...OTHER, removeVanished: true, fateOf })).toEqual([]);
    expect(new Set(sources)).toEqual(new Set(['clusters/production.yaml']));
    expect(disk.has(`production/${A}`)).toBe(true);
  });

  it('are kept, and reported, while their definition stands there without pools', () => {
    const disk = written();
    expect(run(disk, { ...OTHER, removeVanished: true, fateOf: () => 'silent' })).toEqual([
      'PW6105 `dist/production` is kept although `clusters/production.yaml` defines no node pools any more',
    ]);
    expect(disk.has(`production/${A}`)).toBe(true);
  });

  it('are kept while any cluster has errors: it may be the same one under a new name', () => {
    const disk = written();
    run(disk, { ...OTHER, failed: ['renamed'], removeVanished: true });
    expect(disk.has(`production/${A}`)).toBe(true);
  });

  it('leave foreign files behind, and say so', () => {
    const disk = written();
    disk.set('production/notes.txt', 'mine');
    expect(run(disk, { ...OTHER, removeVanished: true })).toEqual([
      'PW6105 `dist/production` is kept although its cluster is gone',
    ]);
    expect([...disk.keys()].filter((path) => path.startsWith('production/'))).toEqual([
      'production/notes.txt',
    ]);
  });

  it('keep edited files, and everything else with them', () => {
    const disk = written();
    disk.set(`production/${A}`, 'mine');
    expect(run(disk, { ...OTHER, removeVanished: true })).toEqual([
      'PW6102 `dist/production/karpenter/nodepool-a.yaml` was edited by hand since poolwright wrote it',
    ]);
    expect(disk.has(`production/${B}`)).toBe(true);
  });

  it('are somebody else’s folders when there is no record', () => {
    const disk: Disk = new Map([['docs/index.md', 'mine']]);
    run(disk, { ...OTHER, removeVanished: true });
    expect(disk.get('docs/index.md')).toBe('mine');
  });
});

describe('--check', () => {
  it('lists every file that is not as rendered', () => {
    const disk = written();
    disk.delete('production/DO_NOT_EDIT');
    const stale = staleOutput(plan(disk, SECOND), 'dist');
    expect(stale.map(({ code, message, span }) => `${code} ${span.source.file}: ${message}`)).toEqual([
      'PW6101 dist/production/DO_NOT_EDIT: `dist/production/DO_NOT_EDIT` is missing',
      `PW6101 dist/production/${A}: \`dist/production/${A}\` differs from what the definition renders`,
      `PW6101 dist/production/${B}: \`dist/production/${B}\` is left over: nothing renders it any more`,
      'PW6101 dist/production/.poolwright.json: `dist/production/.poolwright.json` differs from what the definition renders',
    ]);
  });

  it('names what an interrupted run left behind only where it is all that is wrong', () => {
    const disk = written();
    disk.set('production/.7-0a1b2c3d.poolwright-tmp', 'half');
    const said = () => staleOutput(plan(disk, FIRST), 'dist').map(({ message }) => message);
    expect(said()).toEqual([
      '`dist/production/.7-0a1b2c3d.poolwright-tmp` was left behind by an interrupted run',
    ]);
    disk.delete('production/DO_NOT_EDIT');
    expect(said()).toEqual(['`dist/production/DO_NOT_EDIT` is missing']);
  });

  it('has nothing to say about what is up to date', () => {
    expect(staleOutput(plan(written(), FIRST), 'dist')).toEqual([]);
  });
});

describe('an interrupted run', () => {
  it('is completed by the next, wherever it stopped', () => {
    for (let limit = 0; ; limit++) {
      const disk = written();
      const finished = apply(disk, plan(disk, SECOND), limit);
      const reported = run(disk, SECOND);
      expect(reported.filter((message) => !message.startsWith('PW6104'))).toEqual([]);
      expect(disk).toEqual(written(SECOND));
      if (finished) break;
      if (limit > 0) {
        expect(reported).toEqual(['PW6104 `dist/production` was not finished by an earlier run']);
      }
    }
  });

  it('never makes a later run see hand edits, whatever is rendered then and however often it stops', () => {
    const content = fc.dictionary(fc.constantFrom('a', 'b', 'k/c', 'k/d'), fc.constantFrom('1', '2', '3'), {
      noNullPrototype: true,
    });
    const step = fc.record({
      files: fc.option(content, { nil: undefined }),
      limit: fc.oneof(fc.nat(14), fc.constant(Number.POSITIVE_INFINITY)),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), content, (history, last) => {
        const disk: Disk = new Map([['production/mine', 'mine']]);
        const input = (files: Record<string, string> | undefined): Partial<OutputPlanInput> => ({
          rendered: files === undefined ? [] : [rendered('production', files)],
          removeVanished: true,
        });
        for (const { files, limit } of [...history, { files: last, limit: Number.POSITIVE_INFINITY }]) {
          const planned = plan(disk, input(files));
          expect(planned.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
          apply(disk, planned, limit);
        }
        const fresh: Disk = new Map([['production/mine', 'mine']]);
        run(fresh, input(last));
        expect(disk).toEqual(fresh);
      }),
      { numRuns: 500 },
    );
  });
});
