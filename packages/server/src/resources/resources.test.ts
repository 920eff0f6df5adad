import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import type { McpBaseServer } from '../mcp-base-server.ts';
import { ALL_CLIENTS, connect } from '../testing/any-client.ts';
import { PipedServer, textOf } from '../testing/piped-server.ts';
import { tool } from '../testing/sample-tools.ts';
import type { UriVariables } from '../uri-template/collect.ts';

const show = async (uri: string, variables: UriVariables) => ({ text: `${uri} ${JSON.stringify(variables)}` });

function prepare(server: McpBaseServer): void {
  server.registerResource({ uri: 'x://a/fixed', name: 'fixed', read: async () => ({ text: 'fixed' }) });
  server.registerResource({ uri: 'x://a/gone', name: 'gone', read: async () => undefined });
  server.registerResourceTemplate({
    uriTemplate: '{+any}',
    name: 'any',
    read: async (uri) => (uri.startsWith('x:') ? { text: 'any' } : undefined),
  });
  server.registerResourceTemplate({ uriTemplate: 'x://{+path}', name: 'path', read: async () => ({ text: 'path' }) });
  server.registerResourceTemplate({
    uriTemplate: 'x://a/{id}',
    name: 'first',
    read: async (_, { id }) => (id === 'second' ? undefined : { text: `first ${id}` }),
  });
  server.registerResourceTemplate({ uriTemplate: 'x://b/{id}', name: 'other', read: show });
  server.registerResourceTemplate({
    uriTemplate: 'x://a/{name}',
    name: 'second',
    read: async () => ({ text: 'second' }),
  });
  server.registerResourceTemplate({ uriTemplate: 'find://{words}{?limit,tags*}', name: 'find', read: show });
}

describe.each(ALL_CLIENTS)('%s', (_, make) => {
  test.each([
    ['x://a/fixed', 'fixed'],
    ['x://a/gone', 'first gone'],
    ['x://a/1', 'first 1'],
    ['x://a/second', 'second'],
    ['x://a/1/2', 'path'],
    ['x:other', 'any'],
    [
      'find://a%20b?tags=x&limit=3&tags=y',
      'find://a%20b?tags=x&limit=3&tags=y {"words":"a b","tags":["x","y"],"limit":"3"}',
    ],
  ])('%s is read as %s', async (uri, text) => {
    verifies('R227', 'R228', 'R229', 'R269');
    const { client, end } = await connect(make, { prepare });
    expect((await client.readResource({ uri })).contents).toEqual([{ uri, text }]);
    await end();
  });

  test('what nobody has is not found', async () => {
    verifies('R229', 'R269');
    const { client, end } = await connect(make, { prepare });
    await expect(client.readResource({ uri: 'nowhere://x' })).rejects.toThrow('Resource not found: nowhere://x');
    await end();
  });
});

test('of several templates the most specific one is asked first, then in order of registration', async () => {
  verifies('R229', 'R269');
  const { server, logger } = new PipedServer({ prepare });
  await server.handleRequest({ id: 1, method: 'resources/read', params: { uri: 'x://a/second' } });
  expect(logger.of('resource_read')).toMatchObject([{ template: 'x://a/{id}' }, { template: 'x://a/{name}' }]);
});

describe('blocks of other kinds', () => {
  const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const;
  const link = { type: 'resource_link', uri: 'x://1', name: 'one' } as const;
  const embedded = { type: 'resource', resource: { uri: 'x://1', text: 'one' } } as const;

  test.each(ALL_CLIENTS)('reach %s from tools and prompts', async (_, make) => {
    const { client, end } = await connect(make, {
      tools: [
        tool({
          name: 'draw',
          input: { type: 'object' },
          execute: async () => ({ text: 'unused', content: [{ type: 'text', text: 'Here:' }, image, link] }),
        }),
      ],
      prepare: (server) =>
        server.registerPrompt({
          name: 'about',
          render: async () => [
            { role: 'user', content: embedded },
            { role: 'assistant', text: 'I see.' },
          ],
        }),
    });
    expect(await client.callTool({ name: 'draw' })).toMatchObject({ content: [{ text: 'Here:' }, image, link] });
    expect((await client.getPrompt({ name: 'about' })).messages).toEqual([
      { role: 'user', content: embedded },
      { role: 'assistant', content: { type: 'text', text: 'I see.' } },
    ]);
    await end();
  });
});

describe('tools described by JSON Schema', () => {
  const schema = {
    type: 'object',
    title: 'Search',
    properties: {
      query: { type: 'string', description: 'Plain words.', minLength: 1 },
      max_results: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      filter: { type: 'object', properties: { kind: { enum: ['fact', 'note'] } }, 'x-note': 'kept' },
    },
    required: ['query'],
    additionalProperties: false,
  } as const;
  const output = { type: 'object', properties: { given: { type: 'object' } }, required: ['given'] } as const;
  const search = tool({
    name: 'search',
    input: schema,
    output,
    execute: async (input) => ({
      text: JSON.stringify(input),
      structured: input['query'] === 'bad' ? {} : { given: input },
    }),
  });

  test.each(ALL_CLIENTS)('are shown to %s as they were given, and checked', async (_, make) => {
    verifies('R200', 'R201', 'R202', 'R257', 'R258', 'R259');
    const { client, end } = await connect(make, { tools: [search] });
    expect((await client.listTools()).tools[0]).toMatchObject({ inputSchema: schema, outputSchema: output });
    expect(
      await client.callTool({ name: 'search', arguments: { query: 'x', filter: { kind: 'fact' } } }),
    ).toMatchObject({
      structuredContent: { given: { query: 'x', max_results: 10, filter: { kind: 'fact' } } },
      isError: false,
    });
    const bad = await client.callTool({
      name: 'search',
      arguments: { query: '', max_results: 0, filter: { kind: 1 }, q: 1 },
    });
    expect(bad).toMatchObject({
      isError: true,
      _meta: {
        error: {
          code: 'INVALID_INPUT',
          issues: [
            { field: 'query', error: 'must have at least 1 characters' },
            { field: 'max_results', error: 'must be at least 1' },
            { field: 'filter.kind', error: 'must be one of "fact", "note"' },
            { field: 'q', error: 'is not a known name' },
          ],
        },
      },
    });
    expect(textOf({ result: bad })).toContain('Expected arguments: query (required), max_results, filter.');
    expect(await client.callTool({ name: 'search', arguments: { query: 'bad' } })).toMatchObject({ isError: true });
    await end();
  });

  test('that cannot be checked are refused', () => {
    verifies('R201');
    const { server } = new PipedServer();
    const impossible = { ...search, name: 'impossible', input: { type: 'object', patternProperties: {} } as const };
    expect(() => server.registerTool(impossible)).toThrow('the keyword patternProperties is not supported');
  });

  test('fifty-four of them register in no time', () => {
    verifies('R255');
    const { server } = new PipedServer({ tools: [] });
    const before = process.cpuUsage();
    for (let n = 0; n < 54; n += 1) server.registerTool({ ...search, name: `search_${n}` });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(100);
    expect(server.getStats().tools).toHaveLength(54);
  });
});
