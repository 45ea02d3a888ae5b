import * as z from 'zod';
import type { JsonMap } from '../../../diagnostics/json-value.ts';
import type { LocatedValue } from '../../../diagnostics/located.ts';
import { toPlain } from '../../../diagnostics/to-plain.ts';
import { withoutNulls, withoutUnknownKeys } from '../../../diagnostics/without-unknown-keys.ts';
import type { NodeClassReading } from '../../../model/provider.ts';
import { nodeClassSchema } from '../node-class-schema.ts';

const schema = nodeClassSchema.extend({ tags: z.record(z.string(), z.string()).optional() });

/** A spec without unknown fields. `null` means absent, as to the API server. */
export function readNodeClass(spec: LocatedValue): NodeClassReading {
  const plain = withoutNulls(toPlain(spec));
  const { error } = schema.safeParse(plain);
  const issues = error?.issues ?? [];
  if (issues.some(({ code }) => code !== 'unrecognized_keys')) return { issues };
  return { spec: withoutUnknownKeys(plain, issues) as JsonMap, issues };
}
