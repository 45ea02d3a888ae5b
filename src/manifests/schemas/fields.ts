import * as z from 'zod';
import { labelKeyProblem, labelValueProblem } from '../../kubernetes/label.ts';
import { parseQuantity } from '../../kubernetes/quantity.ts';

/** A text; messages of `problem` complete "`key` ...". */
export function textThat(problem: (text: string) => string | undefined) {
  return z.string().check((context) => {
    const message = problem(context.value);
    if (message !== undefined) context.issues.push({ code: 'custom', input: context.value, message });
  });
}

export const labelKey = textThat((text) => must('be a label key', text, labelKeyProblem(text)));

export const labels = z.record(
  labelKey,
  textThat((text) => must('be a label value', text, labelValueProblem(text))),
);

function must(be: string, text: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `must ${be}: \`${text}\` ${problem}`;
}

/** How messages about quantities begin, which get a code and suggestions of their own. */
export const NO_QUANTITY = 'must be a quantity';

/** As people write it, also as a bare number: `cpu: 0.5`. The output is text. */
export const quantity = z
  .union([z.string(), z.number()])
  .check((context) => {
    const message = quantityProblem(context.value);
    if (message !== undefined) context.issues.push({ code: 'custom', input: context.value, message });
  })
  .transform(String);

function quantityProblem(value: string | number): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return 'is too large to be exact as a number';
  }
  const read = parseQuantity(String(value));
  if (!read.ok) return `${NO_QUANTITY} such as \`500m\` or \`2Gi\`, not \`${value}\``;
  return read.quantity.nano < 0n ? `must not be negative, but is \`${value}\`` : undefined;
}

/** Of nodes, which may have anything. */
export const resourceList = z.record(z.string(), quantity);

const CONTAINER_RESOURCES = ['cpu', 'memory', 'ephemeral-storage'];

/** What Kubernetes lets a container ask for: its own resources, and extended ones, which have a domain. */
const containerResource = textThat((name) =>
  name.includes('/') || name.startsWith('hugepages-') || CONTAINER_RESOURCES.includes(name)
    ? undefined
    : 'is no resource: there are `cpu`, `memory`, `ephemeral-storage`, `hugepages-<size>` and those with a domain (`nvidia.com/gpu`)',
);

export const containerResourceList = z.record(containerResource, quantity);

/** A count of pods. */
export const count = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
