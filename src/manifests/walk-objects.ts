import { shorten } from '../diagnostics/describe-value.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { PathSegment } from '../diagnostics/located-path.ts';
import type { Source } from '../diagnostics/source.ts';
import type { PlainDocument } from '../documents/plain-document.ts';
import { readDocuments } from '../documents/read-documents.ts';
import { isMap } from './pick.ts';
import { Place } from './place.ts';

/** Something that says what it is. */
export interface FoundObject {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly apiVersion: string;
  readonly kind: string;
  readonly place: Place;
}

type Report = (found: Diagnostic) => void;

/** Everything in a text that has an `apiVersion` and a `kind`, lists taken apart, in file order. */
export function walkObjects(source: Source, visit: (found: FoundObject) => void, report: Report): void {
  const { documents, diagnostics } = readDocuments(source);
  for (const found of diagnostics) report(found);
  const walker = new Walker(OTHER_TOOLS.test(source.file), visit, report);
  for (const document of documents) walker.value(document.value, { document, path: [] });
}

/** Values of Helm, and lists of files for Kustomize, are no objects and say so by their names. */
const OTHER_TOOLS =
  /(?:^|[/._-])values[^/]*\.ya?ml$|(?:^|\/)(?:kustomization\.ya?ml|Kustomization|Chart\.ya?ml)$/;

/** Two steps a list: `items` and a number. Nobody nests them more than once. */
const LIST_DEPTH_MAX = 20;

interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Where a value stands, and what is known of it from there. */
interface At {
  readonly document: PlainDocument;
  readonly path: readonly PathSegment[];
  readonly inherited?: TypeMeta | undefined;
}

class Walker {
  /** The file is another tool's by its name. */
  readonly #isOther: boolean;
  readonly #visit: (found: FoundObject) => void;
  readonly #report: Report;

  constructor(isOther: boolean, visit: (found: FoundObject) => void, report: Report) {
    this.#isOther = isOther;
    this.#visit = visit;
    this.#report = report;
  }

  value(value: unknown, at: At): void {
    if (at.path.length > LIST_DEPTH_MAX) {
      const message = 'lists of objects are nested too deeply';
      this.#report(diagnostic('PW1032', spanIn(at, []), message, { help: 'Give the objects in one list.' }));
      return;
    }
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) this.value(item, { ...at, path: [...at.path, i] });
    } else if (isMap(value)) this.#map(value, at);
    else this.#noObject(at);
  }

  #map(raw: FoundObject['raw'], at: At): void {
    const { apiVersion = at.inherited?.apiVersion, kind = at.inherited?.kind } = raw;
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
      if (apiVersion === undefined && kind === undefined) this.#noObject(at);
      else if (!this.#isOther) this.#untyped(raw, at);
      return;
    }
    if (kind.endsWith('List') && 'items' in raw) {
      const list = { ...at, path: [...at.path, 'items'] };
      this.#list(raw, list, { apiVersion, kind: kind.slice(0, -'List'.length) });
      return;
    }
    this.#visit({ raw, apiVersion, kind, place: new Place(at.document, at.path) });
  }

  /** Items of a typed list (`PodList`) do not repeat what they are. */
  #list({ items }: FoundObject['raw'], at: At, { apiVersion, kind }: TypeMeta): void {
    if (items === null) return;
    if (!Array.isArray(items)) {
      this.#report(diagnostic('PW7002', spanIn(at, []), '`items` must be a list'));
      return;
    }
    const inherited = kind === '' ? undefined : { apiVersion, kind };
    for (const [i, item] of items.entries()) this.value(item, { ...at, path: [...at.path, i], inherited });
  }

  #noObject(at: At): void {
    if (this.#isOther) return;
    const message = 'this is no Kubernetes object: it has neither `apiVersion` nor `kind`';
    const help = 'It is not read. Helm charts and Kustomize folders have to be rendered first.';
    this.#report(diagnostic('PW7001', spanIn(at, []), message, { help }));
  }

  #untyped(raw: FoundObject['raw'], at: At): void {
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
}

function spanIn({ document, path }: At, inner: readonly PathSegment[]) {
  return new Place(document, path).span(inner);
}
