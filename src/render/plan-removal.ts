import type { Diagnostic } from '../diagnostics/diagnostic.ts';
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
      vanished: true,
      changes: paths.map((path) => ({ path, change: 'left over' })),
      unchanged: 0,
      superseded: [...new Set([...record.templates, ...record.superseded])].sort(),
      steps,
    },
    diagnostics: [
      ...edited.map(({ path }) => findings.edited(path)),
      ...(foreign.length > 0 ? [findings.vanished(foreign.map(({ path }) => path))] : []),
    ],
  };
}

/** Output whose record does not say where it comes from: its definition may be one that this run did not read. */
export function keepUnknown({ cluster }: FoundCluster, { folder }: ReplaceOptions): PlannedCluster {
  return kept(cluster, new OutputFindings(`${folder}/${cluster}`).unknownSource());
}

/** Output of a definition that has no pools any more. Removing it would drain every node of the cluster. */
export function keepSilent(
  { cluster }: FoundCluster,
  source: string,
  { folder }: ReplaceOptions,
): PlannedCluster {
  return kept(cluster, new OutputFindings(`${folder}/${cluster}`).silentSource(source));
}

function kept(cluster: string, why: Diagnostic): PlannedCluster {
  return { plan: { cluster, changes: [], unchanged: 0, superseded: [], steps: [] }, diagnostics: [why] };
}
