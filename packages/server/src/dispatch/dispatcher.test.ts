import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { McpBaseServer } from '../mcp-base-server.ts';
import type { Middleware } from './middleware.ts';
import { createSession } from '../connection/session.ts';
import type { Reply } from '../protocol/rpc-error.ts';
import type { McpBaseServerOptions } from '../server-options.ts';
import { MemoryLogger } from '../testing/memory-logger.ts';
import { initializeParams, MODERN_META, textOf } from '../testing/piped-server.ts';
import { broken, echo, manual, tool } from '../testing/sample-tools.ts';
import type { Tool } from '../tools/tool.ts';

function setUp(tools: readonly Tool[] = [echo, broken], options: Partial<McpBaseServerOptions> = {}) {
  const logger = new MemoryLogger();
  const server = new McpBaseServer({ name: 'sample', version: '1.2.3', logger, ...options });
  for (const one of tools) server.registerTool(one);
  const call = (name: string, given?: unknown, id: string | number = 1) =>
    server.handleRequest({ id, method: 'tools/call', params: { name, arguments: given } });
  return { server, logger, call };
}

describe('tools', () => {
  test('a call reaches its tool and comes back as content blocks', async () => {
    verifies('R040', 'R052', 'R096', 'R097', 'R124', 'R130', 'R133');
    const { server } = setUp();
    const reply = await server.handleRequest({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'hello' } },
    });
    expect(reply).toEqual({
      result: {
        content: [{ type: 'text', text: 'echo: hello' }],
        structuredContent: { text: 'hello' },
        isError: false,
      },
    });
  });

  test('the list has every tool with its schemas and hints, unknown names excluded', async () => {
    verifies('R039', 'R094', 'R124', 'R152', 'R200', 'R258', 'P002');
    const search = tool({
      name: 'find',
      group: 'search',
      input: z.object({
        query: z.string().describe('Plain words.'),
        max_results: z.number().int().min(1).max(100).default(10),
      }),
      execute: async () => ({ text: '' }),
    });
    const { server } = setUp([echo, search]);
    const reply = await server.handleRequest({ id: 1, method: 'tools/list' });
    const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    expect(reply?.result?.['tools']).toEqual([
      {
        name: 'echo',
        title: 'echo',
        description: 'What echo does.',
        annotations: hints,
        inputSchema: {
          type: 'object',
          properties: { text: { type: 'string', minLength: 1, maxLength: 100 } },
          required: ['text'],
          additionalProperties: false,
        },
        outputSchema: expect.objectContaining({ type: 'object', properties: { text: { type: 'string' } } }),
      },
      {
        name: 'find',
        title: 'find',
        description: 'What find does.',
        annotations: hints,
        _meta: { group: 'search' },
        inputSchema: {
          type: 'object',
          properties: {
            query: { type: 'string', description: 'Plain words.' },
            max_results: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
          },
          required: ['query'],
          additionalProperties: false,
        },
      },
    ]);
  });

  test('schemas are converted once and the compiled list is served from then on', async () => {
    verifies('R254');
    const { server } = setUp();
    const first = await server.handleRequest({ id: 1, method: 'tools/list' });
    const second = await server.handleRequest({ id: 2, method: 'tools/list' });
    expect(second?.result?.['tools']).toBe(first?.result?.['tools']);
  });

  test('an empty registry lists nothing and is no error', async () => {
    verifies('R095', 'R124', 'R298');
    const { server } = setUp([]);
    expect(await server.handleRequest({ id: 1, method: 'tools/list' })).toEqual({ result: { tools: [] } });
    expect(await server.handleRequest({ id: 2, method: 'prompts/list' })).toEqual({ result: { prompts: [] } });
    expect(await server.handleRequest({ id: 3, method: 'resources/list' })).toEqual({ result: { resources: [] } });
  });

  test('calls to several tools in turn reach the right one each time', async () => {
    verifies('R103', 'R124');
    const shout = tool({
      name: 'shout',
      input: z.object({ text: z.string() }),
      execute: async ({ text }) => ({ text: text.toUpperCase() }),
    });
    const { call } = setUp([echo, shout]);
    const texts: string[] = [];
    for (const name of ['echo', 'shout', 'echo', 'shout']) texts.push(textOf(await call(name, { text: 'a' })));
    expect(texts).toEqual(['echo: a', 'A', 'echo: a', 'A']);
  });

  test('arguments reach the tool as they were sent, and the defaults of its schema', async () => {
    verifies('R102', 'R124');
    const seen: unknown[] = [];
    const spy = tool({
      name: 'spy',
      input: z.object({ text: z.string(), nested: z.record(z.string(), z.unknown()), limit: z.number().default(10) }),
      async execute(input) {
        seen.push(input);
        return { text: '' };
      },
    });
    const { call } = setUp([spy]);
    const given = { text: ' Ünïcödé\u0000 \ud83d\ude00 ', nested: { a: [1, { b: null }], __proto_: 1 } };
    await call('spy', given);
    expect(seen).toEqual([{ ...given, limit: 10 }]);
  });

  test('arguments that are left out are checked like {}', async () => {
    verifies('R089');
    const none = tool({ name: 'none', input: z.object({}), execute: async () => ({ text: 'ok' }) });
    const { server, call } = setUp([echo, none]);
    const without = (name: string) => server.handleRequest({ id: 1, method: 'tools/call', params: { name } });
    expect(textOf(await without('none'))).toBe('ok');
    expect(textOf(await without('echo'))).toContain('INVALID_INPUT: Invalid arguments for echo. text: is required');
    expect(textOf(await without('echo'))).toBe(textOf(await call('echo', {})));
  });

  test('a tool that throws gives an error result without a word of the exception, and the next call works', async () => {
    verifies('R044', 'R062', 'R071', 'R072', 'R092', 'R106', 'R118', 'R124', 'R155', 'R176', 'R177', 'R226');
    const { call, logger } = setUp();
    const reply = await call('broken');
    const [line] = logger.of('tool_execution_failed');
    expect(textOf(reply)).toBe(`INTERNAL: Processing failed. Check logs. [${line?.['correlation_id']}]`);
    expect(reply?.result).toMatchObject({
      isError: true,
      _meta: {
        error: {
          code: 'INTERNAL',
          class: 'processing',
          retryable: false,
          tool: 'broken',
          correlation_id: line?.['correlation_id'],
        },
      },
    });
    expect(JSON.stringify(reply)).not.toMatch(/bug|hunter2|10\.0\.0\.7|6379|someone|TypeError|\.ts/);
    expect(line).toMatchObject({ level: 'error', tool_name: 'broken', error: expect.any(TypeError) });
    expect(textOf(await call('echo', { text: 'still here' }))).toBe('echo: still here');
  });

  test('the embedding program decides what its errors are called', async () => {
    verifies('R311', 'R315');
    const { call } = setUp([broken], {
      describeError: () => ({
        code: 'STORE_UNAVAILABLE',
        message: 'Database unavailable.',
        hint: 'Retry in 5 seconds.',
        retryable: true,
        retryAfterMs: 5000,
        class: 'database',
      }),
    });
    const reply = await call('broken');
    expect(textOf(reply)).toBe('STORE_UNAVAILABLE: Database unavailable. Retry in 5 seconds.');
    expect(reply?.result).toMatchObject({
      _meta: { error: { retryable: true, retry_after_ms: 5000, class: 'database' } },
    });
    expect(reply?.result).not.toHaveProperty('structuredContent');
  });

  test('a description of errors that fails itself is an internal error', async () => {
    const describeError = () => {
      throw new Error('worse');
    };
    const reply = await setUp([broken], { describeError }).call('broken');
    expect(textOf(reply)).toMatch(/^INTERNAL: Processing failed/);
  });

  test('output that does not match the tool’s own schema is a fault that is logged, not sent', async () => {
    const liar = tool({
      name: 'liar',
      input: z.object({}),
      output: z.object({ count: z.number() }),
      execute: async () => ({ text: 'fine', structured: { count: 'private words' } }),
    });
    const { call, logger } = setUp([liar], {
      describeError: () => ({ code: 'X', message: 'x', retryable: false, class: 'x' }),
    });
    const reply = await call('liar');
    expect(textOf(reply)).toMatch(/^INTERNAL: Processing failed/);
    expect(JSON.stringify(reply)).not.toContain('private');
    expect(logger.of('tool_execution_failed')).toHaveLength(1);
    expect(JSON.stringify(logger.lines)).not.toContain('private');
  });

  test('output is sent as the schema reads it, and may be left out when there is no schema', async () => {
    const wide = tool({
      name: 'wide',
      input: z.object({}),
      output: z.object({ kept: z.number() }),
      execute: async () => ({ text: '', structured: { kept: 1, dropped: 2 } }),
    });
    const free = tool({
      name: 'free',
      input: z.object({}),
      execute: async () => ({ text: '', structured: { any: 1 } }),
    });
    const { call } = setUp([wide, free]);
    expect((await call('wide'))?.result?.['structuredContent']).toEqual({ kept: 1 });
    expect((await call('free'))?.result?.['structuredContent']).toEqual({ any: 1 });
  });

  test('a tool that throws without being asynchronous is caught too', async () => {
    const hasty = tool({
      name: 'hasty',
      input: z.object({}),
      execute() {
        throw new Error('at once');
      },
    });
    expect((await setUp([hasty]).call('hasty'))?.result?.['isError']).toBe(true);
  });
});

