import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { PathSegment } from '../diagnostics/located-path.ts';
import type { WorkloadOwner } from '../model/workloads.ts';
import { type AutoscalerEnd, readAutoscalers, type Scale } from './autoscalers.ts';
import { dataReader, readData } from './data-reader.ts';
import { controllerOf, type Inventory } from './inventory.ts';
import type { KubeObject } from './kube-object.ts';
import { selfKey } from './owners.ts';
import type { PodData, PodDataReader } from './pod-data.ts';
import { readTemplate } from './read-template.ts';
import { controller, type ControllerData, cronJob } from './schemas/controllers.ts';

/** Something that makes pods, with the number it wants. */
export interface Controller {
  readonly object: KubeObject;
  /** What people call the owner of its pods; of a ReplicaSet its Deployment, also where that is not given. */
  readonly owner: WorkloadOwner;
  readonly data: ControllerData;
  readonly wanted: Scale;
  readonly pods: PodData;
  /** Of the template of its pods. */
  readonly templatePath: readonly PathSegment[];
}

export interface ControllerOptions {
  readonly autoscalers: AutoscalerEnd;
  /** Runs of a CronJob at a time, where its policy allows several. */
  readonly cronJobRuns: number;
}

const SCALED = ['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'];

type Report = (found: Diagnostic) => void;

const controllerReader = dataReader(controller);
const cronJobReader = dataReader(cronJob);

/** Every controller that is not itself made by another one that is given. */
export function readControllers(
  inventory: Inventory,
  reader: PodDataReader,
  options: ControllerOptions,
  report: Report,
): Controller[] {
  const scales = readAutoscalers(inventory, options.autoscalers, report);
  return [...SCALED, 'Job', 'CronJob'].flatMap((kind) =>
    inventory.of(kind).flatMap((object) => {
      if (isMadeByGiven(object, inventory)) return [];
      const read =
        kind === 'CronJob' ? readCronJob(object, options, report) : readController(object, scales, report);
      if (read === undefined) return [];
      const pods = readTemplate(object, read.templatePath, reader, report);
      return pods === undefined ? [] : [{ ...read, object, owner: ownerBy(object), pods }];
    }),
  );
}

function isMadeByGiven(object: KubeObject, inventory: Inventory): boolean {
  const owner = controllerOf(object);
  return owner !== undefined && inventory.find(owner.kind, object.meta.namespace, owner.name) !== undefined;
}

function ownerBy(object: KubeObject): WorkloadOwner {
  const { kind, meta } = object;
  const above = kind === 'ReplicaSet' || kind === 'Job' ? controllerOf(object) : undefined;
  return { kind: above?.kind ?? kind, namespace: meta.namespace ?? '', name: above?.name ?? meta.name };
}

type Read = Pick<Controller, 'data' | 'wanted' | 'templatePath'>;

function readController(
  object: KubeObject,
  scales: ReadonlyMap<string, Scale>,
  report: Report,
): Read | undefined {
  const data = readData(controllerReader, object, report);
  if (data === undefined) return undefined;
  const isJob = object.kind === 'Job';
  const own: Scale = isJob
    ? jobScale(object, data, [])
    : { replicas: data.spec?.replicas ?? 1, object, path: ['spec', 'replicas'] };
  // Zero replicas switch an autoscaler off.
  const scale = own.replicas === 0 ? undefined : scales.get(selfKey(object));
  const wanted = isEnding(object) ? { ...own, replicas: 0 } : (scale ?? own);
  return { data, wanted, templatePath: ['spec', 'template'] };
}

function readCronJob(
  object: KubeObject,
  { cronJobRuns }: ControllerOptions,
  report: Report,
): Read | undefined {
  const read = readData(cronJobReader, object, report);
  if (read === undefined) return undefined;
  const { suspend, concurrencyPolicy = 'Allow', jobTemplate } = read.spec;
  const isConcurrent = concurrencyPolicy === 'Allow' || concurrencyPolicy === '';
  const runs = suspend === true || isEnding(object) ? 0 : isConcurrent ? cronJobRuns : 1;
  const path = ['spec', 'jobTemplate'];
  const one = jobScale(object, jobTemplate, path);
  return {
    data: jobTemplate,
    wanted: { ...one, replicas: one.replicas * runs },
    templatePath: [...path, 'spec', 'template'],
  };
}

/** The pods of a Job that run at a time: no more than there is work left. */
function jobScale(
  object: KubeObject,
  { spec = {}, status = {} }: ControllerData,
  path: readonly string[],
): Scale {
  const { parallelism = 1, completions, suspend } = spec;
  const isDone = status.conditions?.some(
    (one) => (one.type === 'Complete' || one.type === 'Failed') && one.status === 'True',
  );
  const left = completions === undefined ? parallelism : Math.max(0, completions - (status.succeeded ?? 0));
  const replicas = suspend === true || isDone === true ? 0 : Math.min(parallelism, left);
  const field = completions !== undefined && completions < parallelism ? 'completions' : 'parallelism';
  return { replicas, object, path: [...path, 'spec', field] };
}

function isEnding({ meta }: KubeObject): boolean {
  return meta.deletionTimestamp !== undefined;
}
