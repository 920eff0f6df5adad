import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MODERN_META, PipedServer, textOf } from '../testing/piped-server.ts';
import { entered, manual, tool } from '../testing/sample-tools.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function serving(piped: PipedServer, work: () => Promise<void>): Promise<void> {
  const run = piped.run();
  await work();
  piped.stdin.end();
  await run;
}

class SampleError extends Error {
  override readonly name = 'SampleError';
  readonly issues: { field: string; error: string }[];

  constructor(message: string, issues: { field: string; error: string }[]) {
    super(message);
    this.issues = issues;
  }
}

describe('bad arguments', () => {
  const store = tool({
    name: 'store',
    input: z.object({
      text: z.string().min(1, 'cannot be empty').max(20),
      limit: z.number().int().min(1).max(100).default(10),
      ratio: z.number().gt(0).lt(1).multipleOf(0.25).optional(),
      kind: z.enum(['fact', 'note']).optional(),
      only: z.literal('DELETE').optional(),
      when: z.iso.datetime().optional(),
      code: z
        .string()
        .regex(/^[a-z]+$/)
        .optional(),
      tags: z.array(z.string()).max(2).optional(),
      either: z.union([z.string().max(3), z.array(z.string())]).optional(),
      nested: z.strictObject({ deep: z.boolean() }).optional(),
      extra: z.record(z.string(), z.unknown()).optional(),
    }),
    execute: async () => ({ text: 'stored' }),
  });

  test.each([
    [{}, 'text', 'is required (a string)'],
    [{ text: 5 }, 'text', 'must be a string'],
    [{ text: null }, 'text', 'must be a string'],
    [{ text: '' }, 'text', 'cannot be empty'],
    [{ text: 'x'.repeat(21) }, 'text', 'must have at most 20 characters'],
    [{ text: 'a', limit: 0 }, 'limit', 'must be at least 1'],
    [{ text: 'a', limit: 101 }, 'limit', 'must be at most 100'],
    [{ text: 'a', limit: 1.5 }, 'limit', 'must be an integer'],
    [{ text: 'a', limit: '5' }, 'limit', 'must be a number'],
    [{ text: 'a', ratio: 0 }, 'ratio', 'must be greater than 0'],
    [{ text: 'a', ratio: 1 }, 'ratio', 'must be less than 1'],
    [{ text: 'a', ratio: 0.3 }, 'ratio', 'must be a multiple of 0.25'],
    [{ text: 'a', kind: 'x' }, 'kind', 'must be one of "fact", "note"'],
    [{ text: 'a', kind: 'facts' }, 'kind', 'must be one of "fact", "note"; nearest: "fact"'],
    [{ text: 'a', kind: 'NOT' }, 'kind', 'must be one of "fact", "note"; nearest: "note"'],
    [{ text: 'a', only: 'delete' }, 'only', 'must be "DELETE"'],
    [{ text: 'a', when: 'today' }, 'when', 'must be a valid datetime'],
    [{ text: 'a', code: 'A1' }, 'code', 'must match /^[a-z]+$/'],
    [{ text: 'a', tags: ['1', '2', '3'] }, 'tags', 'must have at most 2 items'],
    [{ text: 'a', tags: ['1', 2] }, 'tags[1]', 'must be a string'],
    [{ text: 'a', either: 5 }, 'either', 'must be a string or an array'],
    [{ text: 'a', either: 'long' }, 'either', 'must have at most 3 characters'],
    [{ text: 'a', either: ['x', 1] }, 'either', '[1] must be a string'],
    [{ text: 'a', nested: {} }, 'nested.deep', 'is required (a boolean)'],
    [{ text: 'a', nested: { deep: true, odd: 1 } }, 'nested.odd', 'is not a known name'],
    [{ text: 'a', extra: [] }, 'extra', 'must be an object'],
    [{ text: 'a', colour: 'red' }, 'colour', 'is not a known name'],
    [{ text: 'a', kind: 'ntoe' }, 'kind', 'must be one of "fact", "note"; nearest: "note"'],
    [{ text: 'a', limits: 5 }, 'limits', 'is not a known name; nearest: limit'],
    [{ text: 'a', ['z'.repeat(500)]: 1 }, `${'z'.repeat(100)}…`, 'is not a known name'],
  ])('%j → %s %s', async (given, field, error) => {
    verifies('R105', 'R154', 'R174', 'R257', 'R259', 'R315', 'P002');
    const piped = new PipedServer({ tools: [store] });
    const reply = await piped.server.handleRequest({
      id: 1,
      method: 'tools/call',
      params: { name: 'store', arguments: given },
    });
    expect(reply?.result?.['isError']).toBe(true);
    expect(reply?.result?.['_meta']).toMatchObject({
      error: { code: 'INVALID_INPUT', class: 'validation', retryable: false, issues: [{ field, error }] },
    });
    expect(textOf(reply)).toContain(`INVALID_INPUT: Invalid arguments for store. ${field}: ${error}.`);
    expect(textOf(reply)).toContain('Expected arguments: text (required), limit, ratio,');
    expect(piped.logger.of('executing_tool')).toEqual([]);
    expect(piped.server.getStats()).toMatchObject({ tool_errors: 1, errors_by_class: { validation: 1 } });
  });

  test('all problems are told at once, up to twenty', async () => {
    const piped = new PipedServer({ tools: [store] });
    const given = { limit: 0, ...Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`x${n}`, n])) };
    const reply = await piped.server.handleRequest({
      id: 1,
      method: 'tools/call',
      params: { name: 'store', arguments: given },
    });
    const meta = reply?.result?.['_meta'] as { error: { issues: { field: string }[] } } | undefined;
    const fields = meta?.error.issues.map(({ field }) => field) ?? [];
    expect(fields.slice(0, 3)).toEqual(['text', 'limit', 'x0']);
    expect(fields).toHaveLength(20);
  });

  test('a tool without arguments says so, however loosely its schema was made', async () => {
    verifies('P002');
    const none = tool({ name: 'none', input: z.looseObject({}), execute: async () => ({ text: '' }) });
    const piped = new PipedServer({ tools: [none] });
    const reply = await piped.server.handleRequest({
      id: 1,
      method: 'tools/call',
      params: { name: 'none', arguments: { a: 1 } },
    });
    expect(textOf(reply)).toContain('a: is not a known name. This tool takes no arguments.');
  });

  test('rules across fields hold as well', async () => {
    const range = tool({
      name: 'range',
      input: z
        .object({ from: z.number(), to: z.number() })
        .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before from' }),
      execute: async () => ({ text: 'ok' }),
    });
    const piped = new PipedServer({ tools: [range] });
    const call = (given: object) =>
      piped.server.handleRequest({ id: 1, method: 'tools/call', params: { name: 'range', arguments: given } });
    expect(textOf(await call({ from: 2, to: 1 }))).toContain('to: must not be before from.');
    expect(textOf(await call({ from: 1, to: 2, odd: 1 }))).toContain('odd: is not a known name.');
    expect(textOf(await call({ from: 1, to: 2 }))).toBe('ok');
  });

  test('an argument may have another name, which is not shown', async () => {
    const aliased = tool({
      name: 'aliased',
      aliases: { content: 'text' },
      input: z.object({ text: z.string() }),
      execute: async ({ text }) => ({ text }),
    });
    const piped = new PipedServer({ tools: [aliased] });
    const call = (given: object) =>
      piped.server.handleRequest({ id: 1, method: 'tools/call', params: { name: 'aliased', arguments: given } });
    expect(textOf(await call({ content: 'a' }))).toBe('a');
    expect(textOf(await call({ content: 'a', text: 'a' }))).toBe('a');
    expect((await call({ content: 'a', text: 'b' }))?.result?.['isError']).toBe(true);
    expect(JSON.stringify(await piped.server.handleRequest({ id: 1, method: 'tools/list' }))).not.toContain('content');
  });

  test('what is wrong with it is said of the name by which it was called', async () => {
    const aliased = tool({
      name: 'aliased',
      aliases: { content: 'text' },
      input: z.object({ text: z.array(z.string()), path: z.string().default('') }),
      execute: async () => {
        throw new SampleError('text[0]: is no text of ours. Text: and path stay.', [
          { field: 'text[0]', error: 'is none' },
        ]);
      },
    });
    const describeError = (error: unknown) => ({
      code: 'INVALID_INPUT',
      message: (error as SampleError).message,
      retryable: false,
      class: 'validation',
      issues: (error as SampleError).issues,
    });
    const piped = new PipedServer({ tools: [aliased], describeError });
    const call = (given: object) =>
      piped.server.handleRequest({ id: 1, method: 'tools/call', params: { name: 'aliased', arguments: given } });
    expect(textOf(await call({ content: 5 }))).toContain('content: must be an array.');
    expect(textOf(await call({ text: 5 }))).toContain('text: must be an array.');
    const failed = await call({ content: [''] });
    expect(textOf(failed)).toBe('INVALID_INPUT: content[0]: is no text of ours. Text: and path stay.');
    expect(failed?.result?.['_meta']).toMatchObject({ error: { issues: [{ field: 'content[0]', error: 'is none' }] } });
    expect(textOf(await call({ text: [''] }))).toContain('text[0]: is no text');
  });
});

