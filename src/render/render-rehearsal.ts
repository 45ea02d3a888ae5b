import { invariant } from '../diagnostics/invariant.ts';
import { writeYaml } from '../documents/write-yaml.ts';
import type { CompiledCluster } from '../model/compilation.ts';
import type { CompiledObject, JsonValue } from '../model/compiled-object.ts';
import type { Rehearsal } from '../model/rehearsal.ts';
import { poolObjectMetadata } from './object-metadata.ts';
import type { OutputFile } from './output-file.ts';
import { TREE_FOLDERS } from './output-tree.ts';
import { NOT_A_MANIFEST, recordOf } from './ownership-record.ts';
import { rehearsalSettings } from './rehearsal-settings.ts';
import { sortKeys } from './sort-keys.ts';

/** Beside the folder of objects. */
const INSTANCE_TYPES = 'instance-types.json';

/**
 * A cluster's output folder for a rehearsal: objects and their list, the instance types, what Karpenter and a kind
 * cluster need to know, and the ownership record, in order of path. Nothing in it is for a real cluster. None at all where no
 * pool is rehearsed: there would be nothing to apply.
 */
export function renderRehearsal(compiled: CompiledCluster): readonly OutputFile[] {
  const { rehearsal } = compiled;
  invariant(rehearsal !== undefined, 'the cluster was compiled for a rehearsal');
  if (rehearsal.nodePools.length === 0) return [];
  const objects = rehearsalObjects(compiled, rehearsal);
  const { values, kind } = rehearsalSettings(rehearsal, INSTANCE_TYPES);
  const files = [
    ...objects,
    listOf(objects),
    { path: INSTANCE_TYPES, text: rehearsal.instanceTypes },
    {
      path: 'values.yaml',
      text: settings(values, 'Values for the Helm chart of Karpenter with its KWOK provider.'),
    },
    {
      path: 'kind.yaml',
      text: settings(kind, 'For `kind create cluster --config kind.yaml`, run in this folder.'),
    },
    { path: 'DO_NOT_EDIT', text: '' },
  ];
  const { file } = compiled.cluster.source;
  const record = recordOf({ files, source: file, templates: [], provider: rehearsal.provider });
  return [...files, record].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function rehearsalObjects(
  compiled: CompiledCluster,
  { nodeClasses, nodePools }: Rehearsal,
): readonly OutputFile[] {
  return [...nodeClasses, ...nodePools].map((object: CompiledObject) => {
    const { apiVersion, kind, name, spec } = object;
    const content = { apiVersion, kind, metadata: poolObjectMetadata(object, compiled), spec };
    return {
      path: `${TREE_FOLDERS.karpenter}${kind.toLowerCase()}-${name}.yaml`,
      text: document(content as unknown as JsonValue),
    };
  });
}

function listOf(objects: readonly OutputFile[]): OutputFile {
  const resources = objects.map(({ path }) => path.slice(TREE_FOLDERS.karpenter.length)).sort();
  const list = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources };
  return { path: `${TREE_FOLDERS.karpenter}kustomization.yml`, text: settings(list) };
}

/** Said not to be a manifest, so that nobody applies it. */
function settings(value: JsonValue, about?: string): string {
  const comment = about === undefined ? '' : `# ${about}\n`;
  return document(value).replace('---\n', `---\n# ${NOT_A_MANIFEST}\n${comment}`);
}

function document(value: JsonValue): string {
  return `---\n${writeYaml(sortKeys(value))}`;
}
