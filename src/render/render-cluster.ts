import { App, Chart } from 'cdk8s';
import { invariant } from '../diagnostics/invariant.ts';
import { writeYaml } from '../documents/write-yaml.ts';
import type { CompiledCluster } from '../model/compilation.ts';
import type { JsonValue } from '../model/compiled-object.ts';
import { addClusterObjects } from './cluster-objects.ts';
import type { OutputFile } from './output-file.ts';
import { NOT_A_MANIFEST, recordOf } from './ownership-record.ts';
import { sortKeys } from './sort-keys.ts';

const FOLDER = 'karpenter/';

/**
 * A cluster's output folder: one object a file, a `kustomization.yml`, a word of warning and the ownership record, in
 * order of path. The same cluster gives the same bytes everywhere.
 */
export function renderCluster(compiled: CompiledCluster): readonly OutputFile[] {
  const objects = synthesise(compiled).map(objectFile).sort(byPath);
  const files = [...objects, kustomization(objects), { path: 'DO_NOT_EDIT', text: '' }];
  return [...files, recordOf(files, compiled.cluster.source.file)].sort(byPath);
}

/**
 * One app and one chart a cluster: cdk8s prepares and validates the whole app for every chart it renders, and its own
 * YAML is slower than ours and quotes for one kind of reader only.
 */
function synthesise(compiled: CompiledCluster): readonly JsonValue[] {
  const chart = new Chart(new App(), 'chart');
  addClusterObjects(chart, compiled);
  return chart.toJson() as JsonValue[];
}

interface Identity {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

function objectFile(object: JsonValue): OutputFile {
  const { kind, metadata } = object as unknown as Identity;
  invariant(!/[^a-z0-9-]/.test(metadata.name), `\`${metadata.name}\` is no file name`);
  return { path: `${FOLDER}${kind.toLowerCase()}-${metadata.name}.yaml`, text: document(object) };
}

/** `.yml`, because cdk8s-cli takes every `.yaml` of the output folder for a manifest. */
function kustomization(objects: readonly OutputFile[]): OutputFile {
  const text = document({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: objects.map(({ path }) => path.slice(FOLDER.length)),
  });
  // Argo CD would apply it as an object where it is told to read the folder as plain manifests.
  return { path: `${FOLDER}kustomization.yml`, text: text.replace('---\n', `---\n# ${NOT_A_MANIFEST}\n`) };
}

function document(value: JsonValue): string {
  return `---\n${writeYaml(sortKeys(value))}`;
}

function byPath(a: OutputFile, b: OutputFile): number {
  return a.path < b.path ? -1 : 1;
}
