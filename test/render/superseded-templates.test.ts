import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { staleOutput } from '../../src/render/output-findings.ts';
import { readRecord } from '../../src/render/ownership-record.ts';
import { apply, type Disk, plan, rendered, run } from './disk.ts';

const RECORD = 'production/.poolwright.json';

/** Output whose only files are templates. */
function output(...names: readonly string[]) {
  const files = Object.fromEntries(names.map((name) => [`cluster-api/management/${name}.yaml`, name]));
  return { rendered: [rendered('production', files, names.map(nameOf))] };
}

function nameOf(name: string): string {
  return `AWSMachineTemplate/default/${name}`;
}

function superseded(disk: Disk): readonly string[] {
  return readRecord(disk.get(RECORD) ?? '').superseded;
}

describe('superseded templates', () => {
  it('are remembered when nothing renders them any more, from run to run', () => {
    const disk: Disk = new Map();
    run(disk, output('a', 'b'));
    expect(superseded(disk)).toEqual([]);
    run(disk, output('b', 'c'));
    expect(superseded(disk)).toEqual([nameOf('a')]);
    run(disk, output('d'));
    expect(superseded(disk)).toEqual(['a', 'b', 'c'].map(nameOf));
    expect([...disk.keys()]).toEqual([RECORD, 'production/cluster-api/management/d.yaml']);
    expect(plan(disk, output('d')).clusters[0]).toMatchObject({
      superseded: ['a', 'b', 'c'].map(nameOf),
      changes: [],
      steps: [],
    });
  });

  it('leave the list when they are rendered again', () => {
    const disk: Disk = new Map();
    run(disk, output('a'));
    run(disk, output('b'));
    run(disk, output('a'));
    expect(superseded(disk)).toEqual([nameOf('b')]);
  });

  it('are forgotten on request, but for those that are new', () => {
    const disk: Disk = new Map();
    run(disk, output('a'));
    run(disk, output('b'));
    run(disk, { ...output('c'), forgetSuperseded: true });
    expect(superseded(disk)).toEqual([nameOf('b')]);
    run(disk, { ...output('c'), forgetSuperseded: true });
    expect(superseded(disk)).toEqual([]);
    expect(disk).toEqual(fresh(output('c')));
  });

  it('make no output stale', () => {
    const disk: Disk = new Map();
    run(disk, output('a'));
    run(disk, output('b'));
    expect(staleOutput(plan(disk, output('b')), 'dist')).toEqual([]);
  });

  it('survive a merge conflict in the record', () => {
    const ours: Disk = new Map();
    run(ours, output('a'));
    const theirs: Disk = new Map(ours);
    run(ours, output('b'));
    run(theirs, output('c'));
    const merged: Disk = new Map([...ours, ...theirs]);
    merged.set(RECORD, `<<<<<<< HEAD\n${ours.get(RECORD)}=======\n${theirs.get(RECORD)}>>>>>>> x\n`);
    run(merged, output('d'));
    expect(superseded(merged)).toEqual(['a', 'b', 'c'].map(nameOf));
  });

  it('are named when the cluster goes', () => {
    const disk: Disk = new Map();
    run(disk, output('a'));
    run(disk, output('b'));
    const { clusters } = plan(disk, { removeVanished: true });
    expect(clusters[0]).toMatchObject({ vanished: true, superseded: ['a', 'b'].map(nameOf) });
  });

  it('are never lost nor in use, wherever runs stop', () => {
    const step = fc.record({
      names: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
      limit: fc.oneof(fc.nat(12), fc.constant(Number.POSITIVE_INFINITY)),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (history) => {
        const disk: Disk = new Map();
        const written = new Set<string>();
        for (const { names, limit } of history) {
          const isFinished = apply(disk, plan(disk, output(...names)), limit);
          for (const path of disk.keys()) {
            const name = /management\/(.)\.yaml$/.exec(path)?.[1];
            if (name !== undefined) written.add(nameOf(name));
          }
          if (!isFinished) continue;
          const current = new Set(names.map(nameOf));
          const listed = superseded(disk);
          expect(listed.filter((name) => current.has(name))).toEqual([]);
          expect([...written].filter((name) => !current.has(name) && !listed.includes(name))).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function fresh(input: ReturnType<typeof output>): Disk {
  const disk: Disk = new Map();
  run(disk, input);
  return disk;
}
