import { type FoundCluster, TEMPORARY_ENDING } from './found-output.ts';
import { OutputFindings } from './output-findings.ts';
import { owns, RECORD_PATH } from './ownership-record.ts';
import { leftOver, mayReplace, readFound } from './own-files.ts';
import type { OutputStep, PlannedCluster, ReplaceOptions } from './output-plan.ts';

/** Plans the removal of what we wrote for a cluster that no definition mentions any more. The record goes last. */
export function planRemoval(found: FoundCluster, options: ReplaceOptions): PlannedCluster {
  const findings = new OutputFindings(`${options.folder}/${found.cluster}`);
  const record = readFound(found);
  const ours = leftOver(found, record);
  const edited = ours.filter((entry) => !mayReplace(entry, record, options));
  const foreign = found.entries.filter(
    ({ kind, path }) => kind !== 'folder' && !owns(record, path) && !path.endsWith(TEMPORARY_ENDING),
  );
  const paths = [
    ...ours
      .filter((entry) => !edited.includes(entry))
      .map(({ path }) => path)
      .sort(),
    RECORD_PATH,
  ];
  const steps: readonly OutputStep[] =
    edited.length > 0 ? [] : paths.map((path) => ({ kind: 'remove', path }));
  return {
    plan: {
      cluster: found.cluster,
      changes: paths.map((path) => ({ path, change: 'left over' })),
      unchanged: 0,
      steps,
    },
    diagnostics: [
      ...edited.map(({ path }) => findings.edited(path)),
      ...(foreign.length > 0 ? [findings.vanished(foreign.map(({ path }) => path))] : []),
    ],
  };
}
