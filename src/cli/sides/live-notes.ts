import { alternatives } from '../../diagnostics/describe-value.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { LiveNodeClass } from '../../import/live-objects.ts';
import type { LiveObjects } from '../../import/read-live-objects.ts';
import type { NodeClassObject, Provider } from '../../model/provider.ts';
import { EXAMPLE } from './live-findings.ts';
import type { UnitCluster } from './side.ts';

export interface LiveNotesInput {
  readonly source: Source;
  readonly objects: LiveObjects;
  /** As they are compared, by name. */
  readonly classes: ReadonlyMap<string, LiveNodeClass | NodeClassObject>;
  /** That the node classes found subnets in. */
  readonly zones: readonly string[];
  /** The same cluster on the other side. */
  readonly counterpart: UnitCluster | undefined;
  readonly provider: Provider;
}

/** What is taken from elsewhere, and what is not compared. */
export function liveNotes(input: LiveNotesInput): readonly string[] {
  return [...settingsNotes(input), ...classNotes(input), ...unusedNotes(input), ...machineNotes(input)];
}

function settingsNotes({ source, zones, counterpart }: LiveNotesInput): readonly string[] {
  if (counterpart === undefined) return [];
  const { settings, source: definition } = counterpart.compiled.cluster;
  const assumed = (settings.zones ?? []).map(({ value }) => value).sort();
  const differ = assumed.length > 0 && zones.length > 0 && assumed.join() !== zones.join();
  return [
    `Region, zones, versions, prices and scenarios are not in ${source.file}: those of ${definition.file} count for both sides.`,
    ...(differ
      ? [
          `The node classes in ${source.file} have subnets in ${quoted(zones)}, but ${definition.file} lists ${quoted(assumed)}: prices and plans of both sides are for the zones of ${definition.file}.`,
        ]
      : []),
  ];
}

function classNotes({ source, objects, classes, provider }: LiveNotesInput): readonly string[] {
  const given = new Set(objects.nodeClasses.map(({ name }) => name));
  const names = [...new Set(objects.nodePools.map(({ nodeClassName }) => nodeClassName))];
  return names
    .filter((name) => !given.has(name))
    .map((name) => {
      const users = objects.nodePools.filter(({ nodeClassName }) => nodeClassName === name);
      const isUnread = objects.unreadNodeClasses.has(name);
      const nodeClass = `the ${provider.nodeClassKind} ${quoted([name])} of ${quoted(users.map((one) => one.name))}`;
      const what = isUnread
        ? `${nodeClass[0]?.toUpperCase() ?? ''}${nodeClass.slice(1)} in ${source.file} cannot be read (see PW9302)`
        : `${source.file} does not have ${nodeClass}`;
      const instead = classes.has(name)
        ? 'it is taken to be what the other side has'
        : 'it is not compared, and what may depend on it (image, disks, kubelet) is not known';
      const help = isUnread ? 'Mend it, and compare again' : `Give both: \`${EXAMPLE}\``;
      return `${what}: ${instead}. ${help}.`;
    });
}

function unusedNotes({ source, objects, provider }: LiveNotesInput): readonly string[] {
  const used = new Set(objects.nodePools.map(({ nodeClassName }) => nodeClassName));
  const names = objects.nodeClasses.map(({ name }) => name).filter((name) => !used.has(name));
  if (names.length === 0) return [];
  return [`No NodePool in ${source.file} uses the ${provider.nodeClassKind} ${quoted(names)}: not compared.`];
}

function machineNotes({ source, objects }: LiveNotesInput): readonly string[] {
  const { machineDeployments, clusterApiNodePools } = objects;
  if (machineDeployments.length + clusterApiNodePools.length === 0) return [];
  return [
    `MachineDeployments and NodePools of Cluster API in ${source.file} are not compared: what a cluster adds to them cannot be told from what was applied.`,
  ];
}

function quoted(names: readonly string[]): string {
  return alternatives(
    names.map((name) => `\`${name}\``),
    'and',
  );
}
