import { invariant } from '../../diagnostics/invariant.ts';
import type { GitProcess } from './git-process.ts';

/** What is kept of blobs that were read, beyond those of the last batch. */
const KEPT_BYTES = 64 * 2 ** 20;
const LINE_FEED = 10;

/** Contents by object id, of a whole repository. What is expected is read together with the first of it that is asked for. */
export class GitBlobs {
  readonly #git: GitProcess;
  /** The oldest first. */
  readonly #known = new Map<string, Buffer>();
  readonly #expected = new Set<string>();
  #bytes = 0;

  constructor(git: GitProcess) {
    this.#git = git;
  }

  expect(oids: Iterable<string>): void {
    for (const oid of oids) if (!this.#known.has(oid)) this.#expected.add(oid);
  }

  /** Undefined: the repository lacks it, as a partial clone does. */
  read(oid: string): Buffer | undefined {
    const known = this.#known.get(oid);
    if (known !== undefined) return known;
    const wanted = new Set([oid, ...this.#expected]);
    this.#expected.clear();
    const found = this.#fetch(wanted) ?? this.#fetch(new Set([oid]));
    this.#keep(found ?? new Map<string, Buffer>());
    return found?.get(oid);
  }

  /** Undefined: git gave up, because one of them is not there. */
  #fetch(oids: ReadonlySet<string>): ReadonlyMap<string, Buffer> | undefined {
    const input = [...oids].map((oid) => `${oid}\n`).join('');
    const { ok, stdout, stderr } = this.#git.run(['cat-file', '--batch'], input);
    if (ok) return parseBatch(stdout);
    // A clone that fetches what it lacks was kept from it.
    invariant(/promisor|not allowed|lazy fetching/.test(stderr), `git cat-file failed: ${stderr}`);
    return undefined;
  }

  #keep(found: ReadonlyMap<string, Buffer>): void {
    for (const [oid, content] of found) {
      this.#known.set(oid, content);
      this.#bytes += content.length;
    }
    for (const [oid, content] of this.#known) {
      if (this.#bytes <= KEPT_BYTES || found.has(oid)) return;
      this.#known.delete(oid);
      this.#bytes -= content.length;
    }
  }
}

/** `<oid> blob <size>\n<content>\n`, or `<oid> missing\n`. */
function parseBatch(output: Buffer): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(LINE_FEED, at);
    const [oid, type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (oid === undefined || type !== 'blob') continue;
    const length = Number(size);
    found.set(oid, output.subarray(at, at + length));
    at += length + 1;
  }
  return found;
}
