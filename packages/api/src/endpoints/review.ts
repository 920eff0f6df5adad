/** What is remembered twice, against itself, or should not be: to be looked through and settled. */
import { REVIEW_KINDS, type ReviewPage, type ReviewPair, type ReviewRequest } from '@zapomni/core/review';
import type { App } from '@zapomni/core';
import type { Memory } from '@zapomni/core/model';
import getMemory from '@zapomni/mcp/tools/memory/get-memory';
import { toMemory, toNamedCode } from '@zapomni/mcp/views';
import { z } from 'zod';
import { defineEndpoint, type ApiContext } from '../endpoint.ts';
import { workspaceOf } from '../workspace.ts';

const MOST_TEXT = 4000;

const paged = {
  limit: z.number().int().min(1).max(100).default(20),
  cursor: z.string().optional(),
  workspace_id: z.string().optional(),
};
const page = { looked_at: z.number().int(), next_cursor: z.string().optional() };
const memory = getMemory.output.omit({ history: true, near_duplicates: true, metadata: true });
const named = memory.omit({ text: true });

type Asked = z.output<z.ZodObject<typeof paged>>;

async function toRequest({ workspace_id, ...rest }: Asked, { app, signal }: ApiContext): Promise<ReviewRequest> {
  return { workspace: await workspaceOf(app, workspace_id), ...rest, signal };
}

function toPage<Item>({ looked, next }: ReviewPage<Item>) {
  return { looked_at: looked, ...(next === null ? {} : { next_cursor: next }) };
}

/** Long ones by their beginning: the whole is a click away. */
function shown(of: Memory) {
  const { text, metadata: _metadata, ...rest } = toMemory(of, []);
  return { ...rest, text: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT).toWellFormed()}…` : text };
}

function pairs(what: 'duplicates' | 'contradictions', summary: string) {
  return defineEndpoint({
    method: 'GET',
    path: `/api/review/${what}`,
    scope: 'read',
    summary,
    input: z.strictObject(paged),
    output: z.object({ ...page, pairs: z.array(z.object({ older: memory, newer: memory })) }),
    async run(input, context) {
      const found: ReviewPage<ReviewPair> = await context.app.review[what](await toRequest(input, context));
      const all = found.items.map(({ older, newer }) => ({ older: shown(older), newer: shown(newer) }));
      return { ...toPage(found), pairs: all };
    },
  });
}

const listStale = defineEndpoint({
  method: 'GET',
  path: '/api/review/stale',
  scope: 'read',
  summary: 'Memories that name code which says something else by now, or is gone',
  input: z.strictObject(paged),
  output: z.object({ ...page, memories: z.array(memory) }),
  async run(input, context) {
    const found = await context.app.review.stale(await toRequest(input, context));
    const memories = found.items.map(({ memory: of, code }) => ({ ...shown(of), ...toNamedCode(code) }));
    return { ...toPage(found), memories };
  },
});

const listSecrets = defineEndpoint({
  method: 'GET',
  path: '/api/review/secrets',
  scope: 'read',
  summary: 'Memories that hold a key or a token by its form: what stands round it, and not the secret',
  input: z.strictObject(paged),
  output: z.object({
    ...page,
    memories: z.array(named.extend({ kinds: z.array(z.string()), before: z.string(), after: z.string() })),
  }),
  async run(input, context) {
    const found = await context.app.review.secrets(await toRequest(input, context));
    const memories = found.items.map(({ memory: of, kinds, before, after }) => {
      const { text: _text, metadata: _metadata, ...rest } = toMemory(of, []);
      return { ...rest, kinds: [...kinds], before, after };
    });
    return { ...toPage(found), memories };
  },
});

const settling = {
  kind: z.enum(REVIEW_KINDS),
  memory_ids: z.array(z.string()).min(1).max(2),
  workspace_id: z.string().optional(),
};

async function toSettling(app: App, { kind, memory_ids: ids, workspace_id }: z.output<z.ZodObject<typeof settling>>) {
  return { workspace: await workspaceOf(app, workspace_id), kind, ids };
}

const settleReview = defineEndpoint({
  method: 'POST',
  path: '/api/review/settled',
  scope: 'write',
  summary: 'Leave it as it is: not shown again until one of the memories changes',
  input: z.strictObject(settling),
  output: z.object({ settled: z.boolean() }),
  async run(input, { app }) {
    await app.review.settle(await toSettling(app, input));
    return { settled: true };
  },
});

const unsettleReview = defineEndpoint({
  method: 'DELETE',
  path: '/api/review/settled',
  scope: 'write',
  summary: 'Take that back',
  input: z.strictObject(settling),
  output: z.object({ settled: z.boolean(), was_settled: z.boolean() }),
  async run(input, { app }) {
    return { settled: false, was_settled: await app.review.unsettle(await toSettling(app, input)) };
  },
});

const mergeMemories = defineEndpoint({
  method: 'POST',
  path: '/api/review/merge',
  scope: 'write',
  summary: 'Two memories become one, with the tags of both',
  input: z.strictObject({
    keep: z.string(),
    drop: z.string(),
    text: z.string().optional(),
    workspace_id: z.string().optional(),
  }),
  output: z.object({ memory_id: z.string(), version: z.number().int() }),
  async run({ workspace_id, ...asked }, { app }) {
    const { id, version } = await app.review.merge({ workspace: await workspaceOf(app, workspace_id), ...asked });
    return { memory_id: id, version };
  },
});

const supersedeMemory = defineEndpoint({
  method: 'POST',
  path: '/api/review/supersede',
  scope: 'write',
  summary: 'The newer of two takes the place of the older, which stays as what held before; it has another id then',
  input: z.strictObject({ older: z.string(), newer: z.string(), workspace_id: z.string().optional() }),
  output: z.object({ memory_id: z.string() }),
  async run({ workspace_id, ...asked }, { app }) {
    const workspace = await workspaceOf(app, workspace_id);
    return { memory_id: await app.review.supersede({ workspace, ...asked }) };
  },
});

export const reviewEndpoints = {
  listDuplicates: pairs('duplicates', 'Pairs of memories that say almost the same'),
  listContradictions: pairs('contradictions', 'Pairs of memories that seem to contradict each other'),
  listStale,
  listSecrets,
  settleReview,
  unsettleReview,
  mergeMemories,
  supersedeMemory,
};
