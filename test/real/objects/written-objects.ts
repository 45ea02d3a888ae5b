import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from '../../../src/compile.ts';
import { builtInProvider } from '../../../src/create-provider.ts';
import { Source } from '../../../src/diagnostics/source.ts';
import { renderCluster } from '../../../src/render/render-cluster.ts';
import { renderRehearsal } from '../../../src/render/render-rehearsal.ts';
import type { Manifest } from '../rig/api.ts';
import { type DefinitionText, definitionTexts } from './definition-texts.ts';
import { manifestsOf } from './manifests.ts';

/** An object that poolwright wrote, or would write. */
export interface WrittenObject {
  /** File or definition that it comes from. */
  readonly where: string;
  readonly object: Manifest;
}

/** Golden files that hold objects, beside those that are made from a definition that is kept, too. */
const GOLDEN = ['test/backends/cluster-autoscaler/golden', 'test/backends/karpenter-cluster-api/golden'];

export function committedObjects(): readonly WrittenObject[] {
  return objectsBelow('dist');
}

export function goldenObjects(): readonly WrittenObject[] {
  return GOLDEN.flatMap(objectsBelow);
}

export interface DefinedObjects {
  readonly objects: readonly WrittenObject[];
  /** How many definitions they are made from. */
  readonly definitions: number;
}

const provider = builtInProvider();

/** What `synth` would write of every definition in the repository that has no error. */
export function definedObjects(): DefinedObjects {
  return written(definitionTexts(), undefined);
}

/** What `synth --provider kwok` would write of the examples and of the inputs of tests. */
export function rehearsedObjects(): DefinedObjects {
  return written(definitionTexts(['clusters', 'test']), 'kwok');
}

function written(texts: readonly DefinitionText[], rehearsal: 'kwok' | undefined): DefinedObjects {
  const written = texts.map((definition) => objectsOf(definition, rehearsal));
  return { objects: written.flat(), definitions: written.filter((objects) => objects.length > 0).length };
}

/** Of one definition; none if it has an error. */
export function objectsOf(
  { where, text, defaults }: DefinitionText,
  rehearsal?: 'kwok',
): readonly WrittenObject[] {
  const { clusters, diagnostics } = compile({
    files: [
      {
        source: new Source(where, text),
        ...(defaults === undefined ? {} : { defaults: new Source(defaults.where, defaults.text) }),
        clusterName: 'example',
        origin: 'argument',
      },
    ],
    provider: () => provider,
    rehearsal,
  });
  if (diagnostics.some(({ severity }) => severity === 'error')) return [];
  return clusters
    .flatMap((cluster) => (rehearsal === undefined ? renderCluster(cluster) : renderRehearsal(cluster)))
    .filter((file) => file.path.endsWith('.yaml'))
    .flatMap((file) => manifestsOf(file.text))
    .map((object) => ({ where, object }));
}

function objectsBelow(folder: string): readonly WrittenObject[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .flatMap((where) => manifestsOf(readFileSync(where, 'utf8')).map((object) => ({ where, object })));
}
