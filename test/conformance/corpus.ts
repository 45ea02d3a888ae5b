import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'test/conformance';

/** Every file of Karpenter's recorded decisions, seen from the root of the repository. */
export function corpusFiles(): readonly string[] {
  return ['exact', 'envelope'].flatMap((kind) =>
    readdirSync(join(FOLDER, kind))
      .filter((name) => /\.jsonl(\.gz)?$/.test(name))
      .sort()
      .map((name) => join(FOLDER, kind, name)),
  );
}

/** Every file of what the Cluster Autoscaler reads and decides. */
export function clusterAutoscalerFiles(): readonly string[] {
  return readdirSync(join(FOLDER, 'capi'))
    .filter((name) => name.endsWith('.json.gz'))
    .sort()
    .map((name) => join(FOLDER, 'capi', name));
}
