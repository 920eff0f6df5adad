/** Who stored, read and changed what, when; and who is connected. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const KIND = z.enum(['read', 'stored', 'changed', 'forgot']);
const iso = (at: number): string => new Date(at).toISOString();

const deed = z.object({
  at: z.string(),
  client: z.string(),
  token: z.string().optional(),
  kind: KIND,
  name: z.string(),
  workspace_id: z.string().optional(),
  /** The first few. */
  memory_ids: z.array(z.string()),
  memories: z.number().int(),
  ms: z.number(),
  outcome: z.string(),
});

const listActivity = defineEndpoint({
  method: 'GET',
  path: '/api/activity',
  scope: 'read',
  summary:
    'Which client stored, read and changed what, the latest first, of all processes of the data folder; no contents',
  input: z.strictObject({
    limit: z.number().int().min(1).max(1000).default(200),
    client: z.string().optional(),
    kind: KIND.optional(),
  }),
  output: z.object({ activity: z.array(deed) }),
  async run({ limit, ...wanted }, { house }) {
    const found = await house.deeds.latest(limit, wanted);
    return {
      activity: found.map(({ at, workspace, ids, count, ...rest }) => ({
        ...rest,
        at: iso(at),
        ...(workspace === undefined ? {} : { workspace_id: workspace }),
        memory_ids: [...ids],
        memories: count,
      })),
    };
  },
});

const listCallers = defineEndpoint({
  method: 'GET',
  path: '/api/callers',
  scope: 'read',
  summary:
    'Clients that are connected to this process, and those that have called any process of the data folder lately',
  input: z.strictObject({}),
  output: z.object({
    connected: z.array(
      z.object({ client: z.string().optional(), since: z.string(), heard: z.string(), requests: z.number().int() }),
    ),
    lately: z.array(z.object({ client: z.string(), calls: z.number().int(), last: z.string() })),
  }),
  async run(_none, { house }) {
    const lately = await house.deeds.clients();
    return {
      connected: house.connected().map(({ name, since, heardAt, requests }) => ({
        ...(name === undefined ? {} : { client: name }),
        since: iso(since),
        heard: iso(heardAt),
        requests,
      })),
      lately: lately.map(({ last, ...rest }) => ({ ...rest, last: iso(last) })),
    };
  },
});

export const activityEndpoints = { listActivity, listCallers };
