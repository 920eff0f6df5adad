import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectedFailures,
  requiredScenarios,
  runSuite,
  startFixtures,
  type Check,
  type FixtureServer,
  type SuiteRun,
} from './suite.ts';

const REVISIONS = [
  {
    revision: '2025-11-25',
    required: 30,
    beyond: ['json-schema-2020-12', 'server-session-lifecycle', 'server-sse-polling'],
  },
  {
    revision: '2026-07-28',
    required: 37,
    beyond: ['json-schema-2020-12', 'http-header-validation', 'http-custom-header-server-validation'],
  },
];

/** A warning is a SHOULD of the specification that is not kept. */
const BAD = new Set(['FAILURE', 'WARNING']);

let folder: string;
let server: FixtureServer;
const runs = new Map<string, SuiteRun>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'conformance-'));
  server = await startFixtures();
  for (const { revision } of REVISIONS) {
    runs.set(revision, await runSuite(server.url, revision, path.join(folder, revision)));
  }
}, 120_000);

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each(REVISIONS)('the official suite, $revision', ({ revision, required, beyond }) => {
  test(`passes all ${required} scenarios that the revision requires`, async () => {
    const names = await requiredScenarios(revision);
    expect(names).toHaveLength(required);
    expect(names.map(verdict)).toEqual(names.map((name) => `${name}: passed`));
    expect(runOf(revision).exitCode, runOf(revision).output).toBe(0);
  });

  test.each(beyond)('passes %s, which is not scored', (name) => {
    expect(verdict(name)).toBe(`${name}: passed`);
  });

  function verdict(name: string): string {
    const checks = runOf(revision).checks.get(name) ?? [];
    const bad = checks.filter(({ status }) => BAD.has(status));
    if (bad.length > 0) return `${name}: ${bad.map(told).join('; ')}`;
    return checks.some(({ status }) => status === 'SUCCESS') ? `${name}: passed` : `${name}: not run`;
  }
});

test('what fails is what is expected to, and nothing that is expected to fail passes', async () => {
  const failing = [...runs.values()].flatMap(({ checks }) =>
    [...checks].filter(([, all]) => all.some(({ status }) => BAD.has(status))).map(([name]) => name),
  );
  expect([...new Set(failing)].toSorted()).toEqual(await expectedFailures());
});

test('the fixture server ends on SIGTERM in good order', async () => {
  expect(await server.stop()).toBe(0);
});

function runOf(revision: string): SuiteRun {
  const run = runs.get(revision);
  if (run === undefined) throw new Error(`The suite did not run for ${revision}.`);
  return run;
}

function told({ id, status, errorMessage = '' }: Check): string {
  return `${status} ${id} ${errorMessage}`;
}
