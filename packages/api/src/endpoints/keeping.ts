/** Looking after the server: who may call it, what is kept of it, which models and clients it has, and whether all is well. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const DAY_MS = 86_400_000;
const SCOPE = z.enum(['read', 'write', 'admin']);

const token = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  created: z.string(),
  expires: z.string().optional(),
  last_used: z.string().optional(),
});

const listTokens = defineEndpoint({
  method: 'GET',
  path: '/api/tokens',
  scope: 'admin',
  summary: 'The tokens of this data folder, without what opens the door',
  input: z.strictObject({}),
  output: z.object({ tokens: z.array(token) }),
  run: async (_none, { house }) => ({
    tokens: (await house.tokens.list()).map((one) => ({ ...one, scopes: [...one.scopes] })),
  }),
});

const createToken = defineEndpoint({
  method: 'POST',
  path: '/api/tokens',
  scope: 'admin',
  summary: 'Make a token; it is in the answer and never shown again',
  input: z.strictObject({
    name: z.string(),
    scope: SCOPE.default('read'),
    days: z.number().min(1).max(36_500).optional(),
  }),
  output: z.object({ token: z.string(), info: token }),
  async run({ name, scope, days }, { house, app }) {
    const expires = days === undefined ? undefined : new Date(app.clock.now() + days * DAY_MS);
    const { token: secret, info } = await house.tokens.create({ name, scope, expires });
    return { token: secret, info: { ...info, scopes: [...info.scopes] } };
  },
});

const revokeToken = defineEndpoint({
  method: 'DELETE',
  path: '/api/tokens/{token}',
  scope: 'admin',
  summary: 'Take a token back, by name or id',
  input: z.strictObject({ token: z.string() }),
  output: z.object({ revoked: z.boolean() }),
  run: async ({ token: named }, { house }) => ({ revoked: await house.tokens.revoke(named) }),
});

const listBackups = defineEndpoint({
  method: 'GET',
  path: '/api/backups',
  scope: 'read',
  summary: 'The backups in the folder of the data folder, the latest first, and those that come back by themselves',
  input: z.strictObject({}),
  output: z.object({
    folder: z.string(),
    files: z.array(z.object({ name: z.string(), bytes: z.number(), at: z.string() })),
    schedules: z.array(z.object({ folder: z.string().nullable(), every_ms: z.number(), keep: z.number() })),
  }),
  async run(_none, { app, house }) {
    const [{ folder, files }, schedules] = await Promise.all([house.backups(), app.backups.schedules()]);
    return {
      folder,
      files: files.map(({ at, ...file }) => ({ ...file, at: new Date(at).toISOString() })),
      schedules: schedules.map((one) => ({ folder: one.folder, every_ms: one.everyMs, keep: one.keep })),
    };
  },
});

const backUp = defineEndpoint({
  method: 'POST',
  path: '/api/backups',
  scope: 'admin',
  summary: 'Make a backup now, in the background; the task tells how far it is and how the file is called',
  input: z.strictObject({}),
  output: z.object({ task_id: z.string(), folder: z.string() }),
  async run(_none, { app, house }) {
    const [{ id }, { folder }] = await Promise.all([app.backups.now(), house.backups()]);
    return { task_id: id, folder };
  },
});

const listModels = defineEndpoint({
  method: 'GET',
  path: '/api/models',
  scope: 'read',
  summary: 'The models at work, how they are, and how far a change has come',
  input: z.strictObject({}),
  output: z.object({
    embedding: z.object({
      model: z.string(),
      state: z.string(),
      searching: z.string(),
      beside: z.string().optional(),
      pending: z.number().int(),
      fixed: z.boolean(),
      vectors: z.array(z.object({ model: z.string(), vectors: z.number().int() })),
    }),
    llm: z.object({ model: z.string(), fixed: z.boolean() }),
  }),
  async run(_none, { app }) {
    const { embedding, llm } = await app.models.report();
    const { reading, languages, sets, ...rest } = embedding;
    const { provider, model } = llm.choice;
    return {
      embedding: {
        ...rest,
        searching: reading,
        vectors: sets.map((set) => ({ model: set.model, vectors: set.vectors })),
        ...(languages === null ? {} : { beside: languages }),
      },
      llm: { model: provider === 'none' ? 'none' : `${provider}/${model}`, fixed: llm.fixed },
    };
  },
});

const listClients = defineEndpoint({
  method: 'GET',
  path: '/api/clients',
  scope: 'read',
  summary: 'Programs that can be connected, those on this machine first, with the command for each',
  input: z.strictObject({}),
  output: z.object({
    clients: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        found: z.boolean(),
        connected: z.boolean(),
        command: z.string(),
      }),
    ),
  }),
  run: async (_none, { house }) => ({ clients: [...(await house.clients())] }),
});

const examine = defineEndpoint({
  method: 'POST',
  path: '/api/doctor',
  scope: 'admin',
  summary: 'Look at everything that must work, as zapomni doctor does; takes seconds',
  input: z.strictObject({}),
  output: z.object({
    ok: z.boolean(),
    findings: z.array(
      z.object({
        name: z.string(),
        status: z.enum(['ok', 'warning', 'broken']),
        detail: z.string(),
        advice: z.string(),
      }),
    ),
  }),
  async run(_none, { house, signal }) {
    const findings = await house.examine(signal);
    return { ok: findings.every(({ status }) => status !== 'broken'), findings: [...findings] };
  },
});

export const keepingEndpoints = {
  listTokens,
  createToken,
  revokeToken,
  listBackups,
  backUp,
  listModels,
  listClients,
  examine,
};
