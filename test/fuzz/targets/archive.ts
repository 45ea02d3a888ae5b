import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { readArchive } from '../../../src/cli/crds/read-archive.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { must } from '../oracles.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { FuzzTarget } from '../target.ts';
import { CRDS } from './crd-corpus.ts';

const LIMIT_BYTES = 100_000;
const HEADER_BYTES = 512;

/** Tar archives of CRDs, gzipped or not; an input is written in base64. */
export function archiveTarget(): FuzzTarget {
  const tar = createTar(CRDS.map((data, i) => ({ name: `crds/${i}.yaml`, data })));
  return {
    name: 'archive',
    make: (random) => {
      const bytes = damaged(tar, random);
      const packed = random.below(2) === 0 ? bytes : damaged(gzipSync(bytes, { level: 1 }), random);
      return Buffer.from(packed).toString('base64');
    },
    run: async (input) => {
      try {
        const files = await readArchive(Buffer.from(input, 'base64'), 'fuzz.tgz', LIMIT_BYTES);
        const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
        must(total <= LIMIT_BYTES, () => `${total} bytes are unpacked`);
        return files.length > 0;
      } catch (error) {
        if (error instanceof UsageError) return false;
        throw error;
      }
    },
  };
}

/** Some bytes changed, mostly in headers; cut off now and then. */
function damaged(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let edits = random.below(6); edits > 0; edits--) {
    const at = random.below(random.below(2) === 0 ? Math.min(HEADER_BYTES, copy.length) : copy.length);
    copy[at] = random.pick([0, 0x30, 0x37, 0x35, 0x4c, 0x80, 0xff, random.below(256)]);
  }
  return random.below(6) === 0 ? copy.subarray(0, random.below(copy.length)) : copy;
}
