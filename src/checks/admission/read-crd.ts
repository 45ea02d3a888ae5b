import { jsonPointer } from '../../diagnostics/json-pointer.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../../diagnostics/json-value.ts';
import type { Crd, CrdProblem, CrdVersion } from '../../model/admission.ts';
import { fieldOf, isTrue, listOf, mapOf, textOf } from './schema/read-fields.ts';

export interface CrdReading {
  /** Absent for something that is not a CRD, and for one with a fatal problem. */
  readonly crd?: Crd;
  readonly problems: readonly CrdProblem[];
}

const GROUP = 'apiextensions.k8s.io';
const NOTHING: CrdReading = { problems: [] };

/** Reads a CustomResourceDefinition of apiextensions.k8s.io/v1. Any value may come in; versions that are not served are left out. */
export function readCrd(value: JsonValue): CrdReading {
  if (!isJsonMap(value) || textOf(value, 'kind') !== 'CustomResourceDefinition') return NOTHING;
  const apiVersion = textOf(value, 'apiVersion');
  if (!apiVersion.startsWith(`${GROUP}/`)) return NOTHING;
  if (apiVersion !== `${GROUP}/v1`) {
    return fatal('/apiVersion', `Only ${GROUP}/v1 is understood; API servers no longer serve ${apiVersion}.`);
  }
  const spec = mapOf(value, 'spec');
  if (spec === undefined) return fatal('/spec', 'A CustomResourceDefinition needs a spec.');
  const names = mapOf(spec, 'names') ?? {};
  const missing = missingField(spec, names);
  if (missing !== undefined) return missing;
  const problems: CrdProblem[] = [];
  const versions = listOf(spec, 'versions').flatMap((version, index) =>
    readVersion(version, index, problems),
  );
  if (versions.length === 0 && problems.length === 0) {
    return fatal('/spec/versions', 'No version of this CustomResourceDefinition is served.');
  }
  const crd: Crd = {
    group: textOf(spec, 'group'),
    kind: textOf(names, 'kind'),
    plural: textOf(names, 'plural'),
    scope: textOf(spec, 'scope') === 'Cluster' ? 'Cluster' : 'Namespaced',
    versions: new Map(versions.map((version) => [version.name, version])),
  };
  return versions.length === 0 ? { problems } : { crd, problems };
}

function fatal(pointer: string, message: string): CrdReading {
  return { problems: [{ pointer, message, fatal: true }] };
}

function missingField(spec: JsonMap, names: JsonMap): CrdReading | undefined {
  if (textOf(spec, 'group') === '') return fatal('/spec/group', 'The group is missing.');
  if (textOf(names, 'kind') === '') return fatal('/spec/names/kind', 'The kind is missing.');
  const scope = textOf(spec, 'scope');
  if (scope === 'Cluster' || scope === 'Namespaced') return undefined;
  return fatal('/spec/scope', 'The scope has to be Cluster or Namespaced.');
}

function readVersion(value: JsonValue, index: number, problems: CrdProblem[]): CrdVersion[] {
  if (!isJsonMap(value) || !isTrue(value, 'served')) return [];
  const pointer = jsonPointer('spec', 'versions', index);
  const name = textOf(value, 'name');
  const schema = fieldOf(mapOf(value, 'schema') ?? {}, 'openAPIV3Schema');
  if (name === '' || !isJsonMap(schema)) {
    const message =
      name === '' ? 'A version without a name.' : `The version ${name} has no schema (openAPIV3Schema).`;
    problems.push({ pointer, message, fatal: true });
    return [];
  }
  const subresources = mapOf(value, 'subresources') ?? {};
  const scale = mapOf(subresources, 'scale');
  const replicas = scale === undefined ? '' : textOf(scale, 'specReplicasPath');
  return [
    {
      name,
      schema,
      schemaPointer: `${pointer}/schema/openAPIV3Schema`,
      deprecated: isTrue(value, 'deprecated'),
      hasStatus: mapOf(subresources, 'status') !== undefined,
      ...(replicas === '' ? {} : { specReplicasPath: replicas }),
    },
  ];
}
