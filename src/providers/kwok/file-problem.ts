import { z } from 'zod';
import { CAPACITY_TYPE, ZONE } from './label-keys.ts';

const labelValue = z.string().regex(/^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/);
const quantity = z.string().regex(/^-?[0-9]+m?$/);

const requirement = z.union([
  z.strictObject({ key: z.string().min(1), operator: z.literal('In'), values: z.tuple([labelValue]) }),
  z.strictObject({ key: z.string().min(1), operator: z.literal('DoesNotExist') }),
]);

const offering = z.strictObject({
  Price: z.number().nonnegative(),
  Available: z.literal(true),
  Requirements: z
    .array(requirement)
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'a key twice')
    .refine(
      (all) =>
        [ZONE, CAPACITY_TYPE].every((key) => all.some((one) => one.key === key && one.operator === 'In')),
      'no zone or no capacity type',
    ),
});

const instanceType = z.strictObject({
  name: labelValue.min(1),
  architecture: z.enum(['amd64', 'arm64']),
  operatingSystems: z.array(z.enum(['linux', 'windows'])).min(1),
  resources: z
    .record(z.string(), quantity)
    .refine((all) => ['cpu', 'memory', 'ephemeral-storage', 'pods'].every((name) => name in all)),
  offerings: z.array(offering).min(1),
});

const file = z
  .array(instanceType)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'a name twice');

/** What Karpenter's KWOK provider could not use of an instance types file: the first such thing. */
export function fileProblem(value: unknown): string | undefined {
  const { error } = file.safeParse(value);
  const issue = error?.issues[0];
  return issue === undefined ? undefined : `${issue.path.join('.')}: ${issue.message}`;
}
