import { App, Chart } from 'cdk8s';
import { invariant } from '../diagnostics/invariant.ts';
import { writeYaml } from '../documents/write-yaml.ts';
import type { CompiledCluster } from '../model/compilation.ts';
import type { JsonValue } from '../model/compiled-object.ts';
import { addClusterObjects, clusterApiObjects } from './cluster-objects.ts';
import type { OutputFile } from './output-file.ts';
import { AUTOSCALER_VALUES_PATH, OUTPUT_TREES, type OutputTree, TREE_FOLDERS } from './output-tree.ts';
import { NOT_A_MANIFEST, recordOf } from './ownership-record.ts';
import { sortKeys } from './sort-keys.ts';

/**
 * A cluster's output folder: one object a file, a `kustomization.yml` for each tree of objects, values for the chart of
 * the Cluster Autoscaler, a word of warning and the ownership record, in order of path. The same cluster gives the
 * same bytes everywhere.
 */
export function renderCluster(compiled: CompiledCluster): readonly OutputFile[] {
  const files = [
    ...treesOf(compiled).flatMap((tree) => renderTree(compiled, tree)),
    ...autoscalerValues(compiled),
    { path: 'DO_NOT_EDIT', text: '' },
  ];
  invariant(new Set(files.map(({ path }) => path)).size === files.length, 'two objects have one file name');
  const record = recordOf({
    files,
    source: compiled.cluster.source.file,
    templates: templateNames(compiled),
  });
  return [...files, record].sort(byPath);
}

/** Trees that hold nothing today but may tomorrow are there, so that what syncs them finds a folder. */
function treesOf({ pools }: CompiledCluster): readonly OutputTree[] {
  const hasKarpenter = pools.some(({ backend }) => backend === 'karpenter');
  const hasMachines = pools.some(({ backend }) => backend !== 'karpenter');
  return OUTPUT_TREES.filter((tree) => (tree === 'karpenter' ? hasKarpenter || !hasMachines : hasMachines));
}

function renderTree(compiled: CompiledCluster, tree: OutputTree): readonly OutputFile[] {
  const folder = TREE_FOLDERS[tree];
  const objects = synthesise(compiled, tree)
    .map((object) => objectFile(object, folder))
    .sort(byPath);
  return [...objects, kustomization(objects, folder)];
}

/**
 * One app and one chart a tree: cdk8s prepares and validates the whole app for every chart it renders, and its own YAML
 * is slower than ours and quotes for one kind of reader only.
 */
function synthesise(compiled: CompiledCluster, tree: OutputTree): readonly JsonValue[] {
  const chart = new Chart(new App(), 'chart');
  addClusterObjects(chart, compiled, tree);
  return chart.toJson() as JsonValue[];
}

interface Identity {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

function objectFile(object: JsonValue, folder: string): OutputFile {
  const { kind, metadata } = object as unknown as Identity;
  invariant(!/[^a-z0-9.-]/.test(metadata.name), `\`${metadata.name}\` is no file name`);
  return { path: `${folder}${kind.toLowerCase()}-${metadata.name}.yaml`, text: document(object) };
}

/** `.yml`, because cdk8s-cli takes every `.yaml` of the output folder for a manifest. */
function kustomization(objects: readonly OutputFile[], folder: string): OutputFile {
  const text = document({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: objects.map(({ path }) => path.slice(folder.length)),
  });
  return { path: `${folder}kustomization.yml`, text: notAManifest(text) };
}

function autoscalerValues({ clusterApi }: CompiledCluster): readonly OutputFile[] {
  const values = clusterApi?.autoscaler?.values;
  return values === undefined ? [] : [{ path: AUTOSCALER_VALUES_PATH, text: notAManifest(document(values)) }];
}

/** Argo CD would apply it as an object where it is told to read the folder as plain manifests. */
function notAManifest(text: string): string {
  return text.replace('---\n', `---\n# ${NOT_A_MANIFEST}\n`);
}

/** Objects that machines are made of; what is in them never changes, so a change brings another name. */
function templateNames(compiled: CompiledCluster): readonly string[] {
  return clusterApiObjects(compiled, 'management')
    .filter(({ kind }) => kind.endsWith('Template'))
    .map(({ kind, namespace = 'default', name }) => `${kind}/${namespace}/${name}`)
    .sort();
}

function document(value: JsonValue): string {
  return `---\n${writeYaml(sortKeys(value))}`;
}

function byPath(a: OutputFile, b: OutputFile): number {
  return a.path < b.path ? -1 : 1;
}
