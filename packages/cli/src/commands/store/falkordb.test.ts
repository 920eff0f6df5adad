/** The real command with a store on a real FalkorDB: down at start, coming back, and what is said of it. */
import { afterAll, describe, expect, it } from 'vitest';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { freePort } from '@zapomni/testkit/free-port';
import { untilTestEnds } from '@zapomni/testkit/until-test-ends';
import { verifies } from '@zapomni/testkit/verifies';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { StdioPeer } from '../../testing/stdio-peer.ts';

const available = (await falkordbForTests()) !== undefined;
afterAll(removeTemporaryFolders);

const { start, stopLater } = untilTestEnds();

/** Searches answer from words, so that no model has to be loaded. */
function surroundings(store: string): Record<string, string> {
  const quick = { ZAPOMNI_SEARCH_WAIT_MS: '0', ZAPOMNI_EMBED_WAIT_MS: '0', ZAPOMNI_SHARE: 'never' };
  return { ...quick, ZAPOMNI_STORE: store, ZAPOMNI_DATA_DIR: temporaryFolder() };
}

function open(store: string, args: readonly string[] = [], nodeArgs: readonly string[] = []): StdioPeer {
  const peer = new StdioPeer(args, { env: surroundings(store), nodeArgs });
  stopLater(async () => {
    peer.child.kill('SIGKILL');
    await peer.exit();
  });
  return peer;
}

interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

async function call(peer: StdioPeer, name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const { result } = await peer.request('tools/call', { name, arguments: args });
  return result as Answer;
}

describe.skipIf(!available)('a store on FalkorDB', () => {
  it('is down at start: the server greets, says so to each call, and works when it comes', async () => {
    verifies('R033', 'R046', 'R047', 'R156', 'R311');
    const server = await start({ args: ['--requirepass', 'hunter2hunter2'] });
    await server.kill();
    const peer = open(server.url.replace('//', '//default:hunter2hunter2@'));
    await expect(peer.initialize()).resolves.toMatchObject({ result: { serverInfo: { name: 'zapomni' } } });
    expect((await peer.request('tools/list'))['result']).toHaveProperty('tools');
    const refused = await call(peer, 'add_memory', { text: 'too early' });
    expect(refused).toMatchObject({ isError: true });
    expect(JSON.stringify(refused)).toContain('STORE_UNAVAILABLE');
    expect(refused.content[0]?.text).toContain('Retry in 5 seconds');
    await server.restart();
    const stored = () => call(peer, 'add_memory', { text: 'kept on another machine' });
    await expect.poll(async () => (await stored()).isError ?? false, { timeout: 30_000, interval: 200 }).toBe(false);
    const found = await call(peer, 'search_memory', { query: 'machine' });
    expect(found.structuredContent).toMatchObject({ results: [{ text: 'kept on another machine' }] });
    const everything = [...peer.stdout, ...peer.stderr].join('\n');
    expect(everything).not.toContain('hunter2');
    expect(peer.stdout.join('\n')).not.toMatch(new RegExp(`127\\.0\\.0\\.1|${server.port}`));
  });

  it('is not ready over HTTP until it can be reached', async () => {
    verifies('R033');
    const server = await start();
    await server.kill();
    const port = await freePort();
    const peer = open(server.url, ['--http-port', String(port), '--stdio', 'false']);
    const status = async (page: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}${page}`).catch(() => undefined))?.status ?? 0;
    await expect.poll(() => status('/ready'), { timeout: 30_000 }).toBe(503);
    expect(await status('/health')).toBe(503);
    await server.restart();
    await expect.poll(() => status('/ready'), { timeout: 30_000 }).toBe(200);
    expect(await status('/health')).toBe(200);
    expect(peer.child.exitCode).toBeNull();
  });

  it('that does not write each change to disk is told as such: log, get_stats, doctor', async () => {
    const server = await start({ appendfsync: 'everysec' });
    const peer = open(server.url);
    await peer.initialize();
    const stats = await call(peer, 'get_stats');
    const warning = expect.stringMatching(/once a second.*appendfsync always/) as string;
    expect(stats.structuredContent).toMatchObject({ store: 'falkordb', store_warnings: [warning] });
    expect(stats.content[0]?.text).toContain('once a second');
    await expect(peer.logged('store_durability')).resolves.toMatchObject({
      level: expect.stringMatching(/warn/i) as string,
    });
    const env = { ZAPOMNI_STORE: server.url, ZAPOMNI_DATA_DIR: temporaryFolder() };
    const { stdout } = await runZapomni(['doctor'], { env });
    expect(stdout).toMatch(/^! Store +falkordb 4\.\d+\.\d+ on \w+/m);
    expect(stdout).toContain('once a second');
    expect(stdout).toMatch(/^✓ Write test .*beside the store/m);
    expect(await server.command('GRAPH.LIST')).toBe('*0');
  });

  it('has its name and password masked wherever settings are shown', async () => {
    verifies('P046');
    const store = 'falkordb://ann:hunter2hunter2@127.0.0.1:1/x';
    const { stdout } = await runZapomni(['doctor', '--json'], { env: surroundings(store) });
    expect(stdout).not.toMatch(/hunter2|ann:/);
    expect(stdout).toContain('falkordb://***@127.0.0.1:1/x');
    const bad = await runZapomni(['stats'], { env: surroundings('falkordb://ann:hunter2hunter2@:1:1') });
    expect(bad.status).not.toBe(0);
    expect(bad.stdout + bad.stderr).not.toContain('hunter2');
    expect(bad.stderr).toContain('falkordb://[user:password@]host:port');
  });
});

it('users of SQLite do not load the engine for servers', async () => {
  const watch = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => {
      if (url.includes('drivers/falkordb/engine')) process.stderr.write('loaded\\n');
      return next(url, context);
    } });`;
  const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`];
  const run = (store: string) => runZapomni(['stats'], { env: surroundings(store), nodeArgs });
  expect((await run('sqlite')).stderr).toBe('');
  expect((await run('falkordb://127.0.0.1:1')).stderr).toContain('loaded');
});
