import { defineConfig } from 'vitest/config';

const report = process.env['TEST_REPORT'];

/** The same bytes in every world, and runs that are killed: many processes, so they run in CI and on demand. */
export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    include: ['test/matrix/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Worlds are processes of their own.
    maxConcurrency: 2,
    maxWorkers: '100%',
    env: { NO_COLOR: '1' },
  },
});
