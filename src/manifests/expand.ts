import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { WorkloadPod, WorkloadTemplate } from '../model/workloads.ts';
import type { Labels } from './admission.ts';
import { commonLabels, numberingLabels } from './controller-labels.ts';
import type { Controller } from './controllers.ts';
import { claimsOf, type MadeClaim } from './made-claims.ts';
import { CREATED_AT_SECONDS } from './created-at.ts';
import { titleOf } from './kube-object.ts';
import { gatedPods } from './gated-pods.ts';
import type { Replicas } from './given-pods.ts';
import type { PodBudget } from './pod-budget.ts';
import type { PodDataReader } from './pod-data.ts';
import type { PodNames } from './pod-names.ts';
import type { PlacedVolume, ReadTemplate, Templates } from './templates.ts';

/** Enough digits that uids sort as their numbers do. */
const DIGITS_MIN = 5;

export interface Expanded {
  readonly pods: readonly WorkloadPod[];
  /** Claims that StatefulSets make along with their pods, those that are there already among them. */
  readonly claims: readonly MadeClaim[];
}

export interface ExpandInput {
  readonly controllers: readonly Controller[];
  readonly templates: Templates;
  readonly reader: PodDataReader;
  /** Replicas that are there already. */
  readonly replicasOf: (controller: Controller) => Replicas;
  readonly budget: PodBudget;
  readonly names: PodNames;
}

/** The pods that controllers still have to make. */
export function expand(input: ExpandInput, report: (found: Diagnostic) => void): Expanded {
  const pods: WorkloadPod[] = [];
  const claims: MadeClaim[] = [];
  for (const controller of input.controllers) {
    const { object, wanted } = controller;
    const present = input.replicasOf(controller);
    const numbers = missingNumbers(controller, present);
    for (const name of present.names) claims.push(...claimsOf(controller, name));
    // A cluster keeps the ReplicaSets of the past.
    if (numbers.count === 0 && object.isLive) continue;
    const first = input.templates.template(requestFor(controller, commonLabels(controller, present)));
    if (first === undefined || numbers.count === 0) continue;
    const where = () => wanted.object.place.span(wanted.path);
    if (!input.budget.take(numbers.count, titleOf(object), where)) continue;
    if (first.isGated) {
      report(gatedPods(object, controller.templatePath, numbers.count));
      continue;
    }
    const maker = new PodMaker(input, controller, present, first);
    for (const number of numbers.each()) {
      const pod = maker.pod(number);
      pods.push(pod);
      claims.push(...claimsOf(controller, pod.name));
    }
    if (maker.renamed !== undefined) report(renamed(controller, maker.renamed, input.names));
  }
  return { pods, claims };
}

interface Numbers {
  readonly count: number;
  readonly each: () => Iterable<number>;
}

/** A StatefulSet fills its gaps; of others nobody can tell which replica is missing. */
function missingNumbers({ object, data, wanted }: Controller, present: Replicas): Numbers {
  const { replicas } = wanted;
  if (object.kind !== 'StatefulSet') {
    const count = Math.max(0, replicas - present.count);
    return { count, each: () => range(replicas - count, replicas) };
  }
  const start = data.spec?.ordinals?.start ?? 0;
  const taken = [...present.names]
    .map((name) => Number(name.slice(object.meta.name.length + 1)))
    .filter((ordinal) => ordinal >= start && ordinal < start + replicas);
  const numbers = new Set(taken);
  return {
    count: replicas - numbers.size,
    *each() {
      for (const ordinal of range(start, start + replicas)) if (!numbers.has(ordinal)) yield ordinal;
    },
  };
}

function* range(from: number, to: number): Iterable<number> {
  for (let i = from; i < to; i++) yield i;
}

/** The first of the replicas whose name is another pod's. */
interface Renamed {
  readonly from: string;
  readonly to: string;
  others: number;
}