describe('ids', () => {
  test('numbers and strings are taken, and told to the tool', async () => {
    verifies('R083', 'R098', 'R099', 'R124');
    const seen: unknown[] = [];
    const spy = tool({
      name: 'spy',
      input: z.object({}),
      async execute(_, { requestId }) {
        seen.push(requestId);
        return { text: '' };
      },
    });
    const { call } = setUp([spy]);
    for (const id of [42, 0, -1, 'req-123', '']) expect(await call('spy', {}, id)).toHaveProperty('result');
    expect(seen).toEqual([42, 0, -1, 'req-123', '']);
  });

  test('a message without an id is not carried out and not answered, only logged', async () => {
    verifies('R100', 'R101', 'R124', 'R242');
    const { tool: spied, calls } = manual();
    const { server, logger } = setUp([spied]);
    expect(await server.handleRequest({ method: 'tools/call', params: { name: 'manual', arguments: {} } })).toBe(
      undefined,
    );
    expect(await server.handleRequest({ method: 'notifications/whatever' })).toBe(undefined);
    expect(calls).toHaveLength(0);
    expect(logger.of('request_without_id')).toMatchObject([
      { level: 'warning', request_id: '<no-id>', method: 'tools/call' },
    ]);
    expect(logger.of('notification_ignored')).toHaveLength(1);
    expect(server.getStats().total_requests).toBe(0);
  });

  test('an answer to a question that was never asked is not answered', async () => {
    expect(await setUp().server.handleRequest({ id: 1, result: {} })).toBe(undefined);
  });
});

