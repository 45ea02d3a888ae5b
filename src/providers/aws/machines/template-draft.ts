import { isBuiltIn } from '../../../diagnostics/is-built-in.ts';
import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { DiagnosticCode } from '../../../diagnostics/codes.ts';
import { usedHere } from '../../../diagnostics/describe-origin.ts';
import { originAt } from '../../../diagnostics/origin-at.ts';
import type { Origin } from '../../../diagnostics/origin.ts';
import type { Ec2NodeClassSpec } from '../../../kubernetes/api/ec2-node-class.ts';
import type { JsonValue } from '../../../model/compiled-object.ts';
import type { Pool } from '../../../model/pool.ts';
import type { NodeClassObject } from '../../../model/provider.ts';

/** Where a template keeps what its machines get. */
const SPEC = '/spec/template/spec';

/** A template while its parts are put together from a node class. */
export class TemplateDraft<Spec extends object> {
  readonly nodeClass: Ec2NodeClassSpec;
  readonly origins = new Map<string, Origin>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #fields = new Map<string, unknown>();
  readonly #from: ReadonlyMap<string, Origin>;
  readonly #pool: Pool;

  constructor({ spec, origins }: NodeClassObject, pool: Pool) {
    this.nodeClass = spec;
    this.#from = origins;
    this.#pool = pool;
    const origin = {
      span: pool.keySpan,
      keySpan: pool.keySpan,
      layer: { kind: 'pool', name: pool.name },
    } as const;
    this.origins.set('', origin);
  }

  /** Takes over what another draft from the same node class holds. */
  include(other: TemplateDraft<Spec>): void {
    for (const [field, value] of other.#fields) this.#fields.set(field, value);
    for (const [pointer, origin] of other.origins) this.origins.set(pointer, origin);
    this.diagnostics.push(...other.diagnostics);
  }

  /** Sets a field. `from` is the pointer into the node class that it comes from. */
  set<Field extends keyof Spec & string>(field: Field, value: NonNullable<Spec[Field]>, from: string): void {
    this.#fields.set(field, value);
    this.origins.set(`${SPEC}/${field}`, this.originOf(from));
  }

  /** The spec of the template. */
  spec(): JsonValue {
    return { template: { spec: Object.fromEntries(this.#fields) as JsonValue } };
  }

  originOf(pointer: string): Origin {
    return originAt(this.#from, pointer);
  }

  /** Whether somebody wrote what stands at the pointer: the built-in set and the pool's own key are nobody. */
  isWritten(pointer: string): boolean {
    const origin = this.#from.get(pointer);
    return origin !== undefined && !isBuiltIn(origin) && origin.span !== this.#pool.keySpan;
  }

  /** A finding at what stands at a pointer into the node class. */
  report(code: DiagnosticCode, pointer: string, message: string, details: DiagnosticDetails = {}): void {
    this.reportAt(code, this.originOf(pointer), message, details);
  }

  reportAt(code: DiagnosticCode, origin: Origin, message: string, details: DiagnosticDetails = {}): void {
    const related = [...(details.related ?? []), ...usedHere(origin, this.#pool)];
    this.diagnostics.push(diagnostic(code, origin.span, message, { ...details, related }));
  }

  /** As `report`, at the field's key: it is the field that has no place, not its value. */
  reportField(code: DiagnosticCode, pointer: string, message: string, help: string): void {
    const origin = this.originOf(pointer);
    const span = origin.keySpan ?? origin.span;
    this.diagnostics.push(diagnostic(code, span, message, { help, related: usedHere(origin, this.#pool) }));
  }
}