/** A StatefulSet would wait for the name. Of other controllers the names are made up here, and mean nothing. */
function renamed(controller: Controller, { from, to, others }: Renamed, names: PodNames): Diagnostic {
  const { object } = controller;
  const title = titleOf(object);
  const span = object.place.span(['metadata', 'name']);
  const pod = names.givenPod(controller, from);
  const related =
    pod === undefined
      ? {}
      : { related: [{ span: pod.object.place.span(['metadata', 'name']), message: 'the pod of that name' }] };
  const more =
    others === 0
      ? ''
      : ` ${others === 1 ? 'One more replica has' : `${others} more replicas have`} another number for the same reason.`;
  if (object.kind === 'StatefulSet') {
    return diagnostic('PW7025', span, `${title} cannot make its pod \`${from}\`: another pod has that name`, {
      ...related,
      help: `It is planned as \`${to}\`.${more} Rename the other pod or the StatefulSet.`,
    });
  }
  const message = `a replica of ${title} is called \`${to}\`, for another pod is \`${from}\``;
  return diagnostic('PW7038', span, message, {
    ...related,
    help: `Names of replicas are made up for the plan; in the cluster they end in random letters.${more}`,
  });
}

class PodMaker {
  renamed: Renamed | undefined;
  readonly #input: ExpandInput;
  readonly #controller: Controller;
  readonly #present: Replicas;
  readonly #common: ReadTemplate;
  readonly #numbered: readonly ((number: number) => readonly [string, string])[];
  readonly #digits: number;
  /** Of the next name to try where one is taken. */
  #spare: number;

  constructor(input: ExpandInput, controller: Controller, present: Replicas, common: ReadTemplate) {
    this.#input = input;
    this.#controller = controller;
    this.#present = present;
    this.#common = common;
    this.#numbered = numberingLabels(controller)
      .filter(([key]) => input.reader.selects(key))
      .map(([, make]) => make);
    const { data, wanted } = controller;
    const end = (data.spec?.ordinals?.start ?? 0) + wanted.replicas;
    this.#digits = Math.max(DIGITS_MIN, String(end - 1).length);
    this.#spare = end;
  }

  pod(number: number): WorkloadPod {
    const { object } = this.#controller;
    const { name: ownerName, namespace = '' } = object.meta;
    const name = this.#name(number);
    return {
      uid: `${namespace}/${object.kind}/${ownerName}/${String(number).padStart(this.#digits, '0')}`,
      name,
      namespace,
      createdAtSeconds: CREATED_AT_SECONDS,
      template: this.#template(number, name),
    };
  }

  /** The uid keeps the number, so that a name which is taken does not change the order of pods. */
  #name(number: number): string {
    const { names } = this.#input;
    const own = names.take(this.#controller, number);
    if (own !== undefined) return own;
    let name: string | undefined;
    while (name === undefined) name = names.take(this.#controller, this.#spare++);
    if (this.renamed !== undefined) this.renamed.others++;
    else this.renamed = { from: `${this.#controller.object.meta.name}-${number}`, to: name, others: 0 };
    return name;
  }

  #template(number: number, pod: string): WorkloadTemplate {
    let read = this.#common;
    if (this.#numbered.length > 0) {
      const labels = Object.fromEntries(this.#numbered.map((make) => make(number)));
      const added = { ...commonLabels(this.#controller, this.#present), ...labels };
      read = this.#input.templates.template(requestFor(this.#controller, added)) ?? read;
    }
    const volumes = claimsOf(this.#controller, pod).map(({ volume, claim, path }): PlacedVolume => {
      const { name: claimName } = claim.metadata;
      const { object } = this.#controller;
      return { volume: { name: volume, persistentVolumeClaim: { claimName } }, written: { object, path } };
    });
    return volumes.length === 0 ? read.template : read.withVolumes(volumes);
  }
}

function requestFor({ pods, object, templatePath, owner }: Controller, added: Labels) {
  return { data: pods, object, path: templatePath, owner, added };
}