describe('malformed requests', () => {
  test.each([
    [{}, -32600, 'Invalid request: missing method field'],
    [{ id: 3 }, -32600, 'Invalid request: missing method field'],
    [{ id: 3, method: 5 }, -32600, 'Invalid request: method must be a string'],
    [{ id: 1.5, method: 'ping' }, -32600, 'Invalid request: id must be a string or an integer'],
    [{ id: null, method: 'ping' }, -32600, 'Invalid request: id must be a string or an integer'],
    [{ id: {}, method: 'ping' }, -32600, 'Invalid request: id must be a string or an integer'],
    [{ id: 1, method: 'ping', jsonrpc: '1.0' }, -32600, 'Invalid request: jsonrpc must be "2.0"'],
    ['text', -32600, 'Invalid request format'],
    [null, -32600, 'Invalid request format'],
    [7, -32600, 'Invalid request format'],
    [[{ id: 1, method: 'ping' }], -32600, 'Invalid request format: batches are not supported'],
    [{ id: 1, method: 'no/such' }, -32601, 'Method not found: no/such'],
    [{ id: 1, method: 'TOOLS/LIST' }, -32601, 'Method not found: TOOLS/LIST'],
    [{ id: 1, method: 'constructor' }, -32601, 'Method not found: constructor'],
    [{ id: 1, method: 'tools/call' }, -32602, 'Invalid params: missing tool name'],
    [{ id: 1, method: 'tools/call', params: { name: '' } }, -32602, 'Invalid params: missing tool name'],
    [{ id: 1, method: 'tools/call', params: { name: 5 } }, -32602, 'Invalid params: missing tool name'],
    [{ id: 1, method: 'tools/call', params: 'x' }, -32602, 'Invalid params: params must be an object'],
    [{ id: 1, method: 'tools/call', params: [] }, -32602, 'Invalid params: params must be an object'],
    [
      { id: 1, method: 'tools/call', params: { name: 'echo', arguments: null } },
      -32602,
      'Invalid params: arguments must be an object',
    ],
    [
      { id: 1, method: 'tools/call', params: { name: 'echo', arguments: [] } },
      -32602,
      'Invalid params: arguments must be an object',
    ],
    [{ id: 1, method: 'resources/read' }, -32602, 'Invalid params: missing uri'],
    [{ id: 1, method: 'prompts/get' }, -32602, 'Invalid params: missing prompt name'],
    [{ id: 1, method: 'prompts/get', params: { name: 'x' } }, -32602, 'Unknown prompt: x'],
  ])('%j → %i %s', async (message, code, text) => {
    verifies('R084', 'R085', 'R087', 'R088', 'R097', 'R107', 'R108', 'R124', 'R240', 'R289', 'R290', 'R316');
    const { server } = setUp();
    const reply = await server.handleRequest(message);
    expect(reply?.error).toMatchObject({ code, message: text });
    expect(Object.keys(reply ?? {})).toEqual(['error']);
    expect(server.getStats().protocol_errors).toBe(1);
  });

  test.each(['nope', 'constructor', '__proto__', 'toString'])(
    'the unknown tool %s is told the names there are',
    async (name) => {
      verifies('R090', 'R091', 'R117', 'R119', 'R124', 'R320');
      const { call, logger } = setUp();
      expect(await call(name, {})).toEqual({
        error: { code: -32602, message: `Unknown tool: ${name}`, data: { available_tools: ['echo', 'broken'] } },
      });
      expect(logger.of('tool_not_found')).toMatchObject([{ tool_name: name }]);
    },
  );

  test('a message that cannot even be looked at is answered', async () => {
    verifies('R082');
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error('no');
        },
      },
    );
    expect(await setUp().server.handleRequest(hostile)).toEqual({ error: { code: -32603, message: 'Internal error' } });
  });

  test('whatever else goes wrong is -32603 in words that say nothing of it', async () => {
    verifies('R093');
    const secret = new TypeError('secret of /srv/private');
    const fail = async () => Promise.reject(secret);
    const middlewareThat: Record<string, Middleware> = {
      rejects: fail,
      throws: () => {
        throw secret;
      },
    };
    const setups: [Middleware | undefined, string, object][] = [
      [middlewareThat['rejects'], 'tools/list', {}],
      [middlewareThat['throws'], 'tools/call', { name: 'echo', arguments: { text: 'a' } }],
      [undefined, 'resources/read', { uri: 'bad://1' }],
      [undefined, 'prompts/get', { name: 'bad' }],
      [undefined, 'bad/method', {}],
    ];
    for (const [middleware, method, params] of setups) {
      const { server, logger } = setUp();
      if (middleware) server.use(middleware);
      server.registerResource({ uri: 'bad://1', name: 'bad', read: fail });
      server.registerPrompt({ name: 'bad', render: fail });
      server.registerMethod('bad/method', fail);
      const reply = await server.handleRequest({ id: 1, method, params });
      expect([method, reply?.error?.code]).toEqual([method, -32603]);
      expect(JSON.stringify(reply)).not.toMatch(/secret|private|TypeError/);
      expect(reply?.error?.message).toBe('Processing failed. Check logs.');
      expect(logger.lines.some((line) => line['error'] === secret)).toBe(true);
    }
  });

  test('a reply has a result or an error: another cannot be written down', async () => {
    verifies('R243');
    const body = { code: -32603, message: 'no' };
    const replies = (...all: Reply[]) => all.length;
    // The compiler is the test: without its complaint the line below each comment is one.
    // @ts-expect-error both
    expect(replies({ result: {}, error: body })).toBe(1);
    // @ts-expect-error neither
    expect(replies({})).toBe(1);
    expect(replies({ result: {} }, { error: body })).toBe(2);
    const { server } = setUp();
    for (const method of ['ping', 'no/such']) {
      const reply = await server.handleRequest({ id: 1, method });
      expect(Object.keys(reply ?? {})).toHaveLength(1);
    }
  });

  test('a result that JSON cannot express is an internal error', async () => {
    verifies('R107');
    const big = tool({ name: 'big', input: z.object({}), execute: async () => ({ text: '', structured: { n: 10n } }) });
    const { call } = setUp([big]);
    expect(await call('big')).toEqual({ error: { code: -32603, message: 'Internal error' } });
  });
});

