import { ApiObject, type ApiObjectMetadata, type GroupVersionKind, type JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import { dnsSubdomainProblem } from '../src/kubernetes/label.ts';
import { inspectData, shieldKeys, unshieldKeys } from './api-data.ts';
import type { Loose } from './loose.ts';

export interface TypedObjectProps<Spec> {
  readonly type: GroupVersionKind;
  readonly metadata: ApiObjectMetadata | undefined;
  readonly spec: Spec;
  /** What the API would refuse in the finished object, one sentence each. */
  readonly problems: (spec: Loose<Spec>) => readonly string[];
}

/** An ApiObject whose spec is checked, as it will be written, before any chart of the app is. */
export abstract class TypedObject<Spec> extends ApiObject {
  readonly #shielded: boolean;
  /** What is written may differ from what was given: lazy values, JSON patches. */
  #dynamic: boolean;

  constructor(scope: Construct, id: string, { type, metadata, spec, problems }: TypedObjectProps<Spec>) {
    const { hazardous, dynamic } = inspectData(spec);
    super(scope, id, {
      ...type,
      ...(metadata === undefined ? {} : { metadata }),
      spec: hazardous ? shieldKeys(spec) : spec,
    });
    this.#shielded = hazardous;
    this.#dynamic = dynamic;
    // cdk8s validates the whole app once for every chart, so a plain spec is looked at only once.
    let known: string[] | undefined;
    this.node.addValidation({
      validate: () => {
        if (this.#dynamic) {
          const written = this.#written();
          return [...nameProblems(written.metadata?.name), ...problems(written.spec ?? ({} as Loose<Spec>))];
        }
        known ??= [...nameProblems(this.name), ...problems((spec ?? {}) as Loose<Spec>)];
        return known;
      },
    });
  }

  /** The object as it is written. */
  override toJson(): any {
    const json: unknown = super.toJson();
    return this.#shielded ? unshieldKeys(json) : json;
  }

  /** See `ApiObject.addJsonPatch`. The patched object is what is checked. */
  override addJsonPatch(...ops: JsonPatch[]): void {
    this.#dynamic = true;
    super.addJsonPatch(...ops);
  }

  #written(): Written<Spec> {
    return this.toJson() as Written<Spec>;
  }
}

interface Written<Spec> {
  readonly metadata?: { readonly name?: unknown };
  readonly spec?: Loose<Spec>;
}

function nameProblems(name: unknown): readonly string[] {
  const text = typeof name === 'string' ? name : '';
  const problem = dnsSubdomainProblem(text);
  return problem === undefined ? [] : [`metadata.name: "${text}" ${problem}`];
}
