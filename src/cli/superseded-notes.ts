import type { ClusterPlan, OutputPlan } from '../render/output-plan.ts';
import { counted } from '../report/words.ts';

/** Names on one line; the record has all of them. */
const SHOWN = 4;

/** What is said of templates that are rendered no more: why they stay, how to see whether they may go, and how they go, line by line. */
export function supersededNotes({ clusters }: OutputPlan): readonly string[] {
  return clusters.flatMap(notes);
}

function notes({ cluster, superseded, vanished }: ClusterPlan): readonly string[] {
  if (superseded.length === 0) return [];
  const byNamespace = new Map<string, string[]>();
  for (const one of superseded) {
    const [kind = '', namespace = '', name = ''] = one.split('/');
    const names = byNamespace.get(namespace) ?? [];
    byNamespace.set(namespace, names);
    names.push(`${kind.toLowerCase()}/${name}`);
  }
  return [
    `${cluster}: ${counted(superseded.length, 'template')} superseded, kept in the management cluster for MachineSets that still use them`,
    ...[...byNamespace].flatMap(([namespace, names]) => [
      `  in use: kubectl -n ${namespace} get machinesets -o jsonpath='{..infrastructureRef.name} {..configRef.name}'`,
      `  delete the others: kubectl -n ${namespace} delete --ignore-not-found ${shown(names)}`,
    ]),
    // With its output goes the record of a cluster that is gone.
    ...(vanished === true ? [] : ['  then: poolwright synth --forget-superseded']),
  ];
}

function shown(names: readonly string[]): string {
  const rest = names.length - SHOWN;
  const listed = names.slice(0, rest === 1 ? names.length : SHOWN).join(' ');
  return rest > 1 ? `${listed} … (${rest} more: \`superseded\` in .poolwright.json)` : listed;
}
