/** The load test that `npm run bench -- http` makes with 10,000 requests, made with a few: it counts, and can be repeated. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inSession, load, openSession, startServer, stateless, type Server } from '../bench/lib/http-load.ts';

const root = path.join(import.meta.dirname, '..');
const REQUESTS = 200;
const CONNECTIONS = 20;

// It reads from /proc what the server spent.
describe.skipIf(!existsSync('/proc/self/stat'))('the load test', () => {
  let server: Server;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-load-'));
    const command = [path.join(root, 'packages/cli/bin/zapomni.ts'), 'serve', '--http-port', '0', '--stdio', 'false'];
    server = await startServer(command, { PATH: process.env['PATH'], ZAPOMNI_DATA_DIR: dataDir });
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is one command', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['bench']).toBe('node bench/run.ts');
    expect(readFileSync(path.join(root, 'bench/run.ts'), 'utf8')).toMatch(/^ {2}http: benchHttp,$/m);
  });

  it('asks for the list a hundred at a time, gets every answer, and can be repeated', async () => {
    verifies('R307');
    const { requests, connections } = { requests: 1000, connections: 100 };
    for (const one of [stateless(server, 'tools/list'), stateless(server, 'tools/list')])
      expect(await load(one, requests, connections)).toMatchObject({ requests, errors: 0 });
    expect(await load(stateless(server, 'no/such'), 10, 2)).toMatchObject({ requests: 10, errors: 10 });
  });

  it('gets every answer, in sessions and without, as often as it is run', async () => {
    const session = await openSession(server);
    const call = { name: 'get_current_workspace', arguments: {} };
    const loads = [inSession(server, session, 'tools/call', call), stateless(server, 'tools/call', call)];
    for (const one of [...loads, ...loads])
      expect(await load(one, REQUESTS, CONNECTIONS)).toMatchObject({ requests: REQUESTS, errors: 0 });
  });
});
