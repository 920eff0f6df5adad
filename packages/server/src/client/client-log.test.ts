import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSession } from '../connection/session.ts';
import { connect, LEGACY_CLIENTS, MODERN_CLIENTS } from '../testing/any-client.ts';
import { MODERN_META, PipedServer } from '../testing/piped-server.ts';
import { tool } from '../testing/sample-tools.ts';
import type { ToolContext } from '../tools/tool.ts';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

let kept: ToolContext['log'] | undefined;
const talk = tool({
  name: 'talk',
  input: z.object({}),
  async execute(_, { log }) {
    for (const level of LEVELS) log(level, { level }, 'talker');
    kept = log;
    return { text: 'said' };
  },
});
const levels = (notifications: readonly { readonly params?: Record<string, unknown> }[]) =>
  notifications.map(({ params }) => params?.['level']);

describe.each(LEGACY_CLIENTS)('%s', (_, make) => {
  test('hears what is at or above the level it set', async () => {
    const { client, notifications, end } = await connect(make, { tools: [talk], logging: true });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, logging: {} });
    await client.callTool({ name: 'talk' });
    expect(levels(notifications)).toEqual(LEVELS.slice(1));
    expect(notifications[0]).toMatchObject({
      method: 'notifications/message',
      params: { level: 'info', logger: 'talker', data: { level: 'info' } },
    });
    notifications.length = 0;
    await client.setLoggingLevel('error');
    await client.callTool({ name: 'talk' });
    expect(levels(notifications)).toEqual(['error', 'critical', 'alert', 'emergency']);
    notifications.length = 0;
    await client.setLoggingLevel('debug');
    await client.callTool({ name: 'talk' });
    expect(levels(notifications)).toEqual(LEVELS);
    kept?.('emergency', 'too late');
    await client.listTools();
    expect(notifications).toHaveLength(8);
    await end();
  });

  test('hears nothing where it is not offered', async () => {
    const { client, notifications, end } = await connect(make, { tools: [talk] });
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    await client.callTool({ name: 'talk' });
    expect(notifications).toEqual([]);
    await end();
  });
});

describe.each(MODERN_CLIENTS)('%s', (_, make) => {
  test('hears what its request asks for', async () => {
    const { client, notifications, end } = await connect(make, { tools: [talk], logging: true });
    await client.callTool({ name: 'talk' });
    expect(notifications).toEqual([]);
    await client.callTool({ name: 'talk', _meta: { 'io.modelcontextprotocol/logLevel': 'critical' } });
    expect(levels(notifications)).toEqual(['critical', 'alert', 'emergency']);
    await end();
  });
});

describe('without a connection', () => {
  function setUp() {
    const { server } = new PipedServer({
      tools: [talk],
      logging: true,
      prepare: (made) => {
        made.registerResource({
          uri: 'x://1',
          name: 'x',
          async read({ log }) {
            log('warning', 'read');
            return { text: '' };
          },
        });
      },
    });
    const ask = async (session: ReturnType<typeof createSession>, method: string, params: object) => {
      const heard: unknown[] = [];
      const notify = (_: string, about: Record<string, unknown>) => void heard.push(about['level']);
      const reply = await server.handleRequest({ id: 1, method, params }, { session, notify });
      return { reply, heard };
    };
    return { ask };
  }

  test('each session has its level', async () => {
    const { ask } = setUp();
    const [one, other] = [createSession(), createSession()];
    await ask(one, 'logging/setLevel', { level: 'emergency' });
    expect((await ask(one, 'tools/call', { name: 'talk' })).heard).toEqual(['emergency']);
    expect((await ask(other, 'tools/call', { name: 'talk' })).heard).toHaveLength(7);
    expect((await ask(other, 'resources/read', { uri: 'x://1' })).heard).toEqual(['warning']);
  });

  test('a request of the stateless revision names its own', async () => {
    const { ask } = setUp();
    const meta = { ...MODERN_META, 'io.modelcontextprotocol/logLevel': 'alert' };
    const session = createSession();
    expect((await ask(session, 'tools/call', { name: 'talk', _meta: meta })).heard).toEqual(['alert', 'emergency']);
    expect((await ask(session, 'tools/call', { name: 'talk', _meta: MODERN_META })).heard).toEqual([]);
    const { reply } = await ask(session, 'logging/setLevel', { level: 'info', _meta: MODERN_META });
    expect(reply?.error?.code).toBe(-32601);
  });

  test.each([{}, { level: 'loud' }, { level: 3 }])('%j is no level', async (params) => {
    const { reply } = await setUp().ask(createSession(), 'logging/setLevel', params);
    expect(reply?.error).toMatchObject({ code: -32602, message: expect.stringContaining('debug, info, notice') });
  });
});
