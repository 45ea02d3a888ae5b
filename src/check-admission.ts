import { createAdmissionCheck } from './checks/admission/admission-check.ts';
import {
  givenTwice,
  type LocatedCrd,
  problemFinding,
  unreadableFinding,
  unserved,
} from './checks/admission/crd-findings.ts';
import type { PlaceOf } from './checks/admission/object-place.ts';
import { readCrd } from './checks/admission/read-crd.ts';
import { type RefusedObject, refusalFindings } from './checks/admission/refusal-finding.ts';
import { type Diagnostic, sortDiagnostics } from './diagnostics/diagnostic.ts';
import { isJsonMap, type JsonMap, type JsonValue } from './diagnostics/json-value.ts';
import { headSpan, type PathSegment } from './diagnostics/located-path.ts';
import type { Source } from './diagnostics/source.ts';
import type { Span } from './diagnostics/span.ts';
import type { PlainDocument } from './documents/plain-document.ts';
import { readDocuments } from './documents/read-documents.ts';
import { isBuiltInGroup } from './kubernetes/built-in-group.ts';
import { typeOf } from './kubernetes/type-of.ts';
import type { AdmissionCheck, Crd, Refusal } from './model/admission.ts';

/** An object that is to be applied. */
export interface ObjectToAdmit {
  /** With its apiVersion, kind and metadata. */
  readonly object: JsonMap;
  /** The object of the same name that it replaces. @default there is none */
  readonly oldObject?: JsonMap;
  /** Nobody knows whether there is one. @default false */
  readonly oldUnknown?: boolean;
  readonly place: PlaceOf;
}

export interface Admission {
  readonly diagnostics: readonly Diagnostic[];
  /** What objects with an `oldObject` would be refused for if they were new: the API server forgives what was there before. */
  readonly forgiven: readonly Diagnostic[];
  /** Kinds that no CRD describes, in order of their first object; kinds of Kubernetes itself are not among them. */
  readonly unjudged: readonly UnjudgedKind[];
  /** The objects that were judged. */
  readonly judged: readonly JsonMap[];
}

export interface UnjudgedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly objects: number;
  /** Of the first object. */
  readonly span: Span;
}

/** Answers for one version of a CRD. */
interface Version {
  readonly check?: AdmissionCheck;
  readonly problems: readonly Diagnostic[];
}

interface KnownCrd extends LocatedCrd {
  /** What is to be told where the CRD is used. */
  readonly problems: readonly Diagnostic[];
  readonly versions: Map<string, Version>;
}

/**
 * CustomResourceDefinitions, of which the later counts where two describe one kind, as it would where both are applied.
 * Pure: asked the same, it answers the same. Versions are made ready when the first object needs them.
 */
export class CustomResources {
  /** Of texts that cannot be read as far as there is a CRD in them. */
  readonly problems: readonly Diagnostic[];
  readonly #crds = new Map<string, KnownCrd>();

  constructor(sources: readonly Source[]) {
    const problems: Diagnostic[] = [];
    for (const source of sources) {
      if (!source.text.includes('CustomResourceDefinition')) continue;
      const { documents, diagnostics } = readDocuments(source);
      const broken = diagnostics.find(({ severity }) => severity === 'error');
      if (broken !== undefined) problems.push(unreadableFinding(broken));
      for (const document of documents) {
        for (const { value, path } of itemsOf(document.value)) this.#add(value, { document, path }, problems);
      }
    }
    this.problems = problems;
  }

  /** How many kinds are described. */
  get size(): number {
    return this.#crds.size;
  }