describe('time', () => {
  test('a tool that takes too long is answered for and told to stop', async () => {
    verifies('R074', 'R182', 'R299', 'D027');
    const { tool: slow, calls } = manual();
    const piped = new PipedServer({ tools: [{ ...slow, timeoutMs: 10 }] });
    await serving(piped, async () => {
      const reply = await piped.call(1, 'manual');
      expect(textOf(reply)).toBe('TIMEOUT: Tool execution exceeded timeout (0.01s). Retry with less work.');
      expect(reply.result).toMatchObject({ isError: true, _meta: { error: { code: 'TIMEOUT', retryable: true } } });
      expect(calls[0]?.context.signal.aborted).toBe(true);
      // Whatever it does later concerns nobody.
      calls[0]?.fail(new Error('late'));
      expect((await piped.request(2, 'ping')).result).toEqual({});
    });
  });

  test('the server’s limit holds for tools that set none', async () => {
    verifies('R074');
    const piped = new PipedServer({ tools: [manual().tool], timeoutMs: 10 });
    await serving(piped, async () => expect(textOf(await piped.call(1, 'manual'))).toMatch(/^TIMEOUT/));
  });

  test('a limit beyond what timers can hold does not fire at once', async () => {
    const { tool: slow, calls } = manual();
    const piped = new PipedServer({ tools: [{ ...slow, timeoutMs: 2 ** 40 }] });
    await serving(piped, async () => {
      const answer = piped.call(1, 'manual');
      await entered(calls, 1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      calls[0]?.finish('in time');
      expect(textOf(await answer)).toBe('in time');
    });
  });

  test('its place is free again for the next call', async () => {
    const { tool: slow, calls } = manual();
    const piped = new PipedServer({ tools: [slow], timeoutMs: 10, concurrency: 1 });
    await serving(piped, async () => {
      await piped.call(1, 'manual');
      await piped.call(2, 'manual');
      expect(calls).toHaveLength(2);
    });
  });
});

describe('cancellation', () => {
  test.each([
    ['2025', {}],
    ['2026', { _meta: MODERN_META }],
  ])('stops the tool and gives no answer, era %s', async (_, meta) => {
    verifies('R182');
    const { tool: slow, calls } = manual();
    const piped = new PipedServer({ tools: [slow] });
    await serving(piped, async () => {
      piped.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'manual', ...meta } });
      await entered(calls, 1);
      piped.send({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 1, reason: 'no', ...meta },
      });
      while (!calls[0]?.context.signal.aborted) await turn();
      const next = piped.request(2, 'tools/list', meta);
      await next;
      expect(piped.messages.map(({ id }) => id)).toEqual([2]);
    });
    expect(piped.logger.of('request_cancelled')).toMatchObject([{ level: 'info', request_id: 1 }]);
    expect(piped.server.getStats()).toMatchObject({ total_requests: 2, total_errors: 0 });
  });

  test('of a call that waits for its turn: it never starts', async () => {
    const { tool: slow, calls } = manual();
    const piped = new PipedServer({ tools: [slow], concurrency: 1 });
    await serving(piped, async () => {
      const first = piped.call(1, 'manual', { label: 'first' });
      void piped.call(2, 'manual', { label: 'second' });
      const third = piped.call(3, 'manual', { label: 'third' });
      await entered(calls, 1);
      piped.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
      await turn();
      calls[0]?.finish();
      await first;
      await entered(calls, 2);
      calls[1]?.finish();
      await third;
      expect(calls.map(({ label }) => label)).toEqual(['first', 'third']);
    });
  });

  test('by a program that handed the request in', async () => {
    const { tool: slow, calls } = manual();
    const { server } = new PipedServer({ tools: [slow], concurrency: 1 });
    const message = { id: 1, method: 'tools/call', params: { name: 'manual' } };
    const controller = new AbortController();
    const running = server.handleRequest(message, { signal: controller.signal });
    const waiting = server.handleRequest(message, { signal: controller.signal });
    await entered(calls, 1);
    controller.abort();
    expect(textOf(await running)).toBe('CANCELLED: The request was cancelled.');
    expect(await waiting).toEqual({ error: { code: -32603, message: 'Request cancelled' } });
    expect(await server.handleRequest(message, { signal: controller.signal })).toHaveProperty('error');
    expect(calls).toHaveLength(1);
  });
});

