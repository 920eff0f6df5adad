import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listPage } from './list-page.ts';
import type { McpBaseServer } from '../mcp-base-server.ts';
import { ALL_CLIENTS, connect } from '../testing/any-client.ts';
import { MODERN_META, PipedServer } from '../testing/piped-server.ts';
import { tool } from '../testing/sample-tools.ts';

const many = Array.from({ length: 25 }, (_, n) =>
  tool({ name: `tool_${n}`, input: { type: 'object' }, execute: async () => ({ text: '' }) }),
);

function prepare(server: McpBaseServer): void {
  for (let n = 0; n < 11; n += 1) {
    const read = async () => ({ text: '' });
    server.registerResource({ uri: `x://${n}`, name: `x${n}`, read });
    server.registerResourceTemplate({ uriTemplate: `y${n}://{id}`, name: `y${n}`, read });
    server.registerPrompt({ name: `p${n}`, render: async () => [] });
  }
}

describe.each(ALL_CLIENTS)('%s', (_, make) => {
  test('gets long lists page by page', async () => {
    const { client, piped, end } = await connect(make, { tools: many, pageSize: 10, prepare });
    // The newer client follows the cursors by itself, the older one leaves that to its caller.
    const names: string[] = [];
    for (let params: object | undefined = {}; params;) {
      const { tools, nextCursor }: Awaited<ReturnType<typeof client.listTools>> = await client.listTools(params);
      names.push(...tools.map(({ name }) => name));
      params = nextCursor === undefined ? undefined : { cursor: nextCursor };
    }
    expect(names).toEqual(many.map(({ name }) => name));
    const pages = piped.messages.map(({ result }) => result?.['tools']).filter((tools) => Array.isArray(tools));
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
    await end();
  });
});

describe('pages', () => {
  test.each([
    ['tools/list', 'tools'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
  ])('%s has them and refuses cursors of others', async (method, name) => {
    const { server } = new PipedServer({ tools: many, pageSize: 10, prepare });
    const ask = (cursor?: unknown) =>
      server.handleRequest({ id: 1, method, params: cursor === undefined ? {} : { cursor } });
    const first = (await ask())?.result ?? {};
    expect(first[name]).toHaveLength(10);
    expect(first['nextCursor']).toEqual(expect.any(String));
    const other = method === 'tools/list' ? 'prompts/list' : 'tools/list';
    const foreign = (await server.handleRequest({ id: 1, method: other }))?.result?.['nextCursor'];
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const bad of [
      foreign,
      'x',
      '',
      7,
      null,
      made({ list: name, last: 'gone' }),
      made(null),
      made({ list: name }),
    ]) {
      expect((await ask(bad))?.error).toEqual({
        code: -32602,
        message: 'Invalid params: unknown cursor. Start again without one.',
      });
    }
  });

  test('what comes and goes in between does not shift them', async () => {
    const { server } = new PipedServer({ tools: many, pageSize: 10 });
    const ask = (params: object) => server.handleRequest({ id: 1, method: 'tools/list', params });
    const first = await ask({});
    server.unregister('tools', 'tool_3');
    const second = await ask({ cursor: first?.result?.['nextCursor'] });
    expect(second?.result).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'tool_10' })]),
    });
    expect(JSON.stringify(second)).not.toContain('"tool_9"');
  });

  test('together are the list, whatever the size of a page', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 40 }),
        fc.integer({ min: 1, max: 45 }),
        (names, pageSize) => {
          const list = { name: 'things', key: 'name', items: names.map((name) => ({ name })), ttlMs: 0 };
          const seen: unknown[] = [];
          for (let params: Record<string, unknown> | undefined = {}; params;) {
            const page = listPage(list, pageSize, params, 'legacy');
            seen.push(...(page['things'] as object[]));
            params = page['nextCursor'] === undefined ? undefined : { cursor: page['nextCursor'] };
          }
          expect(seen).toEqual(list.items);
        },
      ),
    );
  });
});

describe('cache hints', () => {
  const ask = async (server: McpBaseServer, method: string, params = {}) =>
    (await server.handleRequest({ id: 1, method, params: { ...params, _meta: MODERN_META } }))?.result;

  test('a list that may change is kept for less time', async () => {
    const { server } = new PipedServer({ changing: ['prompts'] });
    expect(await ask(server, 'tools/list')).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'private' });
    expect(await ask(server, 'prompts/list')).toMatchObject({ ttlMs: 60_000, cacheScope: 'private' });
  });

  test('a resource says how long its content is good', async () => {
    const { server } = new PipedServer();
    const read = async () => ({ text: 'x' });
    server.registerResource({ uri: 'x://1', name: 'one', read });
    server.registerResource({ uri: 'x://2', name: 'two', cache: { ttlMs: 5000, scope: 'public' }, read });
    expect(await ask(server, 'resources/read', { uri: 'x://1' })).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    expect(await ask(server, 'resources/read', { uri: 'x://2' })).toMatchObject({ ttlMs: 5000, cacheScope: 'public' });
    const legacy = await server.handleRequest({ id: 1, method: 'resources/read', params: { uri: 'x://2' } });
    expect(Object.keys(legacy?.result ?? {})).toEqual(['contents']);
  });

  test('a page holds at least one item', () => {
    expect(() => new PipedServer({ pageSize: 0 })).toThrow('Option pageSize');
  });
});
