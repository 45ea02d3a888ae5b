import type {
  KubeadmConfigTemplateSpec,
  KubeadmNodeRegistration,
} from '../../src/kubernetes/api/kubeadm-config-template.ts';
import { labelKeyProblem, labelValueProblem } from '../../src/kubernetes/label.ts';
import { TAINT_EFFECTS } from '../../src/kubernetes/taint.ts';
import { choice, outOfBounds } from '../field-problems.ts';
import type { Loose } from '../loose.ts';
import { annotationsProblems, labelsProblems } from '../map-problems.ts';
import { emptyParts } from '../structure-problems.ts';
import { BOOTSTRAP, bootstrapProblems } from './bootstrap-problems.ts';

type Registration = Loose<KubeadmNodeRegistration>;

const JOIN = `${BOOTSTRAP}.joinConfiguration`;
const REGISTRATION = `${JOIN}.nodeRegistration`;
const MAX_ARGUMENT = 1024;

/** A worker without taints, an argument without a value; the rest has no lower bound in the CRD. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  'taints',
  'value',
  'labels',
  'annotations',
  'servers',
  'sshAuthorizedKeys',
  'filesystems',
  'partitions',
  'extraOpts',
]);

/** What the API server would refuse in a KubeadmConfigTemplate, one sentence each (Cluster API 1.14, the CRD). */
export function kubeadmConfigTemplateProblems({
  template,
}: Loose<KubeadmConfigTemplateSpec>): readonly string[] {
  if (template === undefined) return ['spec.template is required'];
  const { metadata, spec } = template;
  const join = spec?.joinConfiguration ?? {};
  const timeouts = Object.entries(join.timeouts ?? {});
  return [
    ...emptyParts('spec.template.metadata', metadata, MAY_BE_EMPTY),
    ...labelsProblems('spec.template.metadata.labels', metadata?.labels),
    ...annotationsProblems('spec.template.metadata.annotations', metadata?.annotations),
    ...emptyParts(BOOTSTRAP, spec, MAY_BE_EMPTY),
    ...choice(`${BOOTSTRAP}.format`, spec?.format, ['cloud-config', 'ignition']),
    ...registration(join.nodeRegistration ?? {}),
    ...outOfBounds(timeouts.map(([field, value]) => ({ at: `${JOIN}.timeouts.${field}`, value, least: 0 }))),
    ...bootstrapProblems(spec ?? {}),
  ];
}

/** What v1beta1 cannot say. */
export function kubeadmV1Beta1Problems({ template }: Loose<KubeadmConfigTemplateSpec>): readonly string[] {
  return Object.keys(template?.spec?.joinConfiguration?.timeouts ?? {})
    .filter((field) => field !== 'tlsBootstrapSeconds')
    .map((field) => `${JOIN}.timeouts.${field} has no counterpart in v1beta1`);
}

function registration({ kubeletExtraArgs = [], taints = [], ...rest }: Registration): readonly string[] {
  const names = kubeletExtraArgs.map(({ name = '' }) => name);
  return [
    ...choice(`${REGISTRATION}.imagePullPolicy`, rest.imagePullPolicy, ['Always', 'IfNotPresent', 'Never']),
    ...(names.length > 100 ? [`${REGISTRATION}.kubeletExtraArgs has more than 100 entries`] : []),
    ...kubeletExtraArgs.flatMap(({ name = '', value }, i) => {
      const at = `${REGISTRATION}.kubeletExtraArgs[${i}]`;
      return [
        ...(name.startsWith('-') ? [`${at}.name: "${name}" is written without dashes`] : []),
        ...(names.indexOf(name) < i ? [`${at}.name: "${name}" occurs twice`] : []),
        ...(typeof value === 'string' ? [] : [`${at}.value is required`]),
        ...((value?.length ?? 0) > MAX_ARGUMENT
          ? [`${at}.value (${name}) is longer than ${MAX_ARGUMENT} characters`]
          : []),
      ];
    }),
    ...(taints.length > 100 ? [`${REGISTRATION}.taints has more than 100 entries`] : []),
    ...taints.flatMap(({ key = '', value = '', effect = '' }, i) => {
      const at = `${REGISTRATION}.taints[${i}]`;
      const ofKey = labelKeyProblem(key);
      const ofValue = labelValueProblem(value);
      return [
        ...(ofKey === undefined ? [] : [`${at}.key: "${key}" ${ofKey}`]),
        ...(ofValue === undefined ? [] : [`${at}.value: "${value}" ${ofValue}`]),
        ...choice(`${at}.effect`, effect, TAINT_EFFECTS),
      ];
    }),
  ];
}
