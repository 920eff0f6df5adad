import { afterEach, expect, it } from 'vitest';
import type { FinishedRequest } from '../metrics/metrics-observer.ts';
import { call, HttpTestServer, stateless } from '../testing/http-server.ts';

let server: HttpTestServer;
afterEach(() => server.stop());

it('knows who is connected and by which name, and tells of each request whose it was', async () => {
  const done: FinishedRequest[] = [];
  server = await HttpTestServer.start({ server: { observer: { requestDone: (request) => done.push(request) } } });
  const session = await server.open();
  await server.ask(session, call(1, 'echo', { text: 'x' }));
  expect(server.server.clients).toMatchObject([{ name: 'test', requests: 2 }]);
  expect(done.at(-1)).toMatchObject({ tool: 'echo', client: 'test', outcome: 'ok', result: { isError: false } });
  expect(done.at(-1)?.session?.id).toBe(session);
  await server.get('/mcp', { 'mcp-session-id': session }, { method: 'DELETE' });
  expect(server.server.clients).toEqual([]);
});

it('knows a client of the stateless revision by each of its requests', async () => {
  const done: FinishedRequest[] = [];
  server = await HttpTestServer.start({ server: { observer: { requestDone: (request) => done.push(request) } } });
  const { body, headers } = stateless(1, 'tools/call', { name: 'echo', arguments: { text: 'x' } });
  await server.send(body, headers);
  expect(done).toMatchObject([{ tool: 'echo', client: 'test' }]);
  expect(server.server.clients).toEqual([]);
});