describe('the handshake without a connection', () => {
  test('initialize, ping and server/discover are answered', async () => {
    const { server } = setUp([echo], { title: 'Sample', instructions: 'Be brief.' });
    const about = { capabilities: { tools: {} }, instructions: 'Be brief.' };
    expect(await server.handleRequest({ id: 1, method: 'initialize', params: initializeParams('2024-11-05') })).toEqual(
      {
        result: {
          ...about,
          protocolVersion: '2024-11-05',
          serverInfo: { name: 'sample', version: '1.2.3', title: 'Sample' },
        },
      },
    );
    expect(await server.handleRequest({ id: 2, method: 'ping' })).toEqual({ result: {} });
    expect(await server.handleRequest({ id: 3, method: 'server/discover' })).toEqual({
      result: { ...about, supportedVersions: ['2026-07-28'] },
    });
    const bad = await server.handleRequest({ id: 4, method: 'initialize', params: { protocolVersion: 1 } });
    expect(bad?.error).toMatchObject({ code: -32602, message: expect.stringContaining('protocolVersion') });
  });

  test('only what is registered is offered', () => {
    const { server } = setUp([]);
    expect(server.greeting.capabilities).toEqual({});
    server.registerPrompt({ name: 'p', render: async () => [] });
    server.registerResourceTemplate({ name: 't', uriTemplate: 'x://{id}', read: async () => undefined });
    expect(server.greeting.capabilities).toEqual({ resources: {}, prompts: {} });
  });
});

