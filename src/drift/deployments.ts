import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import type { CompiledMachines, CompiledPool } from '../model/compilation.ts';
import type { CompiledObject } from '../model/compiled-object.ts';

/** A MachineDeployment, or the entry of a topology that becomes one. */
export interface Deployment {
  /** Of the node group. */
  readonly name: string;
  /** What nobody can change of it: with another value, it is another one. */
  readonly place: DeploymentPlace;
  /** The parts of the spec at whose change Cluster API makes new machines; the rest it changes in place. */
  readonly rolling: JsonMap;
  /** Keys to these parts. */
  readonly within: readonly string[];
  /** `rollout` of its spec. */
  readonly rollout?: JsonValue;
  readonly object?: CompiledObject;
  /** Templates by kind and name. */
  readonly templates: ReadonlyMap<string, CompiledObject>;
}

export interface DeploymentPlace {
  readonly namespace: string;
  /** Of the Cluster. Of a topology's entries none: they stand in it. */
  readonly clusterName?: string;
}

/** By what identifies them. */
export function deploymentsOf({ machines }: CompiledPool): ReadonlyMap<string, Deployment> {
  if (machines === undefined) return new Map();
  const found = machines.topology === undefined ? fromObjects(machines) : fromTopology(machines);
  return new Map(
    found.map((one) => [[one.place.namespace, one.place.clusterName ?? '', one.name].join('/'), one]),
  );
}

const ROLLING = ['version', 'failureDomain', 'bootstrap', 'infrastructureRef'];
const ROLLING_IN_TOPOLOGY = ['class', 'failureDomain', 'variables'];

function fromObjects({ objects }: CompiledMachines): readonly Deployment[] {
  const templates = new Map(
    objects.map((one): [string, CompiledObject] => [`${one.kind}/${one.name}`, asObject(one)]),
  );
  return objects
    .filter(({ kind }) => kind === 'MachineDeployment')
    .map((object) => {
      const spec = mapOf(object.spec);
      return {
        name: object.name,
        place: placeOf(object, spec),
        rolling: picked(mapOf(mapOf(spec['template'])['spec']), ROLLING),
        within: ['spec', 'template', 'spec'],
        ...rolloutOf(spec),
        object: asObject(object),
        templates,
      };
    });
}

function placeOf({ namespace = '' }: CompiledMachines['objects'][number], spec: JsonMap): DeploymentPlace {
  const { clusterName } = spec;
  return { namespace, ...(typeof clusterName === 'string' ? { clusterName } : {}) };
}

function asObject(object: CompiledMachines['objects'][number]): CompiledObject {
  return { ...object, pool: object.pool ?? '' };
}

/** Entries stand in the order of the node groups. */
function fromTopology({ topology = [], nodeGroups }: CompiledMachines): readonly Deployment[] {
  return topology.flatMap((entry, i) => {
    const group = nodeGroups[i];
    if (group === undefined || !isJsonMap(entry)) return [];
    return [
      {
        name: group.name,
        place: { namespace: group.id.split('/')[1] ?? '' },
        rolling: picked(entry, ROLLING_IN_TOPOLOGY),
        within: [],
        ...rolloutOf(entry),
        templates: new Map<string, CompiledObject>(),
      },
    ];
  });
}

function rolloutOf(spec: JsonMap): Pick<Deployment, 'rollout'> {
  return spec['rollout'] === undefined ? {} : { rollout: spec['rollout'] };
}

function picked(map: JsonMap, keys: readonly string[]): JsonMap {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = map[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function mapOf(value: unknown): JsonMap {
  return isJsonMap(value) ? value : {};
}
