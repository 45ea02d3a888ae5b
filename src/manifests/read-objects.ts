import { didYouMean } from '../diagnostics/did-you-mean.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import { dataProblems, dataReader } from './data-reader.ts';
import { currentApiVersion, identify, isOwnGroup, type Kind, KIND_NAMES } from './kinds.ts';
import { type KubeObject, objectKey } from './kube-object.ts';
import { isMap } from './pick.ts';
import type { Place } from './place.ts';
import { objectMeta } from './schemas/metadata.ts';
import { type FoundObject, walkObjects } from './walk-objects.ts';

export interface ReadObjectsInput {
  readonly sources: readonly Source[];
  /** Dumps of a running cluster, even if their objects do not look so. */
  readonly liveSources: readonly Source[];
  /** Of objects that name none. */
  readonly namespace: string;
}

type Data = Readonly<Record<string, unknown>>;
type Report = (found: Diagnostic) => void;
/** Which objects come from a running cluster. */
type Live = 'all' | 'by their looks';

/** All objects whose kind matters here, in file order. */
export function readObjects(input: ReadObjectsInput, report: Report): KubeObject[] {
  const reader = new ObjectReader(input.namespace, report);
  for (const source of input.sources) reader.read(source, 'by their looks');
  for (const source of input.liveSources) reader.read(source, 'all');
  return reader.named();
}

const metadataReader = dataReader(objectMeta);

class ObjectReader {
  readonly #objects: KubeObject[] = [];
  readonly #namespace: string;
  readonly #report: Report;
  /** Prefixes of the objects whose name is to be made up. */
  readonly #prefixes = new Map<KubeObject, string>();

  constructor(namespace: string, report: Report) {
    this.#namespace = namespace;
    this.#report = report;
  }

  read(source: Source, live: Live): void {
    walkObjects(source, (found) => this.#found(found, live), this.#report);
  }

  /** All objects; where a name is made up, it is the prefix and the first number that nothing else has. */
  named(): KubeObject[] {
    const taken = new Set(this.#objects.filter((one) => !this.#prefixes.has(one)).map(fullName));
    const next = new Map<string, number>();
    return this.#objects.map((object) => {
      const prefix = this.#prefixes.get(object);
      if (prefix === undefined) return object;
      const key = `${object.kind}/${prefix}`;
      for (let number = next.get(key) ?? 0; ; number++) {
        const made = { ...object, meta: { ...object.meta, name: `${prefix}${number}` } };
        if (taken.has(fullName(made))) continue;
        next.set(key, number + 1);
        return made;
      }
    });
  }

  #found(found: FoundObject, live: Live): void {
    const { apiVersion, kind } = found;
    const identified = identify(apiVersion, kind);
    if (identified.found === 'other') this.#other(found);
    else if (identified.found === 'misplaced') this.#misplaced(identified.kind, found);
    else {
      if (identified.isOutdated) this.#outdated(identified.kind, found);
      this.#object(found, identified.kind, live);
    }
  }

  #object({ raw, place }: FoundObject, kind: Kind, live: Live): void {
    const checked = metadataReader.check(metadataReader.pick(raw['metadata'] ?? {}));
    if (!checked.ok) {
      const object = { kind: kind.kind, meta: { name: nameIn(raw) }, place };
      for (const found of dataProblems(object, ['metadata'], checked.issues)) this.#report(found);
      return;
    }
    const { generateName = '', name: written = '', namespace = '', ...meta } = checked.data;
    const name = written === '' ? generateName : written;
    if (name === '') {
      this.#report(
        diagnostic('PW7002', place.span(['metadata']), `the ${kind.kind} has no name`, {
          help: 'Give it a `metadata.name`.',
        }),
      );
      return;
    }
    const isLive = live === 'all' || meta.uid !== undefined;
    if (!isLive && isOnDemand(meta.annotations?.['helm.sh/hook'])) {
      this.#hook(kind, name, place);
      return;
    }
    const object = {
      kind: kind.kind,
      meta: kind.isNamespaced
        ? { ...meta, name, namespace: namespace === '' ? this.#namespace : namespace }
        : { ...meta, name },
      raw,
      place,
      isLive,
    };
    this.#objects.push(object);
    if (written === '') this.#prefixes.set(object, generateName);
  }

  #hook({ kind }: Kind, name: string, place: Place): void {
    const span = place.span(['metadata', 'annotations', 'helm.sh/hook']);
    const message = `the ${kind} \`${name}\` is a hook that Helm runs on demand only`;
    this.#report(diagnostic('PW7037', span, message, { help: 'It is not planned.' }));
  }

  #outdated(kind: Kind, { apiVersion, place }: FoundObject): void {
    const current = currentApiVersion(kind);
    const message = `\`${apiVersion}\` of ${kind.kind} is not served any more; it is read as \`${current}\``;
    this.#report(
      diagnostic('PW7003', place.span(['apiVersion']), message, { help: `Write \`${current}\`.` }),
    );
  }

  #misplaced(kind: Kind, { apiVersion, place }: FoundObject): void {
    const current = currentApiVersion(kind);
    const message = `\`${apiVersion}\` has no kind \`${kind.kind}\``;
    const help = `Write \`apiVersion: ${current}\`. The object is left out.`;
    this.#report(diagnostic('PW7004', place.span(['apiVersion']), message, { help }));
  }

  /** Other tools' objects are none of our business, unless pods come from them. */
  #other({ raw, apiVersion, kind, place }: FoundObject): void {
    if (!makesPods(raw)) return;
    const guess = isOwnGroup(apiVersion) ? didYouMean(kind, KIND_NAMES) : undefined;
    const message = `pods of \`${kind}\` (\`${apiVersion}\`) are not planned: the kind is not known here`;
    const help =
      guess === undefined
        ? 'Give a dump of its pods, or a Deployment in its place.'
        : `Did you mean \`${guess}\`?`;
    this.#report(diagnostic('PW7005', place.span(['kind']), message, { help }));
  }
}

/** When Helm runs a hook that takes no part in an installation or upgrade. */
const ON_DEMAND = /^(?:test|test-success|test-failure|pre-delete|post-delete|pre-rollback|post-rollback)$/;

function isOnDemand(hooks: string | undefined): boolean {
  return hooks !== undefined && hooks.split(',').every((hook) => ON_DEMAND.test(hook.trim()));
}

function fullName({ kind, meta }: KubeObject): string {
  return `${kind}/${objectKey(meta.namespace, meta.name)}`;
}

function nameIn({ metadata }: Data): string {
  return isMap(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : '?';
}

/** Has what only a pod, or a template of pods, has. */
function makesPods({ spec }: Data): boolean {
  if (!isMap(spec)) return false;
  const template = isMap(spec['template']) ? spec['template']['spec'] : undefined;
  return [spec, template].some((one) => isMap(one) && Array.isArray(one['containers']));
}
