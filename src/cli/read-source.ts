import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { Source } from '../diagnostics/source.ts';
import { DEFAULT_INPUT_LIMITS } from '../documents/input-limits.ts';
import { DISK } from './files/disk.ts';
import type { FileTree } from './files/file-tree.ts';
import { ioError } from './usage-error.ts';

/** A text with its name, or why there is none. */
export interface ReadSource {
  /** Without a byte order mark. After a problem it is for display only. */
  readonly source: Source;
  /** It began with a byte order mark, which a rewritten file keeps. */
  readonly byteOrderMark: boolean;
  /** Not text, or too much of it: the source must not be compiled. */
  readonly problem?: Diagnostic;
}

const UNDECODABLE = '\ufffd';

/**
 * Reads one file. `name` is how reports call it.
 *
 * @param limitBytes more is a problem; default: what a definition may have
 * @param tree whose file; default: the disk's
 * @throws UsageError if the file cannot be read
 */
export function readSource(
  file: string,
  name: string,
  limitBytes: number = DEFAULT_INPUT_LIMITS.fileBytes,
  tree: FileTree = DISK,
): ReadSource {
  try {
    return decodeSource(tree.read(file, limitBytes), name, limitBytes);
  } catch (error) {
    throw ioError(error, `cannot read ${name}`);
  }
}

/** Bytes as strict UTF-8. */
export function decodeSource(
  bytes: Uint8Array,
  name: string,
  limitBytes: number = DEFAULT_INPUT_LIMITS.fileBytes,
): ReadSource {
  if (bytes.length > limitBytes) {
    const source = new Source(name, '');
    const message = `the file is larger than ${limitBytes} bytes, the most that is read`;
    const problem = diagnostic('PW1030', { source, start: 0, end: 0 }, message, {
      help: 'Split it into several files.',
    });
    return { source, byteOrderMark: false, problem };
  }
  const byteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { source: new Source(name, text), byteOrderMark };
  } catch {
    const source = new Source(name, new TextDecoder('utf-8').decode(bytes));
    return { source, byteOrderMark, problem: notUtf8(source, bytes) };
  }
}

function notUtf8(source: Source, bytes: Uint8Array): Diagnostic {
  const start = Math.max(0, source.text.indexOf(UNDECODABLE));
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return diagnostic('PW1024', { source, start, end: start + 1 }, 'the file is not UTF-8 text', {
    help: utf16 ? 'It looks like UTF-16; save it as UTF-8.' : 'Save it as UTF-8.',
  });
}
