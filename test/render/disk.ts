import { fileDigest } from '../../src/render/file-digest.ts';
import { type FoundCluster, type FoundEntry, TEMPORARY_ENDING } from '../../src/render/found-output.ts';
import type { OutputFile } from '../../src/render/output-file.ts';
import type { OutputPlan, OutputPlanInput } from '../../src/render/output-plan.ts';
import { RECORD_PATH, recordOf } from '../../src/render/ownership-record.ts';
import { planOutput } from '../../src/render/plan-output.ts';

/** An output folder in memory: `<cluster>/<path>` to text. */
export type Disk = Map<string, string>;

/** What `renderCluster` would return for these files. */
export function rendered(
  name: string,
  files: Readonly<Record<string, string>>,
  templates: readonly string[] = [],
) {
  const output: OutputFile[] = Object.entries(files).map(([path, text]) => ({ path, text }));
  return {
    name,
    files: [...output, recordOf({ files: output, source: `clusters/${name}.yaml`, templates })],
  };
}

export function found(disk: Disk): readonly FoundCluster[] {
  const clusters = new Map<string, { entries: FoundEntry[]; record?: string }>();
  for (const [full, text] of [...disk].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const cluster = full.slice(0, full.indexOf('/'));
    const path = full.slice(cluster.length + 1);
    const one = clusters.get(cluster) ?? { entries: [] };
    clusters.set(cluster, one);
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash);
      if (!one.entries.some((entry) => entry.path === folder)) {
        one.entries.push({ kind: 'folder', path: folder });
      }
    }
    if (path === RECORD_PATH) one.record = text;
    else if (text === '<link>') one.entries.push({ kind: 'other', path });
    else {
      one.entries.push({
        kind: 'file',
        path,
        digest: fileDigest(text),
        conflicted: text.includes('<<<<<<< '),
      });
    }
  }
  return [...clusters].map(([cluster, one]) => ({ cluster, ...one }));
}

export function plan(disk: Disk, input: Partial<OutputPlanInput>): OutputPlan {
  return planOutput({ folder: 'dist', rendered: [], failed: [], found: found(disk), ...input });
}

/** Applies a plan; returns false when it was interrupted after `limit` operations (a write is two). */
export function apply(disk: Disk, { clusters }: OutputPlan, limit = Number.POSITIVE_INFINITY): boolean {
  let left = limit;
  for (const { cluster, steps } of clusters) {
    for (const step of steps) {
      const full = `${cluster}/${step.path}`;
      if (step.kind === 'remove') {
        if (left-- <= 0) return false;
        disk.delete(full);
        continue;
      }
      const temporary = `${cluster}/${step.path}.1${TEMPORARY_ENDING}`;
      if (left-- <= 0) {
        // Killed while it was writing.
        disk.set(temporary, step.text.slice(0, step.text.length >> 1));
        return false;
      }
      if (left-- <= 0) {
        disk.set(temporary, step.text);
        return false;
      }
      disk.set(full, step.text);
    }
  }
  return true;
}

/** A run: plan and apply. Returns what it reported, as `CODE message`. */
export function run(disk: Disk, input: Partial<OutputPlanInput>): readonly string[] {
  const planned = plan(disk, input);
  apply(disk, planned);
  return planned.diagnostics.map(({ code, message }) => `${code} ${message}`);
}
