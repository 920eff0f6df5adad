import { writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Two projects: `unit` runs beside the sources, `e2e` drives the packed tarball as a user gets it. `npm run test:full`
// runs both with the crash and concurrency tests at their full count.
const shared = {
  environment: 'node',
  pool: 'forks' as const,
  // Node's stripping of types runs in threads that come and go here by the hundred, and V8 crashes now and then when it
  // optimises the calls that the stripper's WebAssembly makes to JavaScript. What is published has no types to strip.
  execArgv: ['--wasm-wrapper-tiering-budget=2147483647'],
  setupFiles: ['packages/testkit/src/seed-properties.ts'],
  testTimeout: 60_000,
  // A condition is waited for nearly as long as its test: how soon it holds on a busy machine says nothing.
  expect: { poll: { timeout: 50_000 } },
  hookTimeout: 60_000,
};

// Every store opens a thread, and every command a process, that loads the same modules again: types stripped and code compiled
// once are taken from here. Not where lines are counted: of code from a cache V8 tells less.
if (!process.argv.includes('--coverage'))
  process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'zapomni-compile-cache');

// CI adds up the runs from machine-readable reports; each run writes one into this folder, and beside it the errors that
// belong to no test, which vitest's own report leaves out: what a process died of, say.
const reports = process.env['ZAPOMNI_TEST_REPORTS'];
const report = reports && path.join(reports, `${Date.now()}-${process.pid}`);
const unhandled = {
  onTestRunEnd(_files: unknown, errors: readonly { stack?: string; message: string; cause?: unknown }[]): void {
    if (report && errors.length > 0) writeFileSync(`${report}.unhandled.json`, JSON.stringify(errors.map(toText)));
  },
};

function toText({ stack, message, cause }: { stack?: string; message: string; cause?: unknown }): string {
  const reason = typeof cause === 'object' && cause !== null && 'message' in cause ? `\n${String(cause.message)}` : '';
  return `${stack ?? message}${reason}`;
}

export default defineConfig({
  test: {
    // Many tests mostly wait: for a disk, a browser, or a process that they started. Two workers leave a third of two cores idle.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    reporters: report ? ['default', ['json', { outputFile: `${report}.json` }], unhandled] : ['default'],
    // `npm run coverage`: the shares that the specification asks for, by the tests of the two packages that speak MCP.
    coverage: {
      provider: 'v8',
      include: ['packages/{server,mcp}/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/testing/**'],
      reporter: ['text-summary', ['text', { maxCols: 120 }]],
      thresholds: {
        'packages/server/src/dispatch/**': { lines: 95 },
        'packages/server/src/**': { lines: 85 },
        'packages/mcp/src/**': { lines: 90 },
      },
    },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          globalSetup: 'test/bundle/bundle-setup.ts',
          execArgv: [...shared.execArgv, '--import', path.join(import.meta.dirname, 'test/bundle/preload.mjs')],
          include: [
            'packages/*/src/**/*.test.ts',
            'test/*.test.ts',
            'test/conformance/*.test.ts',
            'test/attack/*.test.ts',
            'examples/**/*.test.ts',
            'scripts/**/*.test.ts',
            'evals/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/proxy/**/*.test.ts'],
          globalSetup: 'test/e2e/packed-setup.ts',
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