describe('logs', () => {
  test('every line of a call carries its request id, and none its contents', async () => {
    verifies('R058', 'R109', 'R111', 'R124', 'R178', 'R222', 'R223');
    const { call, logger } = setUp();
    await call('echo', { text: 'a private sentence' }, 'req-9');
    expect(logger.lines.map(({ level, event }) => [level, event])).toEqual([
      ['debug', 'request_received'],
      ['debug', 'request_parsed'],
      ['info', 'executing_tool'],
      ['info', 'tool_execution_success'],
      ['info', 'request_processed'],
    ]);
    expect(logger.lines.every((line) => line['request_id'] === 'req-9')).toBe(true);
    expect(logger.of('request_processed')).toMatchObject([
      { tool: 'echo', duration_ms: expect.any(Number), outcome: 'ok' },
    ]);
    expect(JSON.stringify(logger.lines)).not.toContain('private');
    await call('echo', { text: 'a private sentence' });
    await call('echo', { text: 'another' });
    const started = logger.of('executing_tool');
    expect(started.map((line) => line['argument_bytes'])).toEqual([29, 29, 18]);
    const [first, again, other] = started.map((line) => line['argument_hash']);
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    expect([again === first, other === first]).toEqual([true, false]);
    expect(logger.of('tool_execution_success')[0]).toMatchObject({ text_bytes: 'echo: a private sentence'.length });
  });

  test('failures have their own events', async () => {
    verifies('R055', 'R059', 'R110', 'R112', 'R113');
    const { server, call, logger } = setUp();
    await server.handleRequest({});
    await server.handleRequest('x');
    await server.handleRequest({ id: 1, method: 'tools/call' });
    await server.handleRequest({ id: 1, method: 'nope' });
    await server.handleRequest({ id: 1, method: 'tools/list' });
    await call('broken');
    await call('echo', { text: '' });
    const seen = logger.lines.map(({ level, event }) => `${level} ${event}`);
    for (const line of [
      'warning missing_method',
      'warning parse_error',
      'warning missing_tool_name',
      'warning method_not_found',
      'info listing_tools',
      'error tool_execution_failed',
      'warning invalid_arguments',
    ]) {
      expect(seen).toContain(line);
    }
    expect(logger.of('tool_error')).toMatchObject([
      { tool: 'broken', error: 'INTERNAL' },
      { tool: 'echo', error: 'INVALID_INPUT' },
    ]);
    expect(logger.of('listing_tools')).toMatchObject([{ count: 2 }]);
  });
});

