import type { Rule } from '../rule.ts';
import { machineCount } from './machine-count.ts';
import { uniqueNames } from './unique-names.ts';

/** What only all pools together can tell about the objects that the Cluster API backends make. */
export const MACHINE_RULES: readonly Rule[] = [machineCount, uniqueNames];
