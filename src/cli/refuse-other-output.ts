import type { RehearsalProvider } from '../model/rehearsal.ts';
import { recordedSources } from './output-folder.ts';
import type { OutputLocation } from './output-location.ts';
import { ioError, UsageError } from './usage-error.ts';

/**
 * What is for fake nodes and what is for real ones never share an output folder: what syncs the one must not meet the
 * other.
 */
export function refuseOtherOutput(
  { folder, name }: OutputLocation,
  provider: RehearsalProvider | undefined,
): void {
  const other = recorded(folder, name).find((one) => one.provider !== provider);
  if (other === undefined) return;
  const says =
    provider === undefined
      ? `${name}/${other.cluster} holds a rehearsal (\`--provider ${other.provider ?? ''}\`): name another folder with \`--out\``
      : `${name}/${other.cluster} holds output for real nodes: name another folder with \`--out\`, or leave it away`;
  throw new UsageError(says);
}

function recorded(folder: string, name: string) {
  try {
    return recordedSources(folder);
  } catch (error) {
    throw ioError(error, `cannot read ${name}`);
  }
}
