/** A hundred sessions of one server, each in a workspace of its own. */
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackedServer } from './attack/attacked-server.ts';

const SESSIONS = 110;

describe('sessions over HTTP', () => {
  let server: AttackedServer;
  beforeAll(async () => {
    server = await AttackedServer.start(AttackedServer.createFolder());
  });
  afterAll(() => server.stop());

  async function call(session: string, name: string, args: object = {}): Promise<Record<string, unknown>> {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const { status, text } = await server.post(message, { 'mcp-session-id': session });
    expect([name, status]).toEqual([name, 200]);
    const data = text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '');
    return (JSON.parse(data) as { result: { structuredContent: Record<string, unknown> } }).result.structuredContent;
  }
  const current = async (session: string) => (await call(session, 'get_current_workspace'))['workspace_id'];

  it(
    'begin in the default workspace, keep their own, and leave nothing to the next',
    { timeout: 180_000 },
    async () => {
      verifies('P026');
      const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => server.open()));
      expect(new Set(sessions).size).toBe(SESSIONS);
      expect(new Set(await Promise.all(sessions.map(current)))).toEqual(new Set(['default']));
      const name = (i: number) => `room-${i}`;
      await Promise.all(sessions.map((one, i) => call(one, 'set_current_workspace', { workspace_id: name(i) })));
      await Promise.all(sessions.map((one, i) => call(one, 'add_memory', { text: `The key of ${name(i)}` })));
      // Asked in another order than they were set.
      for (const [i, session] of [...sessions.entries()].toReversed()) {
        expect(await current(session)).toBe(name(i));
        const { memories } = await call(session, 'list_memories');
        expect((memories as { text_preview: string }[]).map((one) => one.text_preview)).toEqual([
          `The key of ${name(i)}`,
        ]);
      }
      for (const session of sessions) {
        const { status } = await server.send('DELETE', '/mcp', { 'mcp-session-id': session });
        expect(status).toBe(200);
      }
      expect(
        (await server.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-session-id': sessions[0] ?? '' })).status,
      ).toBe(404);
      expect(await current(await server.open())).toBe('default');
    },
  );
});
