import { describe, expect, it } from 'vitest';
import { neverSettles } from '../../../src/checks/lint/never-settles.ts';
import type { LabelSpec } from '../../../src/model/provider.ts';
import { compileText, labelsOf, onePool } from '../harness.ts';

const TENANCY = 'karpenter.k8s.aws/instance-tenancy';

/** All labels of AWS are stamped, so the vocabulary is one of a provider that forgets the tenancy. */
function found(requirement: string, rest = ''): readonly string[] {
  const [cluster] = compileText(onePool(`${rest}requirements:\n  - ${requirement}`)).clusters;
  if (cluster === undefined) throw new Error('the definition does not compile');
  const spec: LabelSpec = { domain: 'closed', stamped: false, description: 'Tenancy.' };
  const labels = labelsOf(cluster.cluster);
  const specs = new Map([...labels.specs, [TENANCY, spec] as const]);
  const context = { cluster: cluster.cluster, pools: cluster.pools, labels: { ...labels, specs } };
  return [...neverSettles.check(context)].map(({ code }) => code);
}

describe('a well-known label that the provider does not write onto nodes', () => {
  it.each(['In, values: [default, dedicated]', 'Exists'])('never settles with %s', (operator) => {
    expect(found(`{key: ${TENANCY}, operator: ${operator}}`)).toEqual(['PW4008']);
  });

  it.each(['In, values: [default]', 'NotIn, values: [dedicated]', 'DoesNotExist'])(
    'settles with %s',
    (operator) => {
      expect(found(`{key: ${TENANCY}, operator: ${operator}}`)).toEqual([]);
    },
  );

  it('settles with a label of one value', () => {
    expect(found(`{key: ${TENANCY}, operator: Exists}`, `labels: {${TENANCY}: default}\n`)).toEqual([]);
  });

  it('is of no concern where the label is written', () => {
    expect(found('{key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m]}')).toEqual([]);
  });
});