describe('progress', () => {
  const steps = tool({
    name: 'steps',
    input: z.object({}),
    async execute(_, { progress }) {
      progress(1, 3, 'one');
      progress(1, 3, 'again');
      progress(2);
      progress(3, 3);
      setImmediate(() => progress(4, 4, 'too late'));
      return { text: 'done' };
    },
  });

  test.each([
    ['2025', {}],
    ['2026', MODERN_META],
  ])('goes to the client that asked for it, before the answer and only forwards, era %s', async (_, meta) => {
    const piped = new PipedServer({ tools: [steps] });
    await serving(piped, async () => {
      await piped.request(1, 'tools/call', { name: 'steps', _meta: { ...meta, progressToken: 'p' } });
      await turn();
      await turn();
    });
    expect(piped.messages.map(({ method, params, id }) => (method ? params : id))).toEqual([
      { progressToken: 'p', progress: 1, total: 3, message: 'one' },
      { progressToken: 'p', progress: 2 },
      { progressToken: 'p', progress: 3, total: 3 },
      1,
    ]);
  });

  test('goes to nobody when nobody asked', async () => {
    const piped = new PipedServer({ tools: [steps] });
    await serving(piped, async () => {
      await piped.call(1, 'steps');
    });
    expect(piped.messages).toHaveLength(1);
  });

  test('goes to the program that handed the request in', async () => {
    const { server } = new PipedServer({ tools: [steps] });
    const seen: unknown[] = [];
    const params = { name: 'steps', _meta: { progressToken: 7 } };
    await server.handleRequest(
      { id: 1, method: 'tools/call', params },
      { notify: (method, sent) => seen.push([method, sent]) },
    );
    expect(seen[0]).toEqual(['notifications/progress', { progressToken: 7, progress: 1, total: 3, message: 'one' }]);
    expect(seen).toHaveLength(3);
  });
});

