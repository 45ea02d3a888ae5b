import { isJsonMap, type JsonMap, type JsonValue } from '../diagnostics/json-value.ts';
import { KARPENTER_MEMBER_KEY } from '../kubernetes/scale-from-zero/keys.ts';
import { readSizes } from '../kubernetes/scale-from-zero/read-sizes.ts';
import type { Provider } from '../model/provider.ts';
import { BOOTSTRAP_KINDS, type BootstrapReading, type LostPart, readBootstrap } from './bootstrap-reading.ts';
import { type Finding, finding } from './finding.ts';
import { type LiveMachineDeployment, type LiveTemplate, templateKey } from './live-machines.ts';
import type { LiveObject } from './live-objects.ts';
import { mapAt } from './json-parts.ts';
import { NODE_POOL_KEY, ownPool } from './own-pool.ts';
import { isBookkeeping, isOfClusterApi, isPoolLabel } from './own-metadata.ts';
import { pathText, type ReadTree, unreadPaths } from './unread-paths.ts';

export interface JoinedMachines {
  readonly machineDeployments: readonly LiveMachineDeployment[];
  readonly findings: readonly Finding[];
}

type Templates = ReadonlyMap<string, LiveTemplate>;

/** MachineDeployments with the templates they name. */
export function joinMachines(
  objects: readonly LiveObject[],
  templates: Templates,
  provider: Provider,
): JoinedMachines {
  const findings: Finding[] = [];
  const machineDeployments = objects.flatMap((object) => {
    const sizes = readSizes(object.annotations);
    if (!sizes.ok) {
      const message = `MachineDeployment \`${object.name}\`: its ${sizes.which}-size ${sizes.problem}`;
      const help =
        'It is not imported. While it is so, the autoscaler sees no node group in the whole cluster.';
      findings.push(finding('PW9302', object.span(['metadata', 'annotations']), message, { help }));
      return [];
    }
    return [joined(object, templates, provider, findings)];
  });
  return { machineDeployments, findings };
}

function joined(
  object: LiveObject,
  templates: Templates,
  { adoption }: Provider,
  findings: Finding[],
): LiveMachineDeployment {
  const { spec, labels, namespace, name } = object;
  const machine = mapAt(mapAt(spec, 'template'), 'spec');
  const infrastructure = referenceIn(machine['infrastructureRef']);
  const bootstrapRef = referenceIn(mapAt(machine, 'bootstrap')['configRef']);
  const missing = (what: string, reference: Reference) => {
    findings.push(
      finding(
        'PW9321',
        object.span(['spec', 'template', 'spec']),
        `MachineDeployment \`${name}\`: its ${what} \`${reference.kind}/${reference.name}\` is not given`,
        { help: 'What only it says is not carried over. Give the templates beside the MachineDeployments.' },
      ),
    );
  };
  const templateOf = ({ kind, name: named }: Reference) => templates.get(templateKey(kind, namespace, named));
  const bootstrapTemplate = bootstrapRef === undefined ? undefined : templateOf(bootstrapRef);
  const format = BOOTSTRAP_KINDS.get(bootstrapRef?.kind ?? '');
  let bootstrap: BootstrapReading | undefined;
  if (bootstrapTemplate !== undefined && format !== undefined) {
    bootstrap = readBootstrap(format, templateSpec(bootstrapTemplate.object));
    report(bootstrapTemplate, bootstrap.lost, findings);
  } else if (bootstrapRef !== undefined) missing('bootstrap template', bootstrapRef);
  const infrastructureTemplate = infrastructure === undefined ? undefined : templateOf(infrastructure);
  const described =
    infrastructureTemplate === undefined
      ? undefined
      : adoption?.machines.describe(templateSpec(infrastructureTemplate.object), format ?? 'nodeadm');
  if (infrastructureTemplate !== undefined && described !== undefined) {
    const lost = described.lost.map((field): LostPart => ({ path: field.split('.'), name: field }));
    report(infrastructureTemplate, lost, findings);
  } else if (infrastructure?.kind === adoption?.machines.kind && infrastructure !== undefined) {
    missing('infrastructure template', infrastructure);
  }
  const { clusterName } = spec;
  const machineLabels = mapAt(mapAt(mapAt(spec, 'template'), 'metadata'), 'labels');
  const own = ownPool(object, machineLabels);
  const pool = own?.pool ?? machineLabels[NODE_POOL_KEY];
  return {
    ...object,
    clusterName: typeof clusterName === 'string' ? clusterName : '',
    backend: Object.hasOwn(labels, KARPENTER_MEMBER_KEY) ? 'karpenter-cluster-api' : 'cluster-autoscaler',
    ...(typeof pool === 'string' ? { pool } : {}),
    ...(own === undefined ? {} : { keyPrefix: own.keyPrefix }),
    infrastructureKind: infrastructure?.kind ?? '',
    infrastructureName: infrastructure?.name ?? '',
    ...(bootstrapRef === undefined ? {} : { bootstrapName: bootstrapRef.name }),
    ...(described === undefined || infrastructureTemplate === undefined
      ? {}
      : { machine: described, infrastructure: infrastructureTemplate.object }),
    ...(bootstrap === undefined ? {} : { bootstrap }),
  };
}

interface Reference {
  readonly kind: string;
  readonly name: string;
}

/** Both API versions name kind and name. */
function referenceIn(value: JsonValue | undefined): Reference | undefined {
  if (!isJsonMap(value)) return undefined;
  const { kind, name } = value;
  return typeof kind === 'string' && typeof name === 'string' ? { kind, name } : undefined;
}

function templateSpec({ spec }: LiveObject): JsonMap {
  return mapAt(mapAt(spec, 'template'), 'spec');
}

const SPEC = ['spec', 'template', 'spec'];

/** What of a template the definition does not say. Several MachineDeployments may share a template. */
function report({ object }: LiveTemplate, lost: readonly LostPart[], findings: Finding[]): void {
  const { kind, name: own, spec, labels, annotations } = object;
  const parts = [
    ...lost.map(({ path, name = pathText(path) }) => ({ path: [...SPEC, ...path], name })),
    ...unreadPaths({ metadata: { labels, annotations }, spec }, around(labels)).map((path) => ({
      path,
      name: pathText(path),
    })),
  ];
  for (const { path, name } of parts) {
    const message = `${kind} \`${own}\`: \`${name}\` is not carried over`;
    if (findings.some(({ diagnostic }) => diagnostic.message === message)) continue;
    const help = 'The definition has no key for it.';
    findings.push(finding('PW9303', object.span(path), message, { help }));
  }
}

/** What is read of a template elsewhere, or belongs to how it was made. */
function around(labels: Readonly<Record<string, string>>): ReadTree {
  const isMarked = (_value: JsonValue, key: string) =>
    isBookkeeping(key) || isOfClusterApi(key) || isPoolLabel(key, labels);
  return {
    metadata: { labels: { '*': isMarked }, annotations: { '*': isMarked } },
    spec: { template: { spec: true } },
  };
}
