import type { Reporter } from './reporter.ts';

/** The contract itself. */
export const json: Reporter = (report) => `${JSON.stringify(report, null, 2)}\n`;
