/** One server for all: however many ask for it, and however it ends. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { McpBaseServer } from '@zapomni/server';
import { createLocalTransport } from '@zapomni/server/local';
import { knock } from '@zapomni/server/door';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../testing/run-zapomni.ts';
import { StdioPeer } from '../testing/stdio-peer.ts';
import { logFile } from './spawn-server.ts';

afterAll(removeTemporaryFolders);

/** Every process of this machine that serves the folder. */
function serving(folder: string): number[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes(folder) && line.includes('--until-idle'))
    .map((line) => Number.parseInt(line));
}

/** One that the door does not take ends by itself, and a program that is just being started goes by the name of who starts it. */
const untilServedBy = (folder: string, ...pids: readonly unknown[]) =>
  until(() => isDeepStrictEqual(serving(folder), pids));

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await elapsed(50);
}

async function start(folder: string): Promise<{ pid: number; how: string }> {
  const { stdout, stderr, status } = await runZapomni(['serve', '--background', '--json', '--data-dir', folder]);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as { pid: number; how: string };
}

const stop = (folder: string) => runZapomni(['stop', '--data-dir', folder]);

describe.skipIf(process.platform === 'win32')('a server in the background', () => {
  it('is one when ten start it at once, outlives them all, and ends when told', async () => {
    const folder = temporaryFolder();
    const started = await Promise.all(Array.from({ length: 10 }, () => start(folder)));
    const pids = new Set(started.map(({ pid }) => pid));
    expect(pids.size).toBe(1);
    expect(started.filter(({ how }) => how === 'started')).toHaveLength(1);
    await untilServedBy(folder, ...pids);
    const { stdout } = await runZapomni(['status', '--json', '--data-dir', folder]);
    expect(JSON.parse(stdout)).toMatchObject({ server: { pid: [...pids][0], background: true, clients: 0 } });
    expect((await stop(folder)).stdout).toBe('The server has ended.\n');
    await untilServedBy(folder);
    expect((await stop(folder)).stdout).toBe('No server is running for this data folder.\n');
  }, 120_000);

  it('is started by the first client that comes and shared by the next; when it is killed, they go on by themselves', async () => {
    const folder = temporaryFolder();
    const options = { env: { ZAPOMNI_DATA_DIR: folder, ZAPOMNI_SHARE: 'background' } };
    const [one, two] = [new StdioPeer([], options), new StdioPeer([], options)];
    await Promise.all([one.initialize(), two.initialize()]);
    const pids = await Promise.all([one, two].map(async (peer) => (await peer.logged('server_shared'))['server_pid']));
    expect(pids[1]).toBe(pids[0]);
    await untilServedBy(folder, pids[0]);
    await one.call('add_memory', { text: 'It outlives the server that took it.' });
    process.kill(Number(pids[0]), 'SIGKILL');
    expect(await two.call('get_stats')).toMatchObject({ total_memories: 1 });
    for (const peer of [one, two]) peer.child.stdin.end();
    expect([await one.exit(), await two.exit()]).toEqual([0, 0]);
    await untilServedBy(folder);
  }, 120_000);

  it('leaves nothing behind however often it is started and killed', async () => {
    const folder = temporaryFolder();
    const seen = new Set<number>();
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = await Promise.all([start(folder), start(folder)]);
      expect(two.pid).toBe(one.pid);
      await untilServedBy(folder, one.pid);
      seen.add(one.pid);
      process.kill(one.pid, 'SIGKILL');
      await untilServedBy(folder);
    }
    expect(seen.size).toBe(10);
  }, 300_000);

  it('ends by itself when nobody has been connected for as long as the setting says', async () => {
    const [folder, later] = [temporaryFolder(), path.join(temporaryFolder(), 'minutes')];
    writeFileSync(later, '0');
    const words = ['--idle-minutes', '7', '--log-level', 'info', '--data-dir', folder];
    const nodeArgs = ['--import', movedClock(later)];
    const env = { NODE_OPTIONS: nodeArgs.join(' ') };
    const started = await runZapomni(['serve', '--background', '--json', ...words], { nodeArgs, env });
    const { pid } = JSON.parse(started.stdout) as { pid: number };
    const status = await runZapomni(['status', '--json', '--data-dir', folder]);
    expect(JSON.parse(status.stdout)).toMatchObject({ server: { pid, idle_minutes: 7, clients: 0 } });
    const client = new StdioPeer(['--data-dir', folder]);
    await client.initialize();
    expect((await client.logged('server_shared'))['server_pid']).toBe(pid);
    client.child.stdin.end();
    expect(await client.exit()).toBe(0);
    expect(serving(folder)).toEqual([pid]);
    let minutes = 0;
    await until(() => {
      writeFileSync(later, String((minutes += 8)));
      return serving(folder).length === 0;
    });
    expect(readFileSync(logFile(folder), 'utf8')).toMatch(/"background_ended".*"reason":"idle"/);
  }, 120_000);

  it('ends when its folder is taken away', async () => {
    const folder = temporaryFolder();
    await start(folder);
    rmSync(folder, { recursive: true, force: true });
    await untilServedBy(folder);
  }, 120_000);

  it('takes the place of an older one, which ends in good order, and of nobody who was started by hand', async () => {
    const folder = temporaryFolder();
    const older = await otherServer(folder, { background: true, version: '0.0.9' });
    const { how, pid } = await start(folder);
    expect(how).toBe('replaced');
    await older.ended;
    await untilServedBy(folder, pid);
    await stop(folder);
    const own = await otherServer(folder, { background: false, version: '0.0.9' });
    expect(await start(folder)).toMatchObject({ how: 'found', pid: process.pid });
    await own.server.shutdown();
    const newer = await otherServer(folder, { background: true, version: '99.0.0' });
    expect(await start(folder)).toMatchObject({ how: 'found', pid: process.pid });
    await newer.server.shutdown();
  }, 120_000);
});

/** What makes a process take it to be so many minutes later as the file says. */
function movedClock(file: string): string {
  const code = `import { readFileSync } from 'node:fs';
    const now = Date.now;
    Date.now = () => now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8')) * 60_000;`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** A server of another version, in this process. */
async function otherServer(folder: string, { background, version }: { background: boolean; version: string }) {
  const logger = createRecordingLogger();
  const server = new McpBaseServer({ name: 'zapomni', version, logger });
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const execute = async () => ({ text: '' });
  server.registerTool({
    name: 'none',
    title: 'None',
    description: 'Does nothing.',
    input: z.object({}),
    annotations,
    execute,
  });
  server.registerMethod('zapomni/stop', async () => {
    setImmediate(() => void server.shutdown());
    return { stopping: true };
  });
  const hello = { pid: process.pid, background, terms: { version } };
  const transport = createLocalTransport({ folder, hello, maxRequestBytes: 1 << 20, logger });
  const ended = server.run({ transport });
  await until(async () => {
    const door = await knock(folder);
    door?.socket.destroy();
    return door !== undefined;
  });
  return { server, ended };
}
