import { defineConfig } from 'vitest/config';
import { ProcessesFirst } from './test/processes-first.ts';

const report = process.env['TEST_REPORT'];

/** Everything that runs in seconds. `vitest.e2e.config.ts` has what installs packages. */
export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/install/**', 'test/matrix/**', 'test/real/**', '**/node_modules/**'],
    setupFiles: ['test/fixed-seed.ts'],
    // The files share what they import: no test leaves anything behind in it.
    isolate: false,
    maxWorkers: '100%',
    sequence: { sequencer: ProcessesFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    env: { NO_COLOR: '1' },
  },
});
