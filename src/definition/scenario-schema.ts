import * as z from 'zod';
import { integer, name, text, word } from './fields.ts';

/**
 * Offerings that cannot be had. Inside one entry the keys narrow (these types in these zones); entries add up. That
 * covers a type that is missing in some zones, a family that is withdrawn, and spot that has run out.
 */
const unavailable = z.strictObject({
  zones: z.array(name('Zone name.')).min(1).describe('Only in these zones. Default all.').nullish(),
  instance_types: z
    .array(name('Instance type.'))
    .min(1)
    .describe('Only these instance types. Default all.')
    .nullish(),
  instance_families: z
    .array(name('Instance family, such as m7i.'))
    .min(1)
    .describe('Only instance types of these families. Default all.')
    .nullish(),
  capacity_types: z
    .array(word(['on-demand', 'spot', 'reserved'], 'Capacity type.'))
    .min(1)
    .describe('Only these capacity types. Default all.')
    .nullish(),
});

/** A what-if for the plan. Its parts may be combined: a zone is lost while the load is high. */
export const scenarioSchema = z.strictObject({
  description: text('What the scenario stands for, shown in reports.', {
    bare: 'documented',
    retyped: 'none',
  }).nullish(),
  zone_outage: z
    .array(name('Zone name.'))
    .min(1)
    .describe('Zones that are lost: nothing can be launched there, and the nodes that are there are gone.')
    .nullish(),
  unavailable: z
    .array(unavailable)
    .describe('Offerings that cannot be had. The keys of one entry narrow, entries add up.')
    .nullish(),
  replicas_percent: integer('Replicas of every controller in percent of what is written. Default 100.')
    .nonnegative()
    .nullish(),
  memory: word(
    ['cold', 'warm'],
    'Memory of machines: estimated, or as live nodes of the same type have it. Default cold.',
  ).nullish(),
});
