import { alternatives } from '../diagnostics/describe-value.ts';
import type { DescribedMachine } from './describe-machines.ts';
import { type Finding, finding } from './finding.ts';
import type { MachineGroup } from './group-machines.ts';

/** The Kubernetes version of a definition, which has one for all pools: the newest, `1.34.10` after `1.34.2`. */
export function newestVersion(groups: readonly MachineGroup[]): string | undefined {
  return versionsOf(groups)[0];
}

/** Which machines get another version than they have. */
export function otherVersions(groups: readonly MachineGroup[]): readonly Finding[] {
  const [newest, ...others] = versionsOf(groups);
  const older = new Set(others);
  const changed = groups.map(({ name, machines }) => ({
    name,
    machines: machines.filter((one) => older.has(versionOf(one) ?? '')),
  }));
  const pools = changed.filter(({ machines }) => machines.length > 0).map(({ name }) => name);
  const [first] = changed.flatMap(({ machines }) => machines);
  if (newest === undefined || first === undefined) return [];
  const all = alternatives(
    [...others].reverse().map((version) => `\`${version}\``),
    'and',
  );
  const which =
    pools.length === 1 ? `pool \`${pools[0]}\`` : `pools ${alternatives(pools.map(quoted), 'and')}`;
  return [
    finding(
      'PW9310',
      first.live.span(['spec', 'template', 'spec', 'version']),
      `${which}: machines of Kubernetes ${all} become \`${newest}\`, which replaces them`,
      {
        pools,
        help: 'A definition has one `kubernetes_version` for all its pools, and takes the newest. Import the others by themselves, or upgrade them first.',
      },
    ),
  ];
}

function quoted(name: string): string {
  return `\`${name}\``;
}

/** Each once, the newest first. */
function versionsOf(groups: readonly MachineGroup[]): readonly string[] {
  const all = groups.flatMap(({ machines }) => machines.flatMap((one) => versionOf(one) ?? []));
  return [...new Set(all)].sort((a, b) => -compareVersions(a, b));
}

/** `1.34.2` of `v1.34.2`. */
function versionOf({ live }: DescribedMachine): string | undefined {
  const template = live.spec['template'] as { readonly spec?: { readonly version?: unknown } } | undefined;
  const version = template?.spec?.version;
  return typeof version === 'string' ? version.replace(/^v/, '') : undefined;
}

/** Number by number; where all are the same (builds of one release), as text. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => (version.split(/[-+]/)[0] ?? '').split('.').map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}
