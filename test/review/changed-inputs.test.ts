import { describe, expect, it } from 'vitest';
import { changedInputs, plannedPods } from '../../src/review/changed-inputs.ts';
import { codesOf, definition, review, reviewInput, SETTINGS, type State } from './harness.ts';

const POOL = 'limits: {cpu: "100", memory: 400Gi}';
const TEXT = definition({ web: POOL });
const work = (replicas: number, cpu = '3') => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: main, resources: {requests: {cpu: "${cpu}", memory: 8Gi}}}]
`;
const withWork = (replicas: number, cpu?: string): State => ({
  definition: TEXT,
  workloads: work(replicas, cpu),
});
const settings = (more: string) => definition({ web: POOL }, `${SETTINGS}${more}`);

describe('what changes besides objects', () => {
  it.each<[string, State, State, readonly string[]]>([
    ['nothing', withWork(3), withWork(3), []],
    ['a comment', TEXT, `# ${TEXT}`.replace('# ', '# a comment\n'), []],
    ['replicas', withWork(3), withWork(4), ['workloads']],
    ['requests', withWork(3), withWork(3, '2'), ['workloads']],
    ['no workloads any more', withWork(3), TEXT, ['workloads']],
    ['zones', TEXT, TEXT.replace(', eu-west-1c]', ']'), ['zones']],
    ['a price', TEXT, settings('  spot_price_ratio: 0.5\n'), ['prices']],
    ['a scenario', TEXT, settings('  scenarios: {peak: {replicas_percent: 150}}\n'), ['scenarios']],
    ['a budget', TEXT, settings('  max_monthly_usd: 900\n'), ['budgets']],
    [
      'a pool less, with its budget',
      definition({ a: POOL, b: `${POOL}\nmax_monthly_usd: 9` }),
      definition({ a: POOL }),
      [],
    ],
  ])('%s', (_what, base, head, expected) => {
    expect(changedInputs(reviewInput(base, head))).toEqual(expected);
  });

  it('counts the pods of both states', () => {
    expect(plannedPods(reviewInput(withWork(3), TEXT))).toEqual({ before: 3, after: 0 });
    expect(plannedPods(reviewInput(TEXT, TEXT))).toBeUndefined();
  });
});

describe('a cluster that gets dearer', () => {
  const message = (base: State, head: State) =>
    review(base, head).dangers.find(({ diagnostic }) => diagnostic.code === 'PW9641')?.diagnostic.message;

  it('is compared by pods that have a place', () => {
    expect(message(withWork(3), withWork(60))).toMatch(
      /^nodes of cluster `web` .*, for \d+ pods instead of 3; \d+ more are not placed and not counted$/,
    );
    expect(message(withWork(3), withWork(9))).toMatch(/, for 9 pods instead of 3$/);
  });

  it('has the nodes of static pools counted', () => {
    const requirements =
      'requirements:\n  - {key: node.kubernetes.io/instance-type, operator: In, values: [m6i.xlarge]}';
    const fixed = (replicas: number) =>
      definition({ web: POOL, own: `replicas: ${replicas}\n${requirements}` });
    const grown = review(
      { definition: fixed(1), workloads: work(1) },
      { definition: fixed(6), workloads: work(1) },
    );
    expect(codesOf(grown)).toContain('PW9641');
  });
});
