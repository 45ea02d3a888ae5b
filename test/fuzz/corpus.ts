import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Texts of the repository that the fuzzer starts from. Paths are of the repository, where every run starts. */
export function textsIn(folder: string, names: RegExp, most = 20_000): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.length < most);
}

const IS_OBJECT = /^apiVersion:|^\s*"apiVersion"|^\{apiVersion/m;

/** Aliases of aliases up to the limit take their second, whatever else is in the text; they have tests of their own. */
const MOST_ANCHORS = 6;

const documented = textsIn('docs/diagnostics', /\.yaml$/, 4_000).filter(
  (text) => (text.match(/&\w/g) ?? []).length <= MOST_ANCHORS,
);
const workloads = textsIn('clusters', /\.ya?ml$/).filter((text) => IS_OBJECT.test(text));

/** Small definitions, right and wrong: every one that the documentation of a finding shows, and the examples. */
export const DEFINITIONS: readonly string[] = [
  ...documented.filter((text) => !IS_OBJECT.test(text)),
  ...textsIn('clusters', /\.ya?ml$/, 4_000).filter((text) => !IS_OBJECT.test(text)),
];

/** Objects of Kubernetes of every kind that is read somewhere. */
export const OBJECTS: readonly string[] = [
  ...documented.filter((text) => IS_OBJECT.test(text)),
  ...workloads,
  ...textsIn('test/manifests/fixtures', /\.yaml$/),
];

/** What `synth` writes. */
export const OUTPUTS: readonly string[] = textsIn('dist', /\.ya?ml$/);

export const AWS_ANSWERS: readonly string[] = textsIn('test/catalogue/data', /^(?!docs-).*\.json$/);
