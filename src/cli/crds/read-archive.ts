import { gunzipSync } from 'node:zlib';
import { UsageError } from '../usage-error.ts';

export interface ArchiveFile {
  /** In the archive, without a leading `./` or `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What an archive may unpack to. CRDs of a project are a few MB. */
export const UNPACKED_BYTES_MAX = 256 * 1024 * 1024;

/**
 * Plain files of a tar archive, gzipped or not, in order of path. Links and all else are passed over, nothing is written
 * anywhere, so a path is no more than a name.
 *
 * @throws UsageError if it is no archive, is cut off or unpacks to too much
 */
export async function readArchive(
  bytes: Uint8Array,
  name: string,
  limitBytes = UNPACKED_BYTES_MAX,
): Promise<readonly ArchiveFile[]> {
  const { parseTar } = await import('nanotar');
  const tar = unpacked(bytes, name, limitBytes);
  let total = 0;
  try {
    const files = parseTar(exactBuffer(tar), {
      filter: ({ type, size }) => {
        // The library goes where the size says.
        if (!(size >= 0)) throw new RangeError('size');
        total += size;
        return type === 'file';
      },
    });
    if (total > tar.length) throw new RangeError('size');
    return files
      .map(({ name: path, data }) => ({ path: path.replace(/^\.\//, ''), bytes: data ?? new Uint8Array() }))
      .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${name} is no tar archive, or is cut off`);
  }
}

function unpacked(bytes: Uint8Array, name: string, limitBytes: number): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limitBytes });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new UsageError(`${name} unpacks to more than ${limitBytes} bytes, the most that is read`);
    }
    throw new UsageError(`${name} is gzip that is broken or cut off`);
  }
}

/** The library reads the whole buffer behind a view. */
function exactBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
