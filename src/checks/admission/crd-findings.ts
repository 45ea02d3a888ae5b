import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { pointerTokens } from '../../diagnostics/json-pointer.ts';
import type { JsonMap } from '../../diagnostics/json-value.ts';
import type { PathSegment } from '../../diagnostics/located-path.ts';
import type { Span } from '../../diagnostics/span.ts';
import { typeOf } from '../../kubernetes/type-of.ts';
import type { Crd, CrdProblem } from '../../model/admission.ts';
import type { PlaceOf } from './object-place.ts';
import { titleOf } from './refusal-finding.ts';

/** A CRD and where it stands. */
export interface LocatedCrd {
  readonly crd: Crd;
  /** As reports name it. */
  readonly file: string;
  /** Of a part of it, or the nearest that there is. */
  readonly span: (path: readonly PathSegment[]) => Span;
}

/** Something about a CRD, at its own line. */
export function problemFinding(
  { message, fatal, pointer }: CrdProblem,
  span: LocatedCrd['span'],
): Diagnostic {
  const help = fatal
    ? 'Objects of the kind are not judged by it.'
    : 'Objects of the kind are judged without this part: what it would refuse is not found.';
  const said = message.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  return diagnostic('PW9810', span(pointerTokens(pointer)), `in this CRD ${said}`, { help });
}

/** A text that must hold a CRD and is broken. */
export function unreadableFinding({ message, span }: Diagnostic): Diagnostic {
  const said = `this file mentions a CustomResourceDefinition, but cannot be read: ${message}`;
  const help = 'It is left out. Charts have to be rendered first (`helm template`).';
  return diagnostic('PW9810', span, said, { help });
}

export function givenTwice(earlier: LocatedCrd, later: LocatedCrd): Diagnostic {
  const { group, kind } = later.crd;
  const kindOf = ({ span }: LocatedCrd) => span(['spec', 'names', 'kind']);
  const message = `the CRD of ${kind} (\`${group}\`) is given twice, and the two differ: this one counts`;
  return diagnostic('PW9811', kindOf(later), message, {
    related: [{ span: kindOf(earlier), message: 'this one does not' }],
    help: `The later one counts, as where both are applied: that of a later \`--crds\`, in one folder that of a later name. Give only those that the cluster has.`,
  });
}

/** A version of the object's kind that the CRD does not serve. */
export function unserved({ crd, file }: LocatedCrd, object: JsonMap, place: PlaceOf): Diagnostic {
  const { span, related = [] } = place('/apiVersion', 'value');
  const served = [...crd.versions.keys()].map((name) => `\`${crd.group}/${name}\``).join(', ');
  const why = `no matches for kind "${crd.kind}" in version "${typeOf(object).apiVersion}"`;
  const help = `The CRD in ${file} serves ${served === '' ? 'no version' : served}.`;
  return diagnostic('PW9805', span, `${titleOf(object)} would be refused: ${why}`, { related, help });
}
