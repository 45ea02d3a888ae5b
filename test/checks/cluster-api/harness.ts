import { Source } from '../../../src/diagnostics/source.ts';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { lintManifests } from '../../../src/lint-manifests.ts';
import type { Compilation } from '../../../src/model/compilation.ts';

/** What is found in one file of manifests. */
export function lintText(text: string, file = 'manifests.yaml'): Compilation {
  return lintManifests({ sources: [new Source(file, text)] });
}

/** Findings with one of the codes, or all of them: `PW9201 what is blamed: message`. */
export function found(text: string, ...codes: readonly string[]): readonly string[] {
  return lintText(text)
    .diagnostics.filter(({ code }) => codes.length === 0 || codes.includes(code))
    .map((one) => `${one.code} ${blamed(one)}: ${one.message}`);
}

export function blamed({ span }: Diagnostic): string {
  return span.source.text.slice(span.start, span.end);
}

const CAPACITY = 'capacity.cluster-autoscaler.kubernetes.io/';
const SIZE = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-';

/** Annotations of a group that has nothing wrong, by their short names. */
const GOOD: Readonly<Record<string, string>> = {
  'min-size': '0',
  'max-size': '5',
  cpu: '4',
  memory: '16Gi',
  maxPods: '58',
  labels: 'kubernetes.io/arch=amd64,kubernetes.io/os=linux',
};

export interface Machines {
  readonly name?: string;
  readonly apiVersion?: string;
  /** By short name (`cpu`, `max-size`) or whole key; undefined takes away what is there by default. */
  readonly annotations?: Readonly<Record<string, string | undefined>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** Added to the metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Added to the spec. */
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly template?: Readonly<Record<string, unknown>>;
  readonly templateSpec?: Readonly<Record<string, unknown>>;
}

/** A MachineDeployment without a flaw, but for what is given; as JSON, which is YAML. */
export function machineDeployment(given: Machines = {}): string {
  const { name = 'web', apiVersion = 'cluster.x-k8s.io/v1beta2' } = given;
  const annotations: Record<string, string> = {};
  for (const [key, value] of Object.entries({ ...GOOD, ...given.annotations })) {
    if (value !== undefined) annotations[wholeKey(key)] = value;
  }
  return JSON.stringify(
    {
      apiVersion,
      kind: 'MachineDeployment',
      metadata: {
        name,
        namespace: 'clusters',
        ...(given.labels === undefined ? {} : { labels: given.labels }),
        annotations,
        ...given.metadata,
      },
      spec: {
        clusterName: 'prod',
        selector: { matchLabels: { 'cluster.x-k8s.io/deployment-name': name } },
        ...given.spec,
        template: {
          metadata: { labels: { 'cluster.x-k8s.io/deployment-name': name } },
          ...given.template,
          spec: {
            clusterName: 'prod',
            infrastructureRef: {
              apiGroup: 'infrastructure.cluster.x-k8s.io',
              kind: 'AWSMachineTemplate',
              name: 'm5-xlarge',
            },
            ...given.templateSpec,
          },
        },
      },
    },
    undefined,
    2,
  );
}

function wholeKey(key: string): string {
  if (key.includes('/')) return key;
  return (key.endsWith('-size') ? SIZE : CAPACITY) + key;
}

/** Several documents of one file. */
export function documents(...texts: readonly string[]): string {
  return texts.join('\n---\n');
}
