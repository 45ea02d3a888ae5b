import type * as z from 'zod';

/** The schema behind optional and nullable wrappers, which say nothing about shape. */
export function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodTypes {
  let inner = schema as z.core.$ZodTypes;
  for (;;) {
    const { def } = inner._zod;
    if (def.type !== 'optional' && def.type !== 'nullable') return inner;
    inner = def.innerType as z.core.$ZodTypes;
  }
}
