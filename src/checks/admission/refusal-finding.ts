import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { pointerTokens } from '../../diagnostics/json-pointer.ts';
import { isJsonMap, type JsonMap, type JsonValue } from '../../diagnostics/json-value.ts';
import { typeOf } from '../../kubernetes/type-of.ts';
import type { Refusal } from '../../model/admission.ts';
import type { PlaceOf } from './object-place.ts';

/** What is refused, where it stands, and by which CRD. */
export interface RefusedObject {
  readonly object: JsonMap;
  readonly place: PlaceOf;
  /** As help names the CRD: "`karpenter.sh/v1` in `crds/nodepools.yaml`". */
  readonly crd: string;
}

/** Refusals that say the same of several objects at one place are one finding. In order of the first object. */
export function refusalFindings(
  refused: readonly (RefusedObject & { readonly refusals: readonly Refusal[] })[],
): readonly Diagnostic[] {
  const groups = new Map<string, { readonly refusal: Refusal; readonly objects: RefusedObject[] }>();
  for (const { refusals, ...object } of refused) {
    for (const refusal of refusals) {
      const { span } = placeOf(object, refusal);
      const { pointer, message, reason, rule = '' } = refusal;
      const path = fieldPath(object.object, pointer);
      const where = [span.source.file, span.start, span.end, typeOf(object.object).kind];
      const key = JSON.stringify([...where, path, reason, message, rule]);
      const known = groups.get(key);
      if (known === undefined) groups.set(key, { refusal, objects: [object] });
      else known.objects.push(object);
    }
  }
  return [...groups.values()].flatMap(({ refusal, objects }) => refusalFinding(refusal, objects));
}

function refusalFinding(refusal: Refusal, objects: readonly RefusedObject[]): readonly Diagnostic[] {
  const [first, ...others] = objects;
  if (first === undefined) return [];
  const { span, related = [], supplier } = placeOf(first, refusal);
  const path = fieldPath(first.object, refusal.pointer);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const at = path === '' ? '' : `\`${path}\`: `;
  const message = `${titleOf(first.object)}${more} would be refused: ${at}${said(refusal)}`;
  const help = [ruleText(refusal), suppliedText(refusal, supplier), `So says the CRD ${first.crd}.`]
    .concat(refusal.rulesUnasked === true ? 'Its rules are asked once this is mended.' : '')
    .filter((text) => text !== '')
    .join(' ');
  return [diagnostic(codeOf(refusal), span, message, { related, help })];
}

function suppliedText({ isDefault }: Refusal, supplier: string | undefined): string {
  if (isDefault === true) return "The CRD's default supplies the value.";
  return supplier === undefined ? '' : `The value is that of ${supplier}.`;
}

function placeOf({ place }: RefusedObject, { pointer, reason, reads }: Refusal) {
  return place(pointer, reason === 'unknown-field' ? 'key' : 'value', reads);
}

function codeOf({ reason, transition }: Refusal): DiagnosticCode {
  if (transition === true) return 'PW9804';
  if (reason === 'unknown-field') return 'PW9802';
  return reason === 'rule' || reason === 'rule-failed' ? 'PW9803' : 'PW9801';
}

function said({ message }: Refusal): string {
  return message.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '');
}

function ruleText({ rule, transition }: Refusal): string {
  if (rule === undefined) return '';
  const whole = rule.trim().replaceAll(/\s+/g, ' ');
  const text = whole.length > RULE_LENGTH_MAX ? `${whole.slice(0, RULE_LENGTH_MAX)}…` : whole;
  return transition === true
    ? `The rule \`${text}\` compares with the object that is there: take the change back, or make another object.`
    : `The rule is \`${text}\`.`;
}

/** Longer ones are read in the CRD. */
const RULE_LENGTH_MAX = 200;

/** "NodePool `default`", "MachineDeployment `clusters/edge-default`". */
export function titleOf(object: JsonMap): string {
  const { metadata } = object;
  const { name, namespace } = isJsonMap(metadata) ? metadata : {};
  const parts = [namespace, name].filter((part) => typeof part === 'string');
  return `${typeOf(object).kind} \`${parts.join('/')}\``;
}

/** A JSON pointer as the API server writes it: `spec.template.spec.requirements[0].key`, `metadata.labels[a/b]`. */
export function fieldPath(root: JsonValue, pointer: string): string {
  let path = '';
  let value: JsonValue | undefined = root;
  for (const key of pointerTokens(pointer)) {
    const isItem = Array.isArray(value);
    if (isItem || !/^[A-Za-z_$][\w$-]*$/.test(key)) path += `[${key}]`;
    else path += path === '' ? key : `.${key}`;
    value = typeof value === 'object' && value !== null ? (value as JsonMap)[key] : undefined;
  }
  return path;
}
