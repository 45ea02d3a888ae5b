import { alternatives } from '../diagnostics/describe-value.ts';
import type { JsonMap } from '../diagnostics/json-value.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Provider } from '../model/provider.ts';
import type { DefinitionDraft } from './definition-draft.ts';
import { describeMachinePools } from './describe-machine-pools.ts';
import { describeMachineDeployment } from './describe-machines.ts';
import { describeNodePools } from './describe-node-pools.ts';
import { type Finding, finding } from './finding.ts';
import { groupMachines, type MachineGroup } from './group-machines.ts';
import type { LiveMachineDeployment } from './live-machines.ts';
import { otherVersions } from './machine-versions.ts';
import type { LiveNodeClass, LiveNodePool } from './live-objects.ts';
import { lostMachineFields } from './lost-machine-fields.ts';
import { type LiveObjects, readLiveObjects } from './read-live-objects.ts';
import { unlikeMembers } from './unlike-members.ts';

export interface ImportedObjects {
  readonly nodePools: readonly LiveNodePool[];
  /** Of the imported pools alone. */
  readonly nodeClasses: readonly LiveNodeClass[];
  /** NodePools over machines of Cluster API, those whose pool is imported. */
  readonly clusterApiNodePools: readonly LiveNodePool[];
  readonly groups: readonly MachineGroup[];
  readonly draft: DefinitionDraft;
  readonly findings: readonly Finding[];
}

/** Objects in, a definition in the making out. It has no pools if nothing could be imported, and then an error says so. */
export function importObjects(sources: readonly Source[], provider: Provider): ImportedObjects {
  const objects = readLiveObjects(sources, provider);
  const { nodePools } = objects;
  const used = new Set(nodePools.map(({ nodeClassName }) => nodeClassName));
  const machines = describedMachines(objects.machineDeployments, provider);
  const names = nodePools.map(({ name }) => name);
  const groups = groupMachines(machines.described, names);
  const grouped = new Set(groups.map(({ name }) => name));
  const clusterApiNodePools = objects.clusterApiNodePools.filter(({ name }) => grouped.has(name));
  const findings = [
    ...objects.findings,
    ...machines.findings,
    ...unlikeMembers(groups),
    ...lostMachineFields(groups),
    ...missingClasses(objects, provider),
    ...unusedClasses(objects, used),
    ...loneNodePools(objects.clusterApiNodePools, grouped),
    ...otherVersions(groups),
  ];
  const draft = merged(
    describeNodePools(nodePools, objects.nodeClasses, provider),
    describeMachinePools(groups, { nodePools: clusterApiNodePools, companions: objects.companions }),
  );
  return {
    nodePools,
    nodeClasses: objects.nodeClasses.filter(({ name }) => used.has(name)),
    clusterApiNodePools,
    groups,
    draft,
    findings: draft.pools.length === 0 ? [...findings, ...nothing(sources, findings)] : findings,
  };
}

/** Where both kinds of pools are given, what only one kind shares stays with its pools. */
function merged(nodePools: DefinitionDraft, machinePools: DefinitionDraft): DefinitionDraft {
  if (machinePools.pools.length === 0) return nodePools;
  if (nodePools.pools.length === 0) return machinePools;
  const { backend, node_class: nodeClass, ...settings } = machinePools.settings;
  const withOwn = (keys: JsonMap): JsonMap => ({
    ...(backend === undefined ? {} : { backend }),
    ...keys,
    ...(nodeClass === undefined
      ? {}
      : { node_class: { ...(nodeClass as JsonMap), ...(keys['node_class'] as JsonMap) } }),
  });
  const { node_class: shared, ...others } = nodePools.settings;
  const profile = shared === undefined ? {} : { node_class: shared };
  return {
    settings: { ...others, ...settings, ...profile },
    pools: [
      ...nodePools.pools,
      ...machinePools.pools.map(({ name, keys }) => ({ name, keys: withOwn(keys) })),
    ],
  };
}

