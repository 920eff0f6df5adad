/** What goes over the wire when a handler asks, and what a client cannot do with it. */
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { elicitForm, inputRequired, listRoots } from './input-required.ts';
import { HttpTestServer, stateless } from '../testing/http-server.ts';
import { initializeParams, MODERN_META, PipedServer, textOf, type WireMessage } from '../testing/piped-server.ts';
import { echo, tool } from '../testing/sample-tools.ts';
import type { Tool } from '../tools/tool.ts';

const FORM = z.object({ ok: z.boolean() });
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const ABLE = { elicitation: {}, roots: {} };

/** Carries what it was told to do until it is confirmed. */
function confirming(name: string): Tool {
  return tool({
    name,
    input: z.object({ what: z.string() }),
    async execute({ what }, { answers, carried }) {
      const answer = answers.elicited('sure', FORM);
      if (answer?.action === 'accept' && carried !== undefined) return { text: `${what}: ${JSON.stringify(carried)}` };
      return inputRequired({ sure: elicitForm('Sure?', FORM) }, { secret: `about to ${what}` });
    },
  }) as Tool;
}

const inHeaders = tool({
  name: 'regional',
  input: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
  async execute({ region }, { answers }) {
    const roots = answers.roots('folders');
    return roots ? { text: `${String(region)} ${roots.length}` } : inputRequired({ folders: listRoots() }, 'kept');
  },
});

const tools = [confirming('remove'), confirming('rename'), inHeaders, echo] as readonly Tool[];
const SURE = { sure: { action: 'accept', content: { ok: true } } };

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(server: { stateSecret?: string } = {}) {
  const http = await HttpTestServer.start({ tools, server });
  open.push(() => http.stop());
  const ask = (name: string, more: object, headers: Record<string, string> = {}) => {
    const made = stateless(1, 'tools/call', { name, ...more, _meta: { [CAPABILITIES_KEY]: ABLE } });
    return http.send(made.body, { ...made.headers, ...headers });
  };
  const stateOf = async (name: string, given: object) => {
    const { body } = await ask(name, { arguments: given });
    return body.result?.['requestState'] as string;
  };
  return { http, ask, stateOf };
}

