import { defineConfig } from 'vitest/config';

const report = process.env['TEST_REPORT'];

/** The packed package in real consumers: installs from the registry, so it runs in CI and on demand. */
export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    include: ['test/e2e/install/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: '100%',
  },
});
