import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { LabelSelector } from '../../kubernetes/api/label-selector.ts';
import { selectorTest } from '../../kubernetes/label-selector.ts';
import { quoted } from '../words.ts';
import { keySpanOf, type MachineGroup } from './machine-group.ts';
import type { MachineRule } from './machine-rule.ts';
import { selectorAt, type Texts, textAt } from './raw.ts';

const CLUSTER = 'cluster.x-k8s.io/cluster-name';
const DEPLOYMENT = 'cluster.x-k8s.io/deployment-name';
/** Others that a finding names. */
const MOST = 3;

/** A MachineDeployment as it is after Cluster API's webhook has filled in its labels. */
interface Defaulted {
  readonly group: MachineGroup;
  readonly selector: LabelSelector;
  readonly labels: Texts;
}

/** The autoscaler counts machines by the selector: it must match no machine of another group. */
export const selectorOverlap: MachineRule = {
  codes: ['PW9216'],
  *check({ groups }) {
    const byNamespace = new Map<string, Defaulted[]>();
    for (const group of groups) {
      if (group.kind !== 'MachineDeployment') continue;
      const all = byNamespace.get(group.object.namespace) ?? [];
      all.push(defaulted(group));
      byNamespace.set(group.object.namespace, all);
    }
    for (const all of byNamespace.values()) yield* overlaps(all);
  },
};

function* overlaps(all: readonly Defaulted[]): Iterable<Diagnostic> {
  const byLabel = new Map<string, Defaulted[]>();
  for (const one of all) {
    for (const [key, value] of Object.entries(one.labels)) {
      const label = `${key}=${value}`;
      const same = byLabel.get(label);
      if (same === undefined) byLabel.set(label, [one]);
      else same.push(one);
    }
  }
  for (const one of all) {
    const candidates = Object.entries(one.selector.matchLabels ?? {})
      .map(([key, value]) => byLabel.get(`${key}=${value}`) ?? [])
      .sort((a, b) => a.length - b.length)[0];
    const others = matched(one, candidates ?? all);
    if (others.length > 0) yield finding(one, others);
  }
}

function matched({ group, selector }: Defaulted, candidates: readonly Defaulted[]): readonly Defaulted[] {
  const test = selectorTest(selector);
  const found: Defaulted[] = [];
  for (const other of candidates) {
    if (found.length === MOST) break;
    if (other.group.object.name !== group.object.name && test(other.labels)) found.push(other);
  }
  return found;
}

function finding({ group }: Defaulted, others: readonly Defaulted[]): Diagnostic {
  const [first] = others;
  const name = first?.group.object.name ?? '';
  const more =
    others.length === MOST
      ? ' and others'
      : others.length > 1
        ? ` and ${quoted(others[1]?.group.object.name ?? '')}`
        : '';
  const message = `the selector of ${group.title} also matches the machines of ${quoted(name)}${more}`;
  return diagnostic('PW9216', keySpanOf(group.object, ['spec', 'selector']), message, {
    related: others.map(({ group: { object } }) => ({
      span: keySpanOf(object, ['spec', 'template', 'metadata', 'labels']),
      message: 'these labels match',
    })),
    help: `The autoscaler counts and removes them as its own. Give selector and template the label \`${DEPLOYMENT}: ${group.object.name}\`.`,
  });
}

function defaulted(group: MachineGroup): Defaulted {
  const { raw, name } = group.object;
  const written = selectorAt(raw, ['spec', 'selector']) ?? {};
  const { matchExpressions = [] } = written;
  const cluster = textAt(raw, ['spec', 'clusterName']);
  const isEmpty = Object.keys(written.matchLabels ?? {}).length === 0 && matchExpressions.length === 0;
  const added: Texts = {
    ...(cluster === undefined ? {} : { [CLUSTER]: cluster }),
    ...(isEmpty ? { [DEPLOYMENT]: name } : {}),
  };
  return {
    group,
    selector: { matchLabels: { ...written.matchLabels, ...added }, matchExpressions },
    labels: { ...group.templateLabels, ...added },
  };
}
