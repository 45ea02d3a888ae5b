import { describe, expect, it } from 'vitest';
import { fileProblem } from '../../../src/providers/kwok/file-problem.ts';

const IN = (key: string, value: string) => ({ key, operator: 'In', values: [value] });
const ZONE = IN('topology.kubernetes.io/zone', 'eu-west-1a');
const SPOT = IN('karpenter.sh/capacity-type', 'spot');
const OFFERING = { Price: 0.1, Available: true, Requirements: [ZONE, SPOT] };
const TYPE = {
  name: 'm7i.large',
  architecture: 'amd64',
  operatingSystems: ['linux'],
  resources: { cpu: '2100m', memory: '8000000000', 'ephemeral-storage': '20000000000', pods: '29' },
  offerings: [OFFERING],
};
const offering = (change: object) => [{ ...TYPE, offerings: [{ ...OFFERING, ...change }] }];

/** What Karpenter would not say: it logs, and goes on with other types or with none. */
describe('fileProblem', () => {
  it('has none with a file that KWOK reads', () => {
    expect([fileProblem([]), fileProblem([TYPE])]).toEqual([undefined, undefined]);
  });

  it.each([
    [
      'the older shape, which KWOK reads as offerings without zone',
      offering({ Requirements: [], zone: 'a' }),
    ],
    ['an offering without a capacity type', offering({ Requirements: [ZONE] })],
    ['an offering in two zones', offering({ Requirements: [{ ...ZONE, values: ['a', 'b'] }, SPOT] })],
    ['a label twice', offering({ Requirements: [ZONE, SPOT, SPOT] })],
    ['a bound', offering({ Requirements: [ZONE, SPOT, { key: 'x', operator: 'Gt', values: ['1'] }] })],
    ['a value that no label can have', offering({ Requirements: [IN('x', 'a b'), ZONE, SPOT] })],
    ['no price', offering({ Price: Number.POSITIVE_INFINITY })],
    ['a type without offerings', [{ ...TYPE, offerings: [] }]],
    ['a type twice', [TYPE, TYPE]],
    ['a fraction', [{ ...TYPE, resources: { ...TYPE.resources, cpu: '2.1' } }]],
    ['a type without memory', [{ ...TYPE, resources: { cpu: '1', pods: '1', 'ephemeral-storage': '1' } }]],
    ['one type', TYPE],
  ])('finds %s', (_, value) => {
    expect(fileProblem(value)).toBeTypeOf('string');
  });
});
