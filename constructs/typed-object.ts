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
  readonly problems: (spec: Loose<Spec>, metadata: () => WrittenMetadata) => readonly string[];
  /**
   * The spec in the words of the version that is written. What is checked and what JSON patches apply to is the spec as
   * it was given.
   *
   * @default - it is written as it was given
   */
  readonly translate?: (spec: Spec) => object;
}

export interface WrittenMetadata {
  readonly name?: unknown;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** An ApiObject whose spec is checked, as it will be written, before any chart of the app is. */
export abstract class TypedObject<Spec> extends ApiObject {
  readonly #shielded: boolean;
  readonly #translate: ((spec: Spec) => object) | undefined;
  /** What is written may differ from what was given: lazy values, JSON patches. */
  #dynamic: boolean;

  constructor(scope: Construct, id: string, props: TypedObjectProps<Spec>) {
    const { type, metadata, spec, problems, translate } = props;
    const { hazardous, dynamic } = inspectData(spec);
    super(scope, id, {
      ...type,
      ...(metadata === undefined ? {} : { metadata }),
      spec: hazardous ? shieldKeys(spec) : spec,
    });
    this.#shielded = hazardous;
    this.#dynamic = dynamic;
    this.#translate = translate;
    // cdk8s validates the whole app once for every chart, so a plain spec is looked at only once.
    let known: string[] | undefined;
    this.node.addValidation({
      validate: () => {
        if (this.#dynamic) {
          const { metadata = {}, spec = {} as Loose<Spec> } = this.#resolved();
          return [...nameProblems(metadata.name), ...problems(spec, () => metadata)];
        }
        known ??= [
          ...nameProblems(this.name),
          ...problems((spec ?? {}) as Loose<Spec>, () => this.metadata.toJson() as WrittenMetadata),
        ];
        return known;
      },
    });
  }

  /** The object as it is written. */
  override toJson(): any {
    const json = this.#resolved();
    if (this.#translate === undefined || json.spec === undefined) return json;
    return { ...json, spec: sortKeys(this.#translate(json.spec as Spec)) };
  }

  /** See `ApiObject.addJsonPatch`. The patched object is what is checked. */
  override addJsonPatch(...ops: JsonPatch[]): void {
    this.#dynamic = true;
    super.addJsonPatch(...ops);
  }

  #resolved(): Written<Spec> {
    const json: unknown = super.toJson();
    return (this.#shielded ? unshieldKeys(json) : json) as Written<Spec>;
  }
}

interface Written<Spec> {
  readonly metadata?: WrittenMetadata;
  readonly spec?: Loose<Spec>;
}

function nameProblems(name: unknown): readonly string[] {
  const text = typeof name === 'string' ? name : '';
  const problem = dnsSubdomainProblem(text);
  return problem === undefined ? [] : [`metadata.name: "${text}" ${problem}`];
}

/** cdk8s sorts the keys of what it writes, and translating undoes that. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}
