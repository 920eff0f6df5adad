/** Two versions of the installed command on one data folder: the newer takes the place of the older's server, and nobody notices. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packed } from './packed.ts';

const VERSION = SERVER_INFO.version;
const OLDER = '0.0.9';
const root = mkdtempSync(path.join(tmpdir(), 'zapomni-upgrade-'));
const env = { PATH: process.env['PATH'] ?? '', HOME: root, TMPDIR: root, ZAPOMNI_DATA_DIR: path.join(root, 'data') };
const older = path.join(root, 'zapomni/dist/zapomni.js');
const clients: Client[] = [];

/** The same program, but for the version that it says. */
function installOlder(): void {
  cpSync(path.dirname(path.dirname(packed().bin)), path.join(root, 'zapomni'), { recursive: true });
  symlinkSync(path.join(packed().cwd, 'node_modules'), path.join(root, 'node_modules'));
  for (const name of globSync('zapomni/{package.json,dist/**/*.js}', { cwd: root })) {
    const file = path.join(root, name);
    const text = readFileSync(file, 'utf8');
    if (text.includes(`"${VERSION}"`)) writeFileSync(file, text.replaceAll(`"${VERSION}"`, `"${OLDER}"`));
  }
}

function run(script: string, ...args: string[]): Record<string, unknown> {
  const { stdout, stderr, status } = spawnSync(packed().node, [script, ...args, '--json'], { env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function connect(script: string): Promise<Client> {
  const client = new Client({ name: 'e2e', version: '1' });
  const args = [script, '--share', 'background'];
  await client.connect(new StdioClientTransport({ command: packed().node, args, env, stderr: 'ignore' }));
  clients.push(client);
  return client;
}

const countOf = async (client: Client): Promise<unknown> =>
  ((await client.callTool({ name: 'get_stats', arguments: {} })).structuredContent as { total_memories: number })
    .total_memories;
const add = (client: Client, text: string) => client.callTool({ name: 'add_memory', arguments: { text } });

function isAlive(pid: unknown): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

// Sockets of the folder's server.
describe.skipIf(process.platform === 'win32')('a newer version', () => {
  beforeAll(installOlder);
  afterAll(async () => {
    for (const client of clients) await client.close();
    spawnSync(packed().node, [packed().bin, 'stop'], { env });
    rmSync(root, { recursive: true, force: true });
  });

  it('takes the place of an older server; clients of both go on, and the older does not come back', async () => {
    const before = run(older, 'serve', '--background');
    expect(before).toMatchObject({ how: 'started', version: OLDER });
    const old = await connect(older);
    await add(old, 'The harbour opens at six.');
    expect(run(older, 'status')).toMatchObject({ server: { pid: before['pid'], version: OLDER, clients: 1 } });

    const fresh = await connect(packed().bin);
    await add(fresh, 'The harbour closes at nine.');
    const now = run(packed().bin, 'serve', '--background');
    expect(now).toMatchObject({ how: 'found', version: VERSION });
    expect(now['pid']).not.toBe(before['pid']);
    await expect.poll(() => isAlive(before['pid'])).toBe(false);
    expect(run(packed().bin, 'status')).toMatchObject({ server: { pid: now['pid'], clients: 1 } });

    await add(old, 'The harbour has a crane.');
    expect([await countOf(old), await countOf(fresh)]).toEqual([3, 3]);
    expect(run(older, 'serve', '--background')).toMatchObject({ how: 'found', pid: now['pid'], version: VERSION });
  });
});
