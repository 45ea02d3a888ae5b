import { defineConfig } from 'vitest/config';

const report = process.env['TEST_REPORT'];

/** Everything that runs in seconds. `vitest.e2e.config.ts` has what installs packages. */
export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/install/**', '**/node_modules/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { NO_COLOR: '1' },
  },
});