describe('a stateless client', () => {
  test('gets the questions as the result, and what it carries says nothing to it', async () => {
    const { ask } = await start();
    const { status, body } = await ask('remove', { arguments: { what: 'a' } });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { sure: { method: 'elicitation/create', params: { message: 'Sure?' } } },
      requestState: expect.stringMatching(/^[\w-]+$/),
    });
    const carried = Buffer.from(String(body.result?.['requestState']), 'base64url').toString('latin1');
    expect(carried).not.toContain('about to');
  });

  test('gets the result when it comes back with answers', async () => {
    const { ask, stateOf } = await start();
    const requestState = await stateOf('remove', { what: 'a' });
    const { body } = await ask('remove', { arguments: { what: 'a' }, inputResponses: SURE, requestState });
    expect(textOf(body)).toBe('a: {"secret":"about to a"}');
    expect(body.result?.['resultType']).toBe('complete');
  });

  test.each([
    ['changed at the end', (state: string) => `${state}-TAMPERED`],
    ['changed at the beginning', (state: string) => (state.startsWith('A') ? 'B' : 'A') + state.slice(1)],
    ['cut short', (state: string) => state.slice(0, 20)],
    ['emptied', () => ''],
    ['made up', () => Buffer.from('{"answers":{},"carry":"1"}').toString('base64url')],
    ['no text', () => 7],
  ])('is refused when what it carries was %s', async (_, change) => {
    const { ask, stateOf } = await start();
    const requestState = change(await stateOf('remove', { what: 'a' }));
    const { body } = await ask('remove', { arguments: { what: 'a' }, inputResponses: SURE, requestState });
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('requestState') });
  });

  test('cannot confirm one thing and do another', async () => {
    const { ask, stateOf } = await start();
    const requestState = await stateOf('remove', { what: 'a' });
    const elsewhere = [
      await ask('remove', { arguments: { what: 'b' }, inputResponses: SURE, requestState }),
      await ask('rename', { arguments: { what: 'a' }, inputResponses: SURE, requestState }),
    ];
    for (const { body } of elsewhere) expect(body.error?.data).toEqual({ reason: 'invalid_request_state' });
  });

  test('may go to another server that has the same secret, and to no other', async () => {
    const stateSecret = 'one secret for all who share clients';
    const [first, second, stranger] = [await start({ stateSecret }), await start({ stateSecret }), await start()];
    const requestState = await first.stateOf('remove', { what: 'a' });
    const again = { arguments: { what: 'a' }, inputResponses: SURE, requestState };
    expect(textOf((await second.ask('remove', again)).body)).toBe('a: {"secret":"about to a"}');
    expect((await stranger.ask('remove', again)).body.error?.code).toBe(-32602);
  });

  test('is asked again when its answers are none, and refused when they cannot be read', async () => {
    const { ask } = await start();
    for (const inputResponses of [{}, { sure: 7 }, { sure: { action: 'perhaps' } }, { other: SURE.sure }]) {
      const { body } = await ask('remove', { arguments: { what: 'a' }, inputResponses });
      expect(body.result?.['resultType']).toBe('input_required');
    }
    const { body } = await ask('remove', { arguments: { what: 'a' }, inputResponses: null });
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('inputResponses') });
  });

  test('is asked all the same where the SDK reads the headers', async () => {
    const { ask } = await start();
    const [given, headers] = [{ region: 'north' }, { 'mcp-param-region': 'north' }];
    const { body } = await ask('regional', { arguments: given }, headers);
    expect(body.result).toMatchObject({ resultType: 'input_required', inputRequests: { folders: {} } });
    const requestState = body.result?.['requestState'];
    const inputResponses = { folders: { roots: [{ uri: 'file:///a' }] } };
    const answered = await ask('regional', { arguments: given, inputResponses, requestState }, headers);
    expect(textOf(answered.body)).toBe('north 1');
  });

  test('that lacks a capability is told so by the status too', async () => {
    const { http } = await start();
    const made = stateless(1, 'tools/call', { name: 'remove', arguments: { what: 'a' } });
    const { status, body } = await http.send(made.body, made.headers);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
  });

  test.each([
    [{ elicitation: {} }, undefined],
    [{ elicitation: { form: {} } }, undefined],
    [{ elicitation: { url: {} } }, -32021],
  ])('that declares %j can fill in forms or not', async (capabilities, code) => {
    const { http } = await start();
    const _meta = { [CAPABILITIES_KEY]: capabilities };
    const made = stateless(1, 'tools/call', { name: 'remove', arguments: { what: 'a' }, _meta });
    expect((await http.send(made.body, made.headers)).body.error?.code).toBe(code);
  });
});

/** A connection of the older revisions, with the client in the test's hands. */
async function connect(extra: readonly Tool[], concurrency = 8): Promise<PipedServer> {
  const piped = new PipedServer({ tools: extra, concurrency });
  const run = piped.run();
  open.push(async () => {
    piped.stdin.end();
    await run;
  });
  const params = { ...initializeParams('2025-11-25'), capabilities: { ...ABLE, elicitation: {} } };
  await piped.request('init', 'initialize', params);
  return piped;
}

const asked = (piped: PipedServer) => piped.next(({ method }) => method === 'elicitation/create');
const reply = (piped: PipedServer, { id }: WireMessage, result: object) => piped.send({ jsonrpc: '2.0', id, result });

