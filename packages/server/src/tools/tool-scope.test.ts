import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ALL_CLIENTS, connect } from '../testing/any-client.ts';
import { PipedServer, textOf } from '../testing/piped-server.ts';
import { tool } from '../testing/sample-tools.ts';

const make = (name: string, scope?: 'read' | 'write' | 'admin') =>
  tool({ name, input: z.object({}), ...(scope ? { scope } : {}), execute: async () => ({ text: `${name} ran` }) });
const tools = [make('look', 'read'), make('change', 'write'), make('usual'), make('rule', 'admin')];
const prepare = ({ server }: PipedServer) => {
  server.registerResource({ uri: 'x://1', name: 'x', changes: true, read: async () => ({ text: 'secret' }) });
  server.registerPrompt({ name: 'p', arguments: [{ name: 'a', complete: () => ['secret'] }], render: async () => [] });
  server.registerMethod('x/look', async () => ({ looked: true }), 'read');
  server.registerMethod('x/change', async () => ({ changed: true }));
};

function setUp(...scopes: string[]) {
  const piped = new PipedServer({ tools });
  prepare(piped);
  const caller = { subject: 'someone', scopes: new Set(scopes) };
  const ask = (method: string, params: object = {}) =>
    piped.server.handleRequest({ id: 1, method, params }, { caller });
  const names = async () => {
    const { result = {} } = (await ask('tools/list')) ?? {};
    return (result['tools'] as { name: string }[]).map(({ name }) => name);
  };
  return { ...piped, piped, ask, names };
}

describe('tools', () => {
  test.each([
    [[], []],
    [['someone-elses'], []],
    [['read'], ['look']],
    [['write'], ['look', 'change', 'usual']],
    [
      ['read', 'write'],
      ['look', 'change', 'usual'],
    ],
    [['admin'], ['look', 'change', 'usual', 'rule']],
    [
      ['admin', 'read', 'x'],
      ['look', 'change', 'usual', 'rule'],
    ],
  ])('a caller with %j sees and may call %j', async (scopes, expected) => {
    const { ask, names, piped } = setUp(...scopes);
    expect(await names()).toEqual(expected);
    for (const { name, scope = 'write' } of tools) {
      const reply = await ask('tools/call', { name });
      if (expected.includes(name)) {
        expect(textOf(reply)).toBe(`${name} ran`);
        continue;
      }
      expect(reply?.result).toMatchObject({
        isError: true,
        _meta: { error: { code: 'INSUFFICIENT_SCOPE', class: 'authorization', retryable: false, tool: name } },
      });
      expect(textOf(reply)).toContain(`${name} needs the scope "${scope}"`);
    }
    expect(piped.logger.of('executing_tool')).toHaveLength(expected.length);
    expect(piped.logger.of('insufficient_scope')).toHaveLength(tools.length - expected.length);
  });

  test('the names of an unknown tool’s neighbours are those that the caller may see', async () => {
    verifies('R091');
    const reply = await setUp('read').ask('tools/call', { name: 'nope' });
    expect(reply?.error?.data).toEqual({ available_tools: ['look'] });
  });

  test('the list is compiled once for callers who may do the same', async () => {
    const { piped } = setUp();
    const list = async (...scopes: string[]) => {
      const caller = { subject: 's', scopes: new Set(scopes) };
      return (await piped.server.handleRequest({ id: 1, method: 'tools/list' }, { caller }))?.result?.['tools'];
    };
    const first = await list('read', 'write');
    expect(await list('write', 'other')).toBe(first);
    expect(await list('read')).not.toBe(first);
    piped.server.unregister('tools', 'usual');
    expect(await list('write')).toHaveLength(2);
  });
});

describe('everything else', () => {
  const READING: [string, object][] = [
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'x://1' }],
    ['resources/subscribe', { uri: 'x://1' }],
    ['resources/unsubscribe', { uri: 'x://1' }],
    ['prompts/list', {}],
    ['prompts/get', { name: 'p' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } }],
    ['x/look', {}],
  ];

  test.each(READING)('%s needs to be allowed to read', async (method, params) => {
    expect((await setUp('read').ask(method, params))?.error).toBe(undefined);
    expect((await setUp('unknown').ask(method, params))?.error).toEqual({
      code: -32003,
      message: `Insufficient scope: ${method} needs "read".`,
      data: { code: 'INSUFFICIENT_SCOPE', required_scope: 'read' },
    });
  });

  test('a method of one’s own needs to be allowed to write, unless it says otherwise', async () => {
    expect((await setUp('read').ask('x/change'))?.error?.code).toBe(-32003);
    expect((await setUp('write').ask('x/change'))?.result).toEqual({ changed: true });
  });

  test('a greeting needs nothing', async () => {
    expect((await setUp().ask('server/discover'))?.error).toBe(undefined);
    expect((await setUp().ask('ping'))?.error).toBe(undefined);
  });
});

test.each(ALL_CLIENTS)('%s over stdio may do everything', async (_, client) => {
  const { client: connected, end } = await connect(client, { tools });
  expect((await connected.listTools()).tools).toHaveLength(4);
  expect(await connected.callTool({ name: 'rule' })).toMatchObject({ isError: false });
  await end();
});
