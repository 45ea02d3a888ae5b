import type { Reporter } from './reporter.ts';
import { inertJson } from './inert.ts';

/** The contract itself. */
export const json: Reporter = (report) => inertJson(report);
