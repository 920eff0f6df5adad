/** The server itself: how it is, what it did lately, who has the page open, which settings hold. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const session = z.object({
  id: z.string(),
  scopes: z.array(z.string()),
  opened: z.string(),
  expires: z.string(),
});

const whoAmI = defineEndpoint({
  method: 'GET',
  path: '/api/me',
  scope: 'read',
  summary: 'Who has signed in, and what they may do',
  input: z.strictObject({}),
  output: z.object({ subject: z.string(), scopes: z.array(z.string()), version: z.string(), workspace: z.string() }),
  run: (_none, { app, house, caller }) =>
    Promise.resolve({
      subject: caller.subject,
      scopes: [...caller.scopes],
      version: house.version,
      workspace: app.defaultWorkspace,
    }),
});

const listPageSessions = defineEndpoint({
  method: 'GET',
  path: '/api/page-sessions',
  scope: 'read',
  summary: 'Who has the page open',
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(session) }),
  run: (_none, { house }) =>
    Promise.resolve({ sessions: house.signIn.list().map((one) => ({ ...one, scopes: [...one.scopes] })) }),
});

const endPageSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/page-sessions/{id}',
  scope: 'read',
  summary: 'Sign out: one’s own session, or with the scope admin any',
  input: z.strictObject({ id: z.string() }),
  output: z.object({ ended: z.boolean() }),
  run({ id }, { house, caller }) {
    const isOwn = caller.subject === `page:${id}`;
    return Promise.resolve({ ended: (isOwn || caller.scopes.has('admin')) && house.signIn.end(id) });
  },
});

const getHealth = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  scope: 'read',
  summary: 'How the store and the server are, and how long the last 10,000 operations took',
  input: z.strictObject({}),
  output: z.object({
    engine: z.string(),
    schema_version: z.number().int(),
    shared: z.boolean(),
    warnings: z.array(z.string()),
    pool: z.object({
      size: z.number().int(),
      in_use: z.number().int(),
      idle: z.number().int(),
      waiting: z.number().int(),
    }),
    sessions: z.object({ active: z.number().int(), created: z.number().int(), peak: z.number().int() }),
    operations: z.object({
      count: z.number().int(),
      failed: z.number().int(),
      p50_ms: z.number().nullable(),
      p95_ms: z.number().nullable(),
      p99_ms: z.number().nullable(),
      per_second: z.number(),
      resident_bytes: z.number(),
      cpu_share: z.number(),
    }),
  }),
  async run(_none, { app, house }) {
    const { engine, schemaVersion, shared, warnings, pool } = await app.store.inspect(false);
    const { size, inUse, idle, waiting } = pool;
    const { p50, p95, p99, perSecond, residentBytes, cpuShare, ...counts } = house.operations.summary();
    const { active, created, peak } = house.sessions();
    return {
      engine,
      schema_version: schemaVersion,
      shared,
      warnings: [...warnings],
      pool: { size, in_use: inUse, idle, waiting },
      sessions: { active, created, peak },
      operations: {
        ...counts,
        p50_ms: p50,
        p95_ms: p95,
        p99_ms: p99,
        per_second: perSecond,
        resident_bytes: residentBytes,
        cpu_share: cpuShare,
      },
    };
  },
});

const listOperations = defineEndpoint({
  method: 'GET',
  path: '/api/operations',
  scope: 'read',
  summary: 'What was called lately, the latest first: names, times and outcomes, no contents',
  input: z.strictObject({ limit: z.number().int().min(1).max(500).default(100) }),
  output: z.object({
    operations: z.array(z.object({ at: z.string(), name: z.string(), ms: z.number(), outcome: z.string() })),
  }),
  run: ({ limit }, { house }) =>
    Promise.resolve({
      operations: house.operations
        .latest(limit)
        .map(({ at, ...rest }) => ({ at: new Date(at).toISOString(), ...rest })),
    }),
});

const listSettings = defineEndpoint({
  method: 'GET',
  path: '/api/settings',
  scope: 'read',
  summary: 'The settings that hold, and where each came from; secrets are masked',
  input: z.strictObject({}),
  output: z.object({ settings: z.array(z.object({ name: z.string(), value: z.string(), source: z.string() })) }),
  run: (_none, { house }) => Promise.resolve({ settings: [...house.settings()] }),
});

export const houseEndpoints = {
  whoAmI,
  listPageSessions,
  endPageSession,
  getHealth,
  listOperations,
  listSettings,
};
