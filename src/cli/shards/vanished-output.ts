import { createHash } from 'node:crypto';
import type { DefinitionFate } from '../../render/output-plan.ts';
import { readDefinition } from '../../definition/read-definition.ts';
import { recordedSources } from '../output-folder.ts';
import { compileShare } from './compile-share.ts';
import { possibleNames } from './possible-names.ts';
import type { JobResult } from './run-job.ts';
import type { Shard } from './shard.ts';
import type { SharedFile } from './share.ts';

export interface VanishedInput {
  readonly result: JobResult;
  readonly shard: Shard;
  /** The output folder, absolute. */
  readonly folder: string;
  readonly fateOf: (source: string) => DefinitionFate;
}

/**
 * Folders of the output that no definition renders any more and that fall to this shard: those that came from one of its
 * definitions, and of the others those that their name deals to it, which is the same whichever shard runs first. None
 * while any definition has an error, so that the definitions of the other shards are compiled, too, where there is one.
 */
export async function vanishedOutput({
  result,
  shard,
  folder,
  fateOf,
}: VanishedInput): Promise<readonly string[]> {
  const { files, otherFiles } = result.share;
  const mine = new Set(files.map(({ definition }) => definition.source.file));
  const ofOthers = new Set(otherFiles.map(({ definition }) => definition.source.file));
  const rendered = new Set(result.parts.flatMap(({ clusters }) => clusters.map(({ report }) => report.name)));
  const vanished = recordedSources(folder).filter(({ cluster, source }) => {
    if (rendered.has(cluster) || (source !== undefined && ofOthers.has(source))) return false;
    const falls = source !== undefined && mine.has(source) ? true : dealtByName(cluster, shard);
    return falls && (source === undefined || fateOf(source) !== 'unread') && !isDefined(cluster, otherFiles);
  });
  if (vanished.length === 0 || (await anyErrors(result))) return [];
  return vanished.map(({ cluster }) => cluster);
}

function dealtByName(name: string, { index, of }: Shard): boolean {
  return createHash('sha256').update(name).digest().readUInt32BE() % of === index - 1;
}

function isDefined(name: string, files: readonly SharedFile[]): boolean {
  return files.some(
    ({ definition }) =>
      possibleNames(definition).includes(name) &&
      readDefinition(definition).clusters.some((cluster) => cluster.name === name),
  );
}

/** Of the definitions of other shards. */
async function anyErrors({ share }: JobResult): Promise<boolean> {
  let found = share.loaded.problems.some(({ severity }) => severity === 'error');
  await compileShare(
    { ...share, problems: [], files: share.otherFiles },
    (clusters) => Promise.resolve({ clusters: clusters.map(({ part }) => part) }),
    ({ loose, clusters }) => {
      found ||= clusters.some(({ failed }) => failed) || loose.some(({ severity }) => severity === 'error');
    },
  );
  return found;
}