describe('resources and prompts', () => {
  function withResources() {
    const made = setUp([echo]);
    made.server.registerResource({
      uri: 'echo://content/fixed',
      name: 'fixed',
      mimeType: 'text/plain',
      read: async () => ({ text: 'static' }),
    });
    made.server.registerResourceTemplate({
      uriTemplate: 'echo://content/{type}',
      name: 'content',
      description: 'Any content.',
      read: async (uri, { type }) => (type === 'missing' ? undefined : { text: `${uri} ${type}`, mimeType: 'text/x' }),
    });
    made.server.registerResourceTemplate({
      uriTemplate: 'echo://broken/{x}',
      name: 'broken',
      read: async () => {
        throw new Error('secret path');
      },
    });
    const read = (uri: string, _meta?: object) =>
      made.server.handleRequest({ id: 1, method: 'resources/read', params: { uri, ...(_meta ? { _meta } : {}) } });
    return { ...made, read };
  }

  test('are listed', async () => {
    verifies('R120', 'R227', 'R228');
    const { server } = withResources();
    expect(await server.handleRequest({ id: 1, method: 'resources/list' })).toEqual({
      result: { resources: [{ uri: 'echo://content/fixed', name: 'fixed', mimeType: 'text/plain' }] },
    });
    expect((await server.handleRequest({ id: 1, method: 'resources/templates/list' }))?.result).toMatchObject({
      resourceTemplates: [
        { uriTemplate: 'echo://content/{type}', name: 'content', description: 'Any content.' },
        { name: 'broken' },
      ],
    });
  });

  test('a fixed URI wins over a template; the template gets its variables; reads are logged', async () => {
    verifies('R224', 'R227', 'R228', 'R229');
    const { read, logger } = withResources();
    expect((await read('echo://content/fixed'))?.result).toEqual({
      contents: [{ uri: 'echo://content/fixed', mimeType: 'text/plain', text: 'static' }],
    });
    expect((await read('echo://content/a%20b'))?.result).toEqual({
      contents: [{ uri: 'echo://content/a%20b', mimeType: 'text/x', text: 'echo://content/a%20b a b' }],
    });
    expect(logger.of('resource_read')).toMatchObject([
      { uri: 'echo://content/fixed' },
      { uri: 'echo://content/a%20b', template: 'echo://content/{type}' },
    ]);
  });

  test('what is not there has the code of the client’s revision', async () => {
    verifies('R229', 'R290');
    const { read } = withResources();
    for (const uri of ['echo://content/missing', 'nowhere://x']) {
      expect((await read(uri))?.error).toMatchObject({
        code: -32002,
        message: `Resource not found: ${uri}`,
        data: { uri },
      });
      expect((await read(uri, MODERN_META))?.error).toMatchObject({ code: -32602 });
    }
  });

  test('a resource that throws tells nothing of it', async () => {
    verifies('R113', 'R118');
    const { read, logger } = withResources();
    const reply = await read('echo://broken/x');
    expect(reply?.error).toMatchObject({ code: -32603, message: 'Processing failed. Check logs.' });
    expect(JSON.stringify(reply)).not.toContain('secret');
    expect(logger.of('unexpected_request_error')).toMatchObject([
      { level: 'error', error_type: 'Error', error: expect.any(Error) },
    ]);
  });

  test('a prompt is listed, rendered, and checks its arguments', async () => {
    verifies('R121');
    const { server } = setUp();
    server.registerPrompt({
      name: 'greet',
      title: 'Greet',
      description: 'Says hello.',
      arguments: [{ name: 'who', required: true }, { name: 'how' }],
      render: async ({ who, how = 'Hello' }) => [{ role: 'user', text: `${how}, ${who}!` }],
    });
    const get = (given?: unknown) =>
      server.handleRequest({
        id: 1,
        method: 'prompts/get',
        params: { name: 'greet', ...(given === undefined ? {} : { arguments: given }) },
      });
    expect((await server.handleRequest({ id: 1, method: 'prompts/list' }))?.result).toEqual({
      prompts: [
        {
          name: 'greet',
          title: 'Greet',
          description: 'Says hello.',
          arguments: [{ name: 'who', required: true }, { name: 'how' }],
        },
      ],
    });
    expect((await get({ who: 'Ada' }))?.result).toEqual({
      description: 'Says hello.',
      messages: [{ role: 'user', content: { type: 'text', text: 'Hello, Ada!' } }],
    });
    expect((await get())?.error).toMatchObject({
      code: -32602,
      message: 'Invalid params: missing prompt argument who',
    });
    expect((await get({ who: 1 }))?.error?.message).toBe('Invalid params: prompt argument who must be a string');
    expect((await get({ who: 'x', zz: '' }))?.error?.message).toContain('expected who, how');
    expect((await get([]))?.error?.message).toBe('Invalid params: arguments must be an object');
  });
});