describe('a client of the older revisions', () => {
  test('holds nobody up while its person thinks', async () => {
    const piped = await connect(tools, 1);
    const question = asked(piped);
    const removed = piped.call(1, 'remove', { what: 'a' });
    const waiting = await question;
    expect(textOf(await piped.call(2, 'echo', { text: 'meanwhile' }))).toBe('echo: meanwhile');
    reply(piped, waiting, SURE.sure);
    expect(textOf(await removed)).toBe('a: {"secret":"about to a"}');
  });

  test('that fails to answer gets an error, and its other questions are withdrawn', async () => {
    const both = tool({
      name: 'both',
      input: z.object({}),
      execute: async () => inputRequired({ sure: elicitForm('Sure?', FORM), folders: listRoots() }),
    });
    const piped = await connect([both]);
    const [question, roots] = [asked(piped), piped.next(({ method }) => method === 'roots/list')];
    const withdrawn = piped.next(({ method }) => method === 'notifications/cancelled');
    const answered = piped.call(1, 'both');
    const { id } = await question;
    piped.send({ jsonrpc: '2.0', id, error: { code: -1, message: 'The dialog crashed at /home/someone' } });
    expect((await answered).error).toEqual({
      code: -32603,
      message: 'The client did not answer what this needs to know (elicitation/create, roots/list).',
    });
    expect((await withdrawn).params?.['requestId']).toBe((await roots).id);
  });

  test('that withdraws its request is no longer asked', async () => {
    const piped = await connect(tools);
    const question = asked(piped);
    piped.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'remove', arguments: { what: 'a' } } });
    const { id } = await question;
    const withdrawn = piped.next(({ method }) => method === 'notifications/cancelled');
    piped.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    expect((await withdrawn).params?.['requestId']).toBe(id);
  });

  test('is not asked for ever', async () => {
    const never = tool({
      name: 'never',
      input: z.object({}),
      execute: async () => inputRequired({ sure: elicitForm('Sure?', FORM) }),
    });
    const piped = await connect([never]);
    let count = 0;
    piped.stdout.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString('utf8').split('\n').filter(Boolean)) {
        const message = JSON.parse(line) as WireMessage;
        if (message.method !== 'elicitation/create') continue;
        count += 1;
        reply(piped, message, { action: 'decline' });
      }
    });
    const { error } = await piped.call(1, 'never');
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('Gave up') });
    expect(count).toBe(8);
    expect(piped.logger.of('too_many_input_rounds')).toHaveLength(1);
  });

  test('sees progress that only grows, however often the handler begins anew', async () => {
    const slow = tool({
      name: 'slow',
      input: z.object({}),
      async execute(_, { answers, progress }) {
        for (const done of [1, 2]) progress(done);
        if (answers.elicited('sure') === undefined) return inputRequired({ sure: elicitForm('Sure?', FORM) });
        progress(3);
        return { text: 'done' };
      },
    });
    const piped = await connect([slow]);
    const question = asked(piped);
    const done = piped.request(1, 'tools/call', { name: 'slow', arguments: {}, _meta: { progressToken: 't' } });
    reply(piped, await question, SURE.sure);
    await done;
    const seen = piped.messages.filter(({ method }) => method === 'notifications/progress');
    expect(seen.map(({ params }) => params?.['progress'])).toEqual([1, 2, 3]);
  });
});

describe('a program that calls by itself', () => {
  const request = (_meta: object, more: object = {}) => ({
    id: 1,
    method: 'tools/call',
    params: { name: 'remove', arguments: { what: 'a' }, _meta, ...more },
  });

  test('speaks as a stateless client does, and cannot be asked otherwise', async () => {
    const { http } = await start();
    const meta = { ...MODERN_META, [CAPABILITIES_KEY]: ABLE };
    const first = await http.server.handleRequest(request(meta));
    const requestState = first?.result?.['requestState'];
    const second = await http.server.handleRequest(request(meta, { inputResponses: SURE, requestState }));
    expect(textOf(second)).toBe('a: {"secret":"about to a"}');
    expect((await http.server.handleRequest(request({})))?.error?.code).toBe(-32021);
  });
});
