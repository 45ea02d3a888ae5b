import { importTexts, type ImportResult } from '../../src/cli/import-texts.ts';
import { compile } from '../../src/compile.ts';
import { builtInProvider } from '../../src/create-provider.ts';
import type { JsonMap, JsonValue } from '../../src/diagnostics/json-value.ts';
import { Source } from '../../src/diagnostics/source.ts';
import { writeYaml } from '../../src/documents/write-yaml.ts';
import type { CompiledPool } from '../../src/model/compilation.ts';

export const provider = builtInProvider();

export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: JsonMap;
}

/** Imports one text into `example.yaml`, or to nowhere. */
export function importText(text: string, nameByFile?: string): ImportResult {
  return importTexts({
    sources: [new Source('objects.yaml', text)],
    provider,
    fileName: 'example.yaml',
    nameByFile,
  });
}

/** Compiles a definition as cluster `example`. */
export function compiledPools(text: string, defaults?: string): readonly CompiledPool[] {
  const compilation = compile({
    files: [
      {
        source: new Source('example.yaml', text),
        clusterName: 'example',
        origin: 'argument',
        ...(defaults === undefined ? {} : { defaults: new Source('_defaults.yaml', defaults) }),
      },
    ],
    provider: () => provider,
  });
  return compilation.clusters.filter(({ failed }) => !failed).flatMap(({ pools }) => pools);
}

/** The objects of Karpenter's pools, each once, by kind and name. */
export function objectsOf(pools: readonly CompiledPool[]): ReadonlyMap<string, KubeObject> {
  const objects = pools.flatMap(({ nodePool, nodeClass }) => [nodePool, nodeClass]);
  return new Map(
    objects.flatMap((object) => {
      if (object === undefined) return [];
      const { apiVersion, kind, name, spec } = object;
      return [
        [`${kind}/${name}`, { apiVersion, kind, metadata: { name }, spec: spec as unknown as JsonMap }],
      ];
    }),
  );
}

/** What is applied to a cluster. */
export function manifestsOf(objects: Iterable<KubeObject>): string {
  return [...objects].map((object) => `---\n${writeYaml(object as unknown as JsonValue)}`).join('');
}

/** Codes with messages, as a test wants to read them. */
export function told({ diagnostics }: ImportResult): readonly string[] {
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}
