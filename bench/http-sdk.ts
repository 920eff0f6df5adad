/** Sixty tools on our base server and on a plain SDK server: what a list and a call cost each of them, in one run. */
import { round } from './lib/figures.ts';
import { inSession, load, openSession, stateless, type Server } from './lib/http-load.ts';

const REQUESTS = 10_000;
/** The plain server takes some milliseconds for a list. */
const SDK_REQUESTS = 2000;
const CALL = { name: 'tool_7', arguments: { query: 'anything', limit: 5 } };

export async function measureBesideSdk(base: Server, sdk: Server, connections: number) {
  const sessions = new Map([
    [base, await openSession(base)],
    [sdk, await openSession(sdk)],
  ]);
  const inItsSession = (server: Server, method: string, params = {}) =>
    inSession(server, sessions.get(server) as string, method, params);
  const kinds = {
    'tools/list, session': (server: Server) => inItsSession(server, 'tools/list'),
    'tools/list, stateless': (server: Server) => stateless(server, 'tools/list'),
    'tools/call, session': (server: Server) => inItsSession(server, 'tools/call', CALL),
    'tools/call, stateless': (server: Server) => stateless(server, 'tools/call', CALL),
  };
  const rows: Record<string, object> = {};
  for (const [name, make] of Object.entries(kinds)) {
    for (const server of [base, sdk]) await load(make(server), 300, connections);
    const ours = await load(make(base), REQUESTS, connections);
    const plain = await load(make(sdk), SDK_REQUESTS, connections);
    rows[name] = { ours, plain, cpuPlainToOurs: round(plain.cpuMicroseconds / ours.cpuMicroseconds, 1) };
  }
  return rows;
}
