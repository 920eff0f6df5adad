import { defineConfig } from 'vitest/config';

// Three projects: `unit` runs beside the sources, `e2e` drives the packed tarball, `full` repeats the crash and
// concurrency tests at their full count.
const shared = { environment: 'node', pool: 'forks' as const, testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'test/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