describe('concurrency', () => {
  test('of one serves every request in order of arrival', async () => {
    verifies('R035');
    const { tool: slow, calls } = manual();
    const piped = new PipedServer({ tools: [slow], concurrency: 1 });
    await serving(piped, async () => {
      const answers = [
        piped.call(1, 'manual', { label: 'a' }),
        piped.request(2, 'tools/list'),
        piped.call(3, 'manual', { label: 'b' }),
      ];
      await entered(calls, 1);
      for (let n = 0; n < 5; n += 1) await turn();
      expect(calls).toHaveLength(1);
      expect(piped.messages).toEqual([]);
      calls[0]?.finish();
      await entered(calls, 2);
      calls[1]?.finish();
      await Promise.all(answers);
      expect(piped.messages.map(({ id }) => id)).toEqual([1, 2, 3]);
    });
  });

  test('of more runs so many tools at once, the rest in order, and lists do not wait', async () => {
    const { tool: slow, calls } = manual();
    const piped = new PipedServer({ tools: [slow], concurrency: 2 });
    await serving(piped, async () => {
      const answers = [1, 2, 3, 4].map((id) => piped.call(id, 'manual', { label: String(id) }));
      await piped.request('list', 'tools/list');
      for (let n = 0; n < 5; n += 1) await turn();
      expect(calls.map(({ label }) => label)).toEqual(['1', '2']);
      calls[1]?.finish();
      await entered(calls, 3);
      for (let n = 0; n < 5; n += 1) await turn();
      expect(calls.map(({ label }) => label)).toEqual(['1', '2', '3']);
      calls[0]?.finish();
      calls[2]?.finish();
      await entered(calls, 4);
      calls[3]?.finish();
      await Promise.all(answers);
    });
  });
});