  /** What an API server would say to objects, once the CRDs are there. */
  admit(objects: readonly ObjectToAdmit[]): Admission {
    const found: Diagnostic[] = [...this.problems];
    const refused: (RefusedObject & { readonly refusals: readonly Refusal[] })[] = [];
    const forgiven: typeof refused = [];
    const unjudged = new Map<string, UnjudgedKind>();
    const judged: JsonMap[] = [];
    for (const { object, oldObject, oldUnknown = false, place } of objects) {
      const { group, version, kind, apiVersion } = typeOf(object);
      if (isBuiltInGroup(group)) continue;
      const known = this.#crds.get(`${group}/${kind}`);
      if (known === undefined) {
        const key = `${apiVersion}/${kind}`;
        const others = unjudged.get(key);
        const span = others?.span ?? place('/kind', 'value').span;
        unjudged.set(key, { apiVersion, kind, objects: (others?.objects ?? 0) + 1, span });
        continue;
      }
      judged.push(object);
      found.push(...known.problems);
      const { check, problems } = this.#version(known, version) ?? {
        problems: [unserved(known, object, place)],
      };
      found.push(...problems);
      if (check === undefined) continue;
      const request = { object, oldUnknown, ...(oldObject === undefined ? {} : { oldObject }) };
      const crd = `\`${apiVersion}\` in ${known.file}`;
      const refusals = check.admit(request);
      refused.push({ object, place, crd, refusals });
      if (oldObject === undefined) continue;
      const told = new Set(refusals.map(keyOf));
      const ofNew = check.admit({ object, oldUnknown: true }).filter((one) => !told.has(keyOf(one)));
      forgiven.push({ object, place, crd, refusals: ofNew });
    }
    return {
      diagnostics: sortDiagnostics([...found, ...refusalFindings(refused)]),
      forgiven: sortDiagnostics(refusalFindings(forgiven)),
      unjudged: [...unjudged.values()],
      judged,
    };
  }

  #add(value: JsonValue, at: DocumentPart, problems: Diagnostic[]): void {
    const { crd, problems: ofCrd } = readCrd(value);
    const span = (path: readonly PathSegment[]) => spanIn(at, path);
    const told = ofCrd.map((problem) => problemFinding(problem, span));
    if (crd === undefined) {
      problems.push(...told);
      return;
    }
    const key = `${crd.group}/${crd.kind}`;
    const earlier = this.#crds.get(key);
    const known = { crd, span, file: at.document.source.file, versions: new Map<string, Version>() };
    if (earlier !== undefined && isSame(earlier.crd, crd)) return;
    const twice = earlier === undefined ? [] : [givenTwice(earlier, known)];
    this.#crds.set(key, { ...known, problems: [...told, ...twice] });
  }

  /** Undefined: the CRD does not serve it. */
  #version(known: KnownCrd, name: string): Version | undefined {
    const { crd, versions } = known;
    if (!crd.versions.has(name)) return undefined;
    let version = versions.get(name);
    if (version === undefined) {
      const { check, problems } = createAdmissionCheck(crd, name);
      const told = problems.map((problem) => problemFinding(problem, known.span));
      version = { problems: told, ...(problems.some(({ fatal }) => fatal) ? {} : { check }) };
      versions.set(name, version);
    }
    return version;
  }
}

function keyOf({ reason, pointer, message, rule = '' }: Refusal): string {
  return JSON.stringify([reason, pointer, message, rule]);
}

/** A part of a document: it may be a list of objects. */
interface DocumentPart {
  readonly document: PlainDocument;
  readonly path: readonly PathSegment[];
}

/** The object itself, or those of a list as kubectl prints it. */
function itemsOf(
  value: JsonValue,
): readonly { readonly value: JsonValue; readonly path: readonly PathSegment[] }[] {
  if (!isJsonMap(value) || !typeOf(value).kind.endsWith('List')) return [{ value, path: [] }];
  const items = value['items'];
  if (!Array.isArray(items)) return [];
  return (items as readonly JsonValue[]).map((item, i) => ({ value: item, path: ['items', i] }));
}

function isSame(one: Crd, other: Crd): boolean {
  const text = ({ versions, ...crd }: Crd) => JSON.stringify([crd, [...versions]]);
  return text(one) === text(other);
}

function spanIn({ document, path }: DocumentPart, inner: readonly PathSegment[]): Span {
  const located = document.locate([...path, ...inner]);
  const { span } = located.origin;
  return /\n/.test(span.source.text.slice(span.start, span.end)) ? headSpan(located) : span;
}
