import { shorten } from '../diagnostics/describe-value.ts';
import { didYouMean } from '../diagnostics/did-you-mean.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { PathSegment } from '../diagnostics/located-path.ts';
import type { Source } from '../diagnostics/source.ts';
import type { PlainDocument } from '../documents/plain-document.ts';
import { readDocuments } from '../documents/read-documents.ts';
import { dataProblems, dataReader } from './data-reader.ts';
import { currentApiVersion, identify, isOwnGroup, type Kind, KIND_NAMES } from './kinds.ts';
import { type KubeObject, objectKey } from './kube-object.ts';
import { isMap } from './pick.ts';
import { Place } from './place.ts';
import { objectMeta } from './schemas/metadata.ts';

export interface ReadObjectsInput {
  readonly sources: readonly Source[];
  /** Dumps of a running cluster, even if their objects do not look so. */
  readonly liveSources: readonly Source[];
  /** Of objects that name none. */
  readonly namespace: string;
}

type Data = Readonly<Record<string, unknown>>;
type Report = (found: Diagnostic) => void;

/** All objects whose kind matters here, in file order. */
export function readObjects(input: ReadObjectsInput, report: Report): KubeObject[] {
  const reader = new ObjectReader(input.namespace, report);
  for (const source of input.sources) reader.read(source, 'by their looks');
  for (const source of input.liveSources) reader.read(source, 'all');
  return reader.named();
}

const metadataReader = dataReader(objectMeta);

/** Values of Helm, and lists of files for Kustomize, are no objects and say so by their names. */
const OTHER_TOOLS =
  /(?:^|[/._-])values[^/]*\.ya?ml$|(?:^|\/)(?:kustomization\.ya?ml|Kustomization|Chart\.ya?ml)$/;

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

  read(source: Source, live: 'all' | 'by their looks'): void {
    const { documents, diagnostics } = readDocuments(source);
    for (const found of diagnostics) this.#report(found);
    const isOther = OTHER_TOOLS.test(source.file);
    for (const document of documents) {
      this.#value(document.value, { document, path: [], live, isOther });
    }
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

  #value(value: unknown, at: At): void {
    if (at.path.length > LIST_DEPTH_MAX) {
      const message = 'lists of objects are nested too deeply';
      this.#report(diagnostic('PW1032', spanIn(at, []), message, { help: 'Give the objects in one list.' }));
      return;
    }
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) this.#value(item, { ...at, path: [...at.path, i] });
    } else if (isMap(value)) this.#map(value, at);
    else this.#noObject(at);
  }

  #map(raw: Data, at: At): void {
    const { apiVersion = at.inherited?.apiVersion, kind = at.inherited?.kind } = raw;
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
      if (apiVersion === undefined && kind === undefined) this.#noObject(at);
      else if (!at.isOther) this.#untyped(raw, at);
      return;
    }
    if (kind.endsWith('List') && 'items' in raw) {
      this.#list(
        raw,
        { ...at, path: [...at.path, 'items'] },
        { apiVersion, kind: kind.slice(0, -'List'.length) },
      );
      return;
    }
    const identified = identify(apiVersion, kind);
    if (identified.found === 'other') this.#other(raw, { apiVersion, kind }, at);
    else if (identified.found === 'misplaced') this.#misplaced(identified.kind, apiVersion, at);
    else {
      if (identified.isOutdated) this.#outdated(identified.kind, apiVersion, at);
      this.#object(raw, identified.kind, at);
    }
  }

  /** Items of a typed list (`PodList`) do not repeat what they are. */
  #list({ items }: Data, at: At, { apiVersion, kind }: TypeMeta): void {
    if (items === null) return;
    if (!Array.isArray(items)) {
      this.#report(diagnostic('PW7002', spanIn(at, []), '`items` must be a list'));
      return;
    }
    const inherited = kind === '' ? undefined : { apiVersion, kind };
    for (const [i, item] of items.entries()) this.#value(item, { ...at, path: [...at.path, i], inherited });
  }

  #object(raw: Data, kind: Kind, at: At): void {
    const place = new Place(at.document, at.path);
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
    const isLive = at.live === 'all' || meta.uid !== undefined;
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

  #noObject(at: At): void {
    if (at.isOther) return;
    const message = 'this is no Kubernetes object: it has neither `apiVersion` nor `kind`';
    const help = 'It is not read. Helm charts and Kustomize folders have to be rendered first.';
    this.#report(diagnostic('PW7001', spanIn(at, []), message, { help }));
  }

  #untyped(raw: Data, at: At): void {
    const [missing, present] =
      typeof raw['kind'] === 'string' ? ['apiVersion', 'kind'] : ['kind', 'apiVersion'];
    const what = raw[missing] === undefined ? 'is missing' : 'must be text';
    const other = raw[present];
    const beside = typeof other === 'string' ? ` beside \`${present}: ${shorten(other)}\`` : '';
    const message = `\`${missing}\` ${what}${beside}`;
    const help = 'The object is left out.';
    this.#report(
      diagnostic('PW7002', spanIn(at, [raw[missing] === undefined ? present : missing]), message, { help }),
    );
  }

  #outdated(kind: Kind, apiVersion: string, at: At): void {
    const current = currentApiVersion(kind);
    const message = `\`${apiVersion}\` of ${kind.kind} is not served any more; it is read as \`${current}\``;
    this.#report(
      diagnostic('PW7003', spanIn(at, ['apiVersion']), message, { help: `Write \`${current}\`.` }),
    );
  }

  #misplaced(kind: Kind, apiVersion: string, at: At): void {
    const current = currentApiVersion(kind);
    const message = `\`${apiVersion}\` has no kind \`${kind.kind}\``;
    const help = `Write \`apiVersion: ${current}\`. The object is left out.`;
    this.#report(diagnostic('PW7004', spanIn(at, ['apiVersion']), message, { help }));
  }

  /** Other tools' objects are none of our business, unless pods come from them. */
  #other(raw: Data, { apiVersion, kind }: TypeMeta, at: At): void {
    if (!makesPods(raw)) return;
    const guess = isOwnGroup(apiVersion) ? didYouMean(kind, KIND_NAMES) : undefined;
    const message = `pods of \`${kind}\` (\`${apiVersion}\`) are not planned: the kind is not known here`;
    const help =
      guess === undefined
        ? 'Give a dump of its pods, or a Deployment in its place.'
        : `Did you mean \`${guess}\`?`;
    this.#report(diagnostic('PW7005', spanIn(at, ['kind']), message, { help }));
  }
}

/** Two steps a list: `items` and a number. Nobody nests them more than once. */
const LIST_DEPTH_MAX = 20;

/** When Helm runs a hook that takes no part in an installation or upgrade. */
const ON_DEMAND = /^(?:test|test-success|test-failure|pre-delete|post-delete|pre-rollback|post-rollback)$/;

function isOnDemand(hooks: string | undefined): boolean {
  return hooks !== undefined && hooks.split(',').every((hook) => ON_DEMAND.test(hook.trim()));
}

interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Where a value stands, and what is known of it from there. */
interface At {
  readonly document: PlainDocument;
  readonly path: readonly PathSegment[];
  readonly live: 'all' | 'by their looks';
  /** The file is another tool's by its name. */
  readonly isOther: boolean;
  readonly inherited?: TypeMeta | undefined;
}

function fullName({ kind, meta }: KubeObject): string {
  return `${kind}/${objectKey(meta.namespace, meta.name)}`;
}

function spanIn({ document, path }: At, inner: readonly PathSegment[]) {
  return new Place(document, path).span(inner);
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
