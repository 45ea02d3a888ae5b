import path from 'node:path';
import { Source } from '../../diagnostics/source.ts';
import { DEFAULT_INPUT_LIMITS } from '../../documents/input-limits.ts';
import { DISK } from '../files/disk.ts';
import type { Host } from '../host.ts';
import { reportPath, repositoryRoot } from '../repository.ts';
import { decodeSource, readSource } from '../read-source.ts';
import { ioError, UsageError } from '../usage-error.ts';
import { findGoModule, type GoModule, isGoModule } from './go-module.ts';
import { readArchive, UNPACKED_BYTES_MAX } from './read-archive.ts';

const TEXT = /\.(?:ya?ml|json)$/;
const ARCHIVE = /\.(?:tgz|tar\.gz|tar)$/;

/**
 * Texts in which there are CustomResourceDefinitions, by what `--crds` names: a folder with all below it, a file, an
 * archive, a module of Go's cache. In the order given, those of one source in order of path.
 *
 * @throws UsageError if one of them is not there, or holds no CRD
 */
export async function readCrdTexts(names: readonly string[], host: Host): Promise<readonly Source[]> {
  const texts: Source[] = [];
  for (const name of names) {
    const found = (await textsOf(name, host)).filter(({ text }) => mentionsCrd(text));
    if (found.length === 0) {
      throw new UsageError(
        `there is no CustomResourceDefinition in \`${name}\`: name a folder, a file, a .tgz or a Go module that has them`,
      );
    }
    texts.push(...found);
  }
  return texts;
}

function mentionsCrd(text: string): boolean {
  return /\bkind"?\s*:\s*["']?CustomResourceDefinition(?:List)?\b/.test(text);
}

async function textsOf(name: string, host: Host): Promise<readonly Source[]> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(name)) {
    throw new UsageError(
      `\`${name}\` is a URL, and nothing is fetched here: download it (\`curl -LO ${name}\`) and name the file`,
    );
  }
  const absolute = path.resolve(host.cwd, name);
  const shown = (file: string) => reportPath(repositoryRoot(host.cwd), file);
  try {
    const kind = DISK.kindOf(absolute);
    if (kind === 'folder') return filesBelow(absolute).map((file) => textOf(file, shown(file)));
    if (kind === 'file' && ARCHIVE.test(name)) return await archiveTexts(absolute, shown(absolute));
    if (kind === 'file') return [textOf(absolute, shown(absolute))];
    if (isGoModule(name)) return moduleTexts(findGoModule(name, host));
  } catch (error) {
    throw ioError(error, `cannot read ${name}`);
  }
  throw new UsageError(
    `no such file or folder: \`${name}\` (a Go module is named with its version: sigs.k8s.io/karpenter@v1.14.1)`,
  );
}

function filesBelow(folder: string): readonly string[] {
  return DISK.filesBelow(folder)
    .filter((file) => TEXT.test(file))
    .sort();
}

/** @throws UsageError if it is no text: half of the CRDs would look like all of them */
function textOf(file: string, name: string): Source {
  const { source, problem } = readSource(file, name);
  if (problem !== undefined) throw new UsageError(`${name}: ${problem.message}`);
  return source;
}

async function archiveTexts(file: string, name: string): Promise<readonly Source[]> {
  const bytes = DISK.read(file, UNPACKED_BYTES_MAX);
  if (bytes.length > UNPACKED_BYTES_MAX) {
    throw new UsageError(`${name} is larger than ${UNPACKED_BYTES_MAX} bytes, the most that is read`);
  }
  const files = await readArchive(bytes, name);
  return files
    .filter(({ path: inner }) => TEXT.test(inner))
    .map(({ path: inner, bytes: content }) => {
      const { source, problem } = decodeSource(content, `${name}/${inner}`, DEFAULT_INPUT_LIMITS.fileBytes);
      if (problem !== undefined) throw new UsageError(`${source.file}: ${problem.message}`);
      return source;
    });
}

/**
 * A part of a module is read whole. Of a whole module only the folders where projects keep what they release: others hold
 * patches, templates of charts and fixtures of tests.
 */
function moduleTexts({ name, folder, below }: GoModule): readonly Source[] {
  if (DISK.kindOf(folder) !== 'folder') return [textOf(folder, `${name}/${below}`)];
  const files = filesBelow(folder).map((file) => ({ file, inner: reportPath(folder, file) }));
  const released = below === '' ? files.filter(({ inner }) => isReleased(inner)) : files;
  const chosen = released.length > 0 ? released : files;
  const prefix = below === '' ? name : `${name}/${below}`;
  return chosen.map(({ file, inner }) => textOf(file, `${prefix}/${inner}`));
}

const RELEASED = /(?:^|\/)(?:apis\/crds|crds?\/bases)\/[^/]+$/;
const ASIDE = /(?:^|\/)(?:test|tests|testdata|internal|vendor|examples?|charts|templates|patches)\//;

function isReleased(inner: string): boolean {
  return RELEASED.test(inner) && !ASIDE.test(inner);
}
