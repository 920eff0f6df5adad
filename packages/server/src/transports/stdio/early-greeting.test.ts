import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import { INITIALIZE_VERSIONS } from '../../protocol/protocol.ts';
import { PipedServer, initializeParams, MODERN_META } from '../../testing/piped-server.ts';

const about = { name: 'sample', title: 'A sample', version: '1.2.3', instructions: 'Search before you answer.' };
const greeting = new PipedServer(about).server.greeting;

/** The SDK's answer, and the one given before the SDK is attached. */
async function bothAnswers(params: object, id: string | number = 1) {
  const answers: unknown[] = [];
  for (const early of [false, true]) {
    const piped = new PipedServer({ ...about, ...(early ? { greeting } : {}) });
    const answer = piped.request(id, 'initialize', params);
    if (early) answers.push(await answer);
    const run = piped.run();
    if (!early) answers.push(await answer);
    await piped.request(2, 'tools/list');
    piped.stdin.end();
    await run;
    expect(piped.messages.map((message) => message.id)).toEqual([id, 2]);
    expect(piped.logger.of('greeting_mismatch')).toEqual([]);
    expect(piped.logger.of('request_before_initialize')).toEqual([]);
    expect(piped.server.getStats()).toMatchObject({ total_requests: 2, total_errors: 0 });
  }
  return answers;
}

describe('the early answer to initialize', () => {
  test('knows the versions that the SDK knows', () => {
    expect([...INITIALIZE_VERSIONS]).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  });

  test.each([...SUPPORTED_PROTOCOL_VERSIONS, '2026-07-28', '1999-01-01', ''])(
    'is the SDK’s own for version %j',
    async (version) => {
      const [late, early] = await bothAnswers(initializeParams(version));
      expect(early).toEqual(late);
      expect(early).toMatchObject({
        id: 1,
        result: { serverInfo: { title: 'A sample' }, instructions: about.instructions },
      });
    },
  );

  test('is the SDK’s own for a client with many capabilities and a string id', async () => {
    const capabilities = {
      roots: { listChanged: true },
      sampling: {},
      elicitation: { form: {}, url: {} },
      experimental: { x: {} },
    };
    const clientInfo = {
      name: 'c',
      version: '1',
      title: 'C',
      icons: [{ src: 'x' }],
      websiteUrl: 'https://example.org',
    };
    const [late, early] = await bothAnswers(
      { protocolVersion: '2025-06-18', capabilities, clientInfo, _meta: { progressToken: 1 } },
      'a',
    );
    expect(early).toEqual(late);
  });

  test.each([
    ['is not an initialize', 'tools/list', {}],
    ['has no parameters', 'initialize', undefined],
    ['lacks the client', 'initialize', { protocolVersion: '2025-06-18', capabilities: {} }],
    ['has odd capabilities', 'initialize', { ...initializeParams('2025-06-18'), capabilities: { roots: 5 } }],
    ['claims another revision', 'initialize', { ...initializeParams('2025-06-18'), _meta: MODERN_META }],
  ])('is left to the SDK when the first message %s', async (_, method, params) => {
    const piped = new PipedServer({ greeting });
    const answer = piped.request(1, method, params);
    await piped.transport.opened;
    expect(piped.messages).toEqual([]);
    const run = piped.run();
    expect((await answer).id).toBe(1);
    piped.stdin.end();
    await run;
    expect(piped.messages).toHaveLength(1);
  });

  test('is given once: a second initialize is the SDK’s', async () => {
    const piped = new PipedServer({ greeting });
    const run = piped.run();
    await piped.request(1, 'initialize', initializeParams('2024-11-05'));
    const second = await piped.request(2, 'initialize', initializeParams('2025-03-26'));
    expect(second.result).toMatchObject({ protocolVersion: '2025-03-26' });
    piped.stdin.end();
    await run;
    expect(piped.messages).toHaveLength(2);
  });

  test('that does not fit the server is reported in the log', async () => {
    const piped = new PipedServer({ greeting: { serverInfo: { name: 'other', version: '9' }, capabilities: {} } });
    const run = piped.run();
    await piped.initialize();
    await piped.request(2, 'ping');
    expect(piped.logger.of('greeting_mismatch')).toMatchObject([{ level: 'error' }]);
    piped.stdin.end();
    await run;
  });
});
