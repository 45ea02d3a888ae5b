import path from 'node:path';
import type { RehearsalProvider } from '../model/rehearsal.ts';
import { type RecordedSource, recordedSource, recordedSources } from './output-folder.ts';
import type { OutputLocation } from './output-location.ts';
import { reportPath, repositoryRoot } from './repository.ts';
import { ioError, UsageError } from './usage-error.ts';

/**
 * What is for fake nodes and what is for real ones never share an output folder, nor does one lie in the other's: what syncs
 * the one must not meet the other.
 */
export function refuseOtherOutput(
  { folder, name }: OutputLocation,
  provider: RehearsalProvider | undefined,
): void {
  const other = recorded(folder, name).find((one) => one.provider !== provider);
  if (other === undefined) return;
  const says =
    provider === undefined
      ? `${other.name} holds a rehearsal (\`--provider ${other.provider ?? ''}\`): name another folder with \`--out\``
      : `${other.name} holds output for real nodes: name another folder with \`--out\`, or leave it away`;
  throw new UsageError(says);
}

/** The clusters in a folder, and those whose folder it is, or is in. */
function recorded(folder: string, name: string): readonly (RecordedSource & { readonly name: string })[] {
  try {
    const inside = recordedSources(folder).map((one) => ({ ...one, name: `${name}/${one.cluster}` }));
    const around = upToRoot(folder).flatMap((at) => {
      const found = recordedSource(at);
      const shown = path.posix.normalize(`${name}/${reportPath(folder, at)}`).replace(/\/$/, '');
      return found === undefined ? [] : [{ ...found, name: shown }];
    });
    return [...inside, ...around];
  } catch (error) {
    throw ioError(error, `cannot read ${name}`);
  }
}

/** The folder and those around it, to the root of the repository, else of the file system. */
function upToRoot(folder: string): readonly string[] {
  const root = repositoryRoot(folder);
  const last = root === folder ? path.parse(folder).root : root;
  const folders = [folder];
  for (let at = folder; at !== last && at !== path.dirname(at); ) {
    at = path.dirname(at);
    folders.push(at);
  }
  return folders;
}
