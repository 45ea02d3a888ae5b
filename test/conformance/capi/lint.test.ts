import { describe, expect, it } from 'vitest';
import { Source } from '../../../src/diagnostics/source.ts';
import { CAPACITY_KEYS } from '../../../src/kubernetes/scale-from-zero/keys.ts';
import { lintManifests } from '../../../src/lint-manifests.ts';
import { readDocuments } from '../read-documents.ts';
import type { AnnotationCase, AnnotationRecording, RecordedQuantity } from './annotations-format.ts';

/**
 * The lint and the autoscaler agree: what the recorded autoscaler refuses or drops is an error, and what it takes as it
 * is meant is none. Where the lint knows better, the row stands here with the reason.
 */
const recording = readDocuments('test/conformance/capi/annotations.json.gz')[0]?.value as AnnotationRecording;

/** The autoscaler takes these, and they are wrong all the same. */
const STRICTER: Readonly<Record<string, string>> = {
  'CAPA docs memory 500m': 'half a byte of memory',
  'cpu negative': 'no machine has less than nothing',
  'maxPods negative': 'no machine has less than nothing',
  'maxPods 0 -> default': 'zero means 110, which nobody who writes 0 means',
  'labels with spaces kept': 'no node can carry the key ` c`',
  'labels value with equals': 'no node can carry the value `b=c`',
  'labels invalid chars not validated': 'no node can carry them',
  'taints key only (no effect)': 'no node can carry a taint without an effect',
  'taints unknown effect accepted': 'no node can carry the effect',
  'min missing': 'without replicas, Cluster API starts one machine',
};

/** The autoscaler has no group of these, and it may be what was meant, or cannot be told from manifests. */
const MILDER: Readonly<Record<string, string>> = {
  'paused annotation (any value)': 'paused on purpose: an info',
  'replicas 0 without capacity -> skipped': 'other providers may write the status of the template: a warning',
  'replicas 1 without capacity -> kept': 'there is a node to look at: a warning at most',
};

describe('every recorded row', () => {
  it('is an error where the autoscaler refuses or drops something, and none where it does not', () => {
    const rows = recording.cases.map((row) => ({
      name: row.name,
      isWrong: isWrong(row),
      isError: errorsOf(row).length > 0,
    }));
    expect(rows).toHaveLength(77);
    expect(rows.filter((row) => row.isError && !row.isWrong).map(({ name }) => name)).toEqual(
      Object.keys(STRICTER).sort(byRow),
    );
    expect(rows.filter((row) => row.isWrong && !row.isError).map(({ name }) => name)).toEqual(
      Object.keys(MILDER).sort(byRow),
    );
    // Most rows decide something.
    expect(rows.filter((row) => row.isWrong && row.isError).length).toBeGreaterThan(20);
  });

  it.each(recording.quantities)('takes $in as an amount of memory as the autoscaler does', (row) => {
    const annotations = { ...GOOD, [CAPACITY_KEYS.memory]: row.in };
    const found = errorsOf({ name: '', annotations, replicas: 1, out: { nodeGroupCount: 1 } });
    expect(found).toEqual(isAmount(row) ? [] : ['PW9201']);
  });
});

const GOOD = {
  'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size': '0',
  'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size': '5',
  [CAPACITY_KEYS.cpu]: '4',
};

/** At least one byte, and not so many that Go's 64 bits say something else. Thousandths may overflow: nobody reads them. */
function isAmount(row: RecordedQuantity): boolean {
  if ('err' in row || row.value <= 0) return false;
  return !(row.value === 1 && row.milli > 0 && row.milli < 1000);
}

function byRow(a: string, b: string): number {
  const index = (name: string) => recording.cases.findIndex((row) => row.name === name);
  return index(a) - index(b);
}

/** By what was recorded alone. */
function isWrong({ annotations, specTaints, out }: AnnotationCase): boolean {
  if (out.nodeGroupCount === 0 || out.capacityError !== undefined) return true;
  const labels = distinct(annotations[CAPACITY_KEYS.labels]);
  if (labels > Object.keys(out.labelsFromResource ?? {}).length) return true;
  const taints = distinct(annotations[CAPACITY_KEYS.taints]);
  if (specTaints === undefined && taints > (out.taints ?? []).length) return true;
  return distinct(annotations[CAPACITY_KEYS.csiDriver]) > (out.csiDrivers ?? []).length;
}

/** Pieces between commas that are not another one's repetition. */
function distinct(text = ''): number {
  const pieces = text.split(',').filter((piece) => piece !== '');
  return new Set(pieces.map((piece) => piece.replace(/[=:].*(?=:)|=.*/, ''))).size;
}

/** Without the one rule that each row would break: none of them says its architecture. It has tests of its own. */
function errorsOf(row: AnnotationCase): readonly string[] {
  const { diagnostics } = lintManifests({ sources: [new Source('row.json', objects(row))] });
  return diagnostics
    .filter(({ severity, code }) => severity === 'error' && code !== 'PW9204')
    .map(({ code }) => code);
}

function objects(row: AnnotationCase): string {
  const template = { apiGroup: 'infrastructure.cluster.x-k8s.io', kind: 'TestMachineTemplate', name: 't' };
  const machines = {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'MachineDeployment',
    metadata: { name: 'p-0', namespace: 'ns', annotations: row.annotations },
    spec: {
      replicas: row.replicas,
      template: {
        metadata: { labels: { app: 'p-0', ...row.labelsAtSpecTemplateMetadata } },
        spec: {
          infrastructureRef: template,
          ...(row.specTaints === undefined ? {} : { taints: row.specTaints }),
          ...(row.labelsAtSpecTemplateSpecMetadata === undefined
            ? {}
            : { metadata: { labels: row.labelsAtSpecTemplateSpecMetadata } }),
        },
      },
    },
  };
  const { infraStatusCapacity: capacity, infraStatusNodeInfo: nodeInfo } = row;
  const infrastructure = {
    apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1',
    kind: template.kind,
    metadata: { name: 't', namespace: 'ns', uid: 'live' },
    status: { capacity, nodeInfo },
  };
  const all = [machines, GATE, ...(capacity === undefined ? [] : [infrastructure])];
  return all.map((one) => JSON.stringify(one)).join('\n');
}

/** The recorded API server took taints in the spec. */
const GATE = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'capi-controller-manager' },
  spec: {
    template: {
      spec: { containers: [{ args: ['--feature-gates=MachineTaintPropagation=true,MachinePool=true'] }] },
    },
  },
};