function describedMachines(live: readonly LiveMachineDeployment[], { adoption }: Provider) {
  const findings: Finding[] = [];
  const cluster = live[0]?.clusterName;
  const described = live.flatMap((one) => {
    const at = one.span(['metadata', 'name']);
    if (one.clusterName !== cluster) {
      const message = `MachineDeployment \`${one.name}\` is not imported: it belongs to cluster \`${one.clusterName}\``;
      const help = `The others belong to \`${cluster}\`, and a definition is of one cluster. Import it by itself.`;
      findings.push(finding('PW9322', at, message, { help }));
      return [];
    }
    const machine = describeMachineDeployment(one);
    if (machine === undefined) {
      const known = adoption?.machines.kind ?? '';
      const isKnown = one.infrastructureKind === known;
      const reason = isKnown
        ? 'nothing says its instance type'
        : `its machines are of kind \`${one.infrastructureKind}\``;
      const message = `MachineDeployment \`${one.name}\` is not imported: ${reason}`;
      const help = isKnown
        ? `Give its \`${known}\` too.`
        : `Only machines of an \`${known}\` can be imported.`;
      findings.push(finding('PW9320', at, message, { help }));
    }
    return machine ?? [];
  });
  return { described, findings };
}

function missingClasses({ nodePools, nodeClasses }: LiveObjects, provider: Provider): Finding[] {
  const given = new Set(nodeClasses.map(({ name }) => name));
  const names = [...new Set(nodePools.map(({ nodeClassName }) => nodeClassName))];
  return names.flatMap((name) => {
    const users = nodePools.filter(({ nodeClassName }) => nodeClassName === name);
    const [first] = users;
    if (given.has(name) || first === undefined) return [];
    const pools = users.map((one) => one.name);
    return finding(
      'PW9308',
      first.span(['spec', 'template', 'spec', 'nodeClassRef', 'name']),
      `the ${provider.nodeClassKind} \`${name}\` of ${quotedList(pools)} is not given`,
      {
        pools,
        help: `What the definition compiles to holds a node class of that name, made of built-in values: applied, it would overwrite the one in the cluster. Give both: \`${EXAMPLE}\`.`,
      },
    );
  });
}

const EXAMPLE = 'kubectl get nodepools,ec2nodeclasses -o yaml | poolwright import -';

function unusedClasses({ nodeClasses }: LiveObjects, used: ReadonlySet<string>): Finding[] {
  return nodeClasses.flatMap(({ kind, name, span }) =>
    used.has(name)
      ? []
      : [
          finding(
            'PW9309',
            span(['metadata', 'name']),
            `${kind} \`${name}\` is not imported: no imported pool uses it`,
          ),
        ],
  );
}

function loneNodePools(nodePools: readonly LiveNodePool[], grouped: ReadonlySet<string>): Finding[] {
  return nodePools.flatMap(({ name, span }) =>
    grouped.has(name)
      ? []
      : [
          finding(
            'PW9305',
            span(['metadata', 'name']),
            `NodePool \`${name}\` is not imported: its machines come from MachineDeployments, and none of a pool of its name is given`,
            { help: 'Give the MachineDeployments with their templates, from the management cluster.' },
          ),
        ],
  );
}

function nothing([source]: readonly Source[], findings: readonly Finding[]): Finding[] {
  const isExplained = findings.some(({ diagnostic }) => diagnostic.severity === 'error');
  if (source === undefined || isExplained) return [];
  return [
    finding('PW9314', { source, start: 0, end: 0 }, 'there is no node pool to import', {
      help: `Give NodePools and their node classes, such as \`${EXAMPLE}\`, or MachineDeployments and their templates.`,
    }),
  ];
}

function quotedList(names: readonly string[]): string {
  return alternatives(
    names.map((name) => `\`${name}\``),
    'and',
  );
}
