import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'test/conformance';

/** Every file of recorded decisions, seen from the root of the repository. */
export function corpusFiles(): readonly string[] {
  return ['exact', 'envelope'].flatMap((kind) =>
    readdirSync(join(FOLDER, kind))
      .filter((name) => /\.jsonl(\.gz)?$/.test(name))
      .sort()
      .map((name) => join(FOLDER, kind, name)),
  );
}
