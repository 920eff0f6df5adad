import { describe, expect, test } from 'vitest';
import type { McpBaseServer } from '../mcp-base-server.ts';
import { ALL_CLIENTS, connect } from '../testing/any-client.ts';
import { PipedServer } from '../testing/piped-server.ts';

const CITIES = ['Aachen', 'Berlin', 'Bern', 'Bonn'];
const beginning = (typed: string) => CITIES.filter((city) => city.startsWith(typed));

function prepare(server: McpBaseServer): void {
  server.registerPrompt({
    name: 'travel',
    arguments: [
      { name: 'from', complete: beginning },
      { name: 'to', complete: async (typed, { from }) => beginning(typed).filter((city) => city !== from) },
      { name: 'why' },
    ],
    render: async () => [],
  });
  server.registerResourceTemplate({
    uriTemplate: 'city://{name}{?n}',
    name: 'city',
    complete: { name: beginning, n: () => Array.from({ length: 250 }, (_, n) => String(n)) },
    read: async () => undefined,
  });
}

describe.each(ALL_CLIENTS)('%s', (_, make) => {
  test('completes prompt arguments and template variables', async () => {
    const { client, end } = await connect(make, { prepare });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
    const prompt = { type: 'ref/prompt', name: 'travel' };
    const template = { type: 'ref/resource', uri: 'city://{name}{?n}' };
    const complete = async (ref: object, name: string, value: string, context?: object) =>
      (await client.complete({ ref, argument: { name, value }, ...(context ? { context } : {}) })).completion;
    expect(await complete(prompt, 'from', 'Be')).toEqual({ values: ['Berlin', 'Bern'], total: 2, hasMore: false });
    expect(await complete(prompt, 'to', 'B', { arguments: { from: 'Bern' } })).toMatchObject({
      values: ['Berlin', 'Bonn'],
    });
    expect(await complete(prompt, 'why', 'x')).toEqual({ values: [], total: 0, hasMore: false });
    expect(await complete(template, 'name', 'A')).toMatchObject({ values: ['Aachen'] });
    const many = await complete(template, 'n', '');
    expect(many).toMatchObject({ total: 250, hasMore: true });
    expect(many.values).toHaveLength(100);
    expect((await client.listPrompts()).prompts).toEqual([
      { name: 'travel', arguments: [{ name: 'from' }, { name: 'to' }, { name: 'why' }] },
    ]);
    await end();
  });
});

describe('bad requests', () => {
  const argument = { name: 'from', value: '' };
  test.each([
    [{}, 'argument needs a name and a value'],
    [{ argument: { name: 'from' } }, 'argument needs a name and a value'],
    [{ argument }, 'missing ref'],
    [{ argument, ref: { type: 'ref/tool' } }, 'ref.type must be'],
    [{ argument, ref: { type: 'ref/prompt', name: 'nope' } }, 'ref names no prompt'],
    [{ argument, ref: { type: 'ref/prompt', name: 'constructor' } }, 'ref names no prompt'],
    [{ argument: { name: 'x', value: '' }, ref: { type: 'ref/prompt', name: 'travel' } }, 'no argument of that name'],
    [{ argument, ref: { type: 'ref/resource', uri: 'city://Bern' } }, 'ref names no resource template'],
  ])('%j: %s', async (params, why) => {
    const { server } = new PipedServer({ prepare });
    const reply = await server.handleRequest({ id: 1, method: 'completion/complete', params });
    expect(reply?.error).toMatchObject({ code: -32602, message: expect.stringContaining(why) });
  });

  test('a name of the prototype has no suggestions', async () => {
    const { server } = new PipedServer({ prepare });
    const ref = { type: 'ref/resource', uri: 'city://{name}{?n}' };
    const params = { ref, argument: { name: 'constructor', value: '' }, context: { arguments: { a: 1 } } };
    const reply = await server.handleRequest({ id: 1, method: 'completion/complete', params });
    expect(reply?.result).toEqual({ completion: { values: [], total: 0, hasMore: false } });
  });

  test('what fails tells nothing of it', async () => {
    const fail = () => {
      throw new Error('secret path');
    };
    const { server } = new PipedServer({
      prepare: (made) =>
        made.registerPrompt({ name: 'p', arguments: [{ name: 'a', complete: fail }], render: async () => [] }),
    });
    const params = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };
    const reply = await server.handleRequest({ id: 1, method: 'completion/complete', params });
    expect(reply?.error).toMatchObject({ code: -32603 });
    expect(JSON.stringify(reply)).not.toContain('secret');
  });

  test('suggestions for a variable that the template does not have are refused', () => {
    const { server } = new PipedServer();
    const template = { uriTemplate: 'x://{a}', name: 'x', complete: { b: () => [] }, read: async () => undefined };
    expect(() => server.registerResourceTemplate(template)).toThrow('has no variable b to complete');
  });
});
