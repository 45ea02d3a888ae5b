import { defineConfig } from 'vitest/config';

const report = process.env['TEST_REPORT'];

/** Against a real API server and a real Karpenter, which are built from Go modules: `.ci/real`. */
export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    include: ['test/real/**/*.test.ts'],
    globalSetup: ['test/real/rig/global-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    env: { NO_COLOR: '1' },
  },
});
