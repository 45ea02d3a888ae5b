import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { CAPACITY_KEYS, MAX_SIZE_KEY } from '../../kubernetes/scale-from-zero/keys.ts';
import { readSizes } from '../../kubernetes/scale-from-zero/read-sizes.ts';
import { type InfrastructureStatus, templateNode } from '../../kubernetes/scale-from-zero/template-node.ts';
import type { ManifestObject } from '../../model/manifest-set.ts';
import { listed, quoted } from '../words.ts';
import { annotationKeySpan, type MachineGroup } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { textsAt, textAt, valueAt } from './raw.ts';

/** Templates whose controllers write `status.capacity`, and those that never have one. */
const REPORTING: ReadonlySet<string> = new Set([
  'AWSMachineTemplate',
  'GCPMachineTemplate',
  'KubemarkMachineTemplate',
  'DevMachineTemplate',
  'DockerMachineTemplate',
]);
const HALVES = ['cpu', 'memory'] as const;

const SILENT: ReadonlySet<string> = new Set(['AzureMachineTemplate']);

/** A group at zero of which nothing says what its node would have. */
export const fromZero = groupRule(['PW9205', 'PW9206'], function* (own, context) {
  const group = { ...own, annotations: context.annotationsOf(own) };
  if (group.scaler !== 'autoscaler' || !startsAtZero(group)) return;
  const template = context.infrastructureOf(group);
  const node = templateNode({
    annotations: group.annotations,
    infrastructure: infrastructureStatus(template),
  });
  // An amount that cannot be read is a finding of its own.
  if (node.ok || node.reason.code === 'capacity') return;
  yield* finding(group, node.reason.lacks, providerOf(group, template));
});

function infrastructureStatus(template: ManifestObject | undefined): InfrastructureStatus {
  if (template === undefined) return { readable: false };
  return { readable: true, capacity: textsAt(template.raw, ['status', 'capacity']) };
}

/** Only a group that is at zero, or may go there, needs to be told. */
function startsAtZero({ annotations, object, path }: MachineGroup): boolean {
  const read = readSizes(annotations);
  if (!read.ok || read.max === 0 || read.min > 0) return false;
  const replicas = valueAt(object.raw, [...path, 'spec', 'replicas']);
  return typeof replicas !== 'number' || replicas === 0;
}

interface Provider {
  readonly kind: string;
  readonly reports: 'yes' | 'no' | 'maybe';
}

function providerOf(group: MachineGroup, template: ManifestObject | undefined): Provider {
  const ref = [...group.path, 'spec', 'template', 'spec', 'infrastructureRef', 'kind'];
  const kind = template?.kind ?? textAt(group.object.raw, ref) ?? 'the infrastructure template';
  // A live template shows what its controller writes.
  if (template?.isLive === true || SILENT.has(kind)) return { kind, reports: 'no' };
  return { kind, reports: REPORTING.has(kind) ? 'yes' : 'maybe' };
}

function* finding(
  group: MachineGroup,
  lacks: readonly ('cpu' | 'memory')[],
  { kind, reports }: Provider,
): Iterable<Diagnostic> {
  const isWritten = (name: 'cpu' | 'memory') => Object.hasOwn(group.annotations, CAPACITY_KEYS[name]);
  const isZero = lacks.some(isWritten);
  const half = HALVES.filter((name) => isWritten(name) && !lacks.includes(name));
  // Half a description, or zero, is no decision to leave it to the provider.
  if (reports === 'yes' && !isZero && half.length === 0) return;
  const span = annotationKeySpan(group, MAX_SIZE_KEY);
  const add = `Add ${listed(lacks.map((name) => CAPACITY_KEYS[name]))}`;
  if (reports === 'no' || isZero) {
    yield diagnostic(
      'PW9205',
      span,
      `nothing gives ${group.title} ${listed(lacks)}, so it never leaves zero`,
      {
        help: `${add}, or a min-size of at least 1.`,
      },
    );
    return;
  }
  const but = half.length === 0 ? '' : ` gives ${listed(half)} but`;
  const message = `${group.title}${but} relies on ${quoted(kind)} to report ${listed(lacks)}`;
  const why = reports === 'yes' ? 'As long as' : 'If';
  yield diagnostic('PW9206', span, message, {
    help: `${why} its provider writes no \`status.capacity\`, the group never leaves zero. ${add} to be sure.`,
  });
}
