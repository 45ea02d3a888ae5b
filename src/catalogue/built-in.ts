import { createRequire } from 'node:module';
import type { AwsCatalogue } from './catalogue.ts';
import { decodeSnapshot } from './decode-snapshot.ts';
import type { SnapshotFile } from './snapshot-format.ts';

const requireJson = createRequire(import.meta.url);
let loaded: AwsCatalogue | undefined;

/**
 * The AWS facts that come with poolwright. Read once, at the first call. Not validated here: a test does that, and
 * recomputes the digest. (`require`, because importing JSON prints a
 * warning on Node 20; the path holds from the bundled command line too.)
 */
export function loadBuiltInCatalogue(): AwsCatalogue {
  loaded ??= decodeSnapshot(requireJson('../catalogue/data/aws.json') as SnapshotFile, 'built-in');
  return loaded;
}
