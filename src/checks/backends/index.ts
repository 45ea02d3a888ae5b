import type { Rule } from '../rule.ts';
import { mixedBackends } from './mixed-backends.ts';
import { oneMachine } from './one-machine.ts';

/** What two backends would make of one cluster. */
export const BACKEND_RULES: readonly Rule[] = [mixedBackends, oneMachine];