describe('registration', () => {
  test('versions of a tool stand side by side, each with its own schema', async () => {
    verifies('R303');
    const version = (name: string, input: z.ZodObject) =>
      tool({ name, input, execute: async (given) => ({ text: JSON.stringify(given) }) });
    const { call } = setUp([
      version('find_v1', z.object({ query: z.string() })),
      version('find_v2', z.object({ query: z.string(), limit: z.int() })),
    ]);
    expect(textOf(await call('find_v1', { query: 'x' }))).toBe('{"query":"x"}');
    expect(textOf(await call('find_v2', { query: 'x', limit: 2 }))).toBe('{"query":"x","limit":2}');
    expect((await call('find_v2', { query: 'x' }))?.result?.['isError']).toBe(true);
  });

  test('a name or URI that is taken is refused', () => {
    verifies('R231');
    const { server } = setUp();
    const resource = { uri: 'x://1', name: 'one', read: async () => ({ text: '' }) };
    const template = { uriTemplate: 'x://{id}', name: 'many', read: async () => undefined };
    const prompt = { name: 'p', render: async () => [] };
    server.registerResource(resource);
    server.registerResourceTemplate(template);
    server.registerPrompt(prompt);
    const taken = expect.objectContaining({ code: 'DUPLICATE_NAME' });
    expect(() => server.registerResource(resource)).toThrow(taken);
    expect(() => server.registerResourceTemplate(template)).toThrow(taken);
    expect(() => server.registerPrompt(prompt)).toThrow(taken);
  });
});

describe('sessions', () => {
  test('callers without one share the server’s; a caller’s own is kept apart', async () => {
    const counter = tool({
      name: 'count',
      input: z.object({}),
      async execute(_, { session }) {
        const next = Number(session.state.get('n') ?? 0) + 1;
        session.state.set('n', next);
        return { text: String(next) };
      },
    });
    const { server } = setUp([counter]);
    const message = { id: 1, method: 'tools/call', params: { name: 'count' } };
    const session = createSession();
    const texts = [
      textOf(await server.handleRequest(message)),
      textOf(await server.handleRequest(message)),
      textOf(await server.handleRequest(message, { session })),
    ];
    expect(texts).toEqual(['1', '2', '1']);
  });
});

describe('overhead', () => {
  test('a call costs less than 5 ms of processor time, tool included', async () => {
    verifies('R115', 'R124');
    const { call } = setUp();
    const calls = 500;
    const before = process.cpuUsage();
    for (let n = 0; n < calls; n += 1) await call('echo', { text: 'x' }, n);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000 / calls).toBeLessThan(5);
  });
});
