import { invariant } from '../../diagnostics/invariant.ts';
import { DUMP_LIMITS } from '../../documents/input-limits.ts';
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
  /** Larger than anything that is read: never held. */
  readonly #large = new Set<string>();
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
    if (this.#large.has(oid)) return beyondAllLimits();
    const wanted = new Set([oid, ...this.#expected]);
    this.#expected.clear();
    const found = this.#fetch(wanted) ?? this.#fetch(new Set([oid]));
    this.#keep(found ?? new Map<string, Buffer>());
    return this.#large.has(oid) ? beyondAllLimits() : found?.get(oid);
  }

  /** Undefined: git gave up, because one of them is not there. */
  #fetch(oids: ReadonlySet<string>): ReadonlyMap<string, Buffer> | undefined {
    const sizes = this.#run('--batch-check', oids);
    if (sizes === undefined) return undefined;
    for (const [oid, length] of sizeLines(sizes)) if (length > DUMP_LIMITS.fileBytes) this.#large.add(oid);
    const small = new Set([...oids].filter((oid) => !this.#large.has(oid)));
    if (small.size === 0) return new Map();
    const contents = this.#run('--batch', small);
    return contents === undefined ? undefined : parseBatch(contents);
  }

  #run(what: '--batch' | '--batch-check', oids: ReadonlySet<string>): Buffer | undefined {
    const input = [...oids].map((oid) => `${oid}\n`).join('');
    const { ok, stdout, stderr } = this.#git.run(['cat-file', what], input);
    if (ok) return stdout;
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

/** Stands in for a blob that nobody may read: longer than every limit, and no memory before it is written to. */
function beyondAllLimits(): Buffer {
  return Buffer.alloc(DUMP_LIMITS.fileBytes + 1);
}

/** `<oid> blob <size>\n`, or `<oid> missing\n`. */
function* sizeLines(output: Buffer): Generator<readonly [string, number]> {
  for (const line of output.toString('latin1').split('\n')) {
    const [oid, type, size] = line.split(' ');
    if (oid !== undefined && type === 'blob') yield [oid, Number(size)];
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
