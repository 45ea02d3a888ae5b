import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { CAPACITY_KEYS } from '../../kubernetes/scale-from-zero/keys.ts';
import { readLabels } from '../../kubernetes/scale-from-zero/read-labels.ts';
import { listed } from '../words.ts';
import { annotationKeySpan, describesNode } from './machine-group.ts';
import { groupRule } from './machine-rule.ts';
import { textAt } from './raw.ts';

const LABELS = [
  ['kubernetes.io/arch', 'architecture'],
  ['kubernetes.io/os', 'operatingSystem'],
] as const;

/** An infrastructure template that can be read but says nothing of its machine makes both labels empty. */
export const architecture = groupRule(['PW9204'], function* (group, context) {
  if (!describesNode(group)) return;
  // A space around a key is a finding of its own.
  const labels = readLabels(group.annotations[CAPACITY_KEYS.labels] ?? '');
  const written = new Set([...labels.keys()].map((key) => key.trim()));
  const template = context.infrastructureOf(group);
  const missing = LABELS.filter(
    ([key, field]) =>
      !written.has(key) &&
      (group.scaler === 'karpenter' || (textAt(template?.raw, ['status', 'nodeInfo', field]) ?? '') === ''),
  ).map(([key]) => key);
  if (missing.length === 0) return;
  const keys = Object.values(CAPACITY_KEYS);
  const first = [CAPACITY_KEYS.labels, ...keys].find((key) => Object.hasOwn(group.annotations, key));
  const message = `${group.title} does not say ${listed(missing)} in its annotation \`labels\``;
  const why =
    group.scaler === 'karpenter'
      ? 'Karpenter’s provider knows no other source of it.'
      : 'Where the infrastructure template says nothing of it, the autoscaler makes it empty, and no pod that selects on it gets a node.';
  const example = missing.map((key) => `${key}=${key.endsWith('os') ? 'linux' : 'amd64'}`).join(',');
  yield diagnostic('PW9204', annotationKeySpan(group, first ?? CAPACITY_KEYS.labels), message, {
    help: `${why} Add \`${example}\`, or what the machine is.`,
  });
});
