import type { Source } from '../../diagnostics/source.ts';
import { DUMP_LIMITS } from '../../documents/input-limits.ts';
import { DISK } from '../files/disk.ts';
import type { Host } from '../host.ts';
import { STANDARD_INPUT } from '../load-definitions.ts';
import { decodeSource } from '../read-source.ts';
import { reportPath, repositoryRoot } from '../repository.ts';
import { ioError } from '../usage-error.ts';
import type { FileSpec, SideSpec } from './side-spec.ts';
import { sniffSide } from './sniff-side.ts';

/** An argument with the content of what is one text. */
export type ReadSpec = Exclude<SideSpec, FileSpec | { readonly kind: 'stdin' }> | ReadText;

export interface ReadText {
  readonly kind: 'definition' | 'compilation' | 'live';
  /** Absolute, or `-`. */
  readonly file: string;
  readonly source: Source;
  readonly bytes: Uint8Array;
}

/** Files and pipes are read once, to see what they are. */
export async function readSpec(spec: SideSpec, host: Host): Promise<ReadSpec> {
  if (spec.kind !== 'file' && spec.kind !== 'stdin') return spec;
  const { fileBytes } = DUMP_LIMITS;
  const file = spec.kind === 'stdin' ? '-' : spec.path;
  const name = file === '-' ? STANDARD_INPUT : reportPath(repositoryRoot(host.cwd), file);
  const bytes = spec.kind === 'stdin' ? await host.readStdin(fileBytes) : readBytes(spec.path, name);
  const { source, problem } = decodeSource(bytes, name, fileBytes);
  const kind = problem === undefined ? sniffSide(source.text) : undefined;
  return { kind: kind ?? 'definition', file, source, bytes };
}

function readBytes(file: string, name: string): Uint8Array {
  try {
    return DISK.read(file, DUMP_LIMITS.fileBytes);
  } catch (error) {
    throw ioError(error, `cannot read ${name}`);
  }
}

/** One text, which has few clusters or one. */
export function isOneText({ kind }: ReadSpec): boolean {
  return kind === 'definition' || kind === 'compilation' || kind === 'live';
}
