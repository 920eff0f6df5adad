/** SIGHUP to a running server: the settings file is read again while clients are served. */
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { StdioPeer, type Message } from '../../testing/stdio-peer.ts';

let folder: string;
let file: string;
let peer: StdioPeer;
let env: Record<string, string>;

const settings = (...lines: string[]): void => writeFileSync(file, `${lines.join('\n')}\n`);

async function hangUp(event: string): Promise<Message> {
  const before = peer.stderr.length;
  peer.child.kill('SIGHUP');
  for (;;) {
    const found = peer.stderr.slice(before).map((line) => JSON.parse(line) as Message);
    const wanted = found.find((line) => line['event'] === event);
    if (wanted) return wanted;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

beforeEach(async () => {
  folder = temporaryFolder();
  file = path.join(folder, 'zapomni.env');
  await mkdir(path.join(folder, 'files'));
  writeFileSync(path.join(folder, 'files', 'note.txt'), 'a note');
  settings('LOG_LEVEL=info', `ZAPOMNI_FILE_ROOTS=${path.join(folder, 'files')}`);
  env = { ZAPOMNI_DATA_DIR: path.join(folder, 'data'), ZAPOMNI_CONFIG_FILE: file };
  peer = new StdioPeer(['serve', '--http-port', '0'], { env });
});
afterEach(async () => {
  peer.child.kill('SIGKILL');
  await peer.exit();
});
afterAll(removeTemporaryFolders);

describe.skipIf(process.platform === 'win32')('SIGHUP', () => {
  it('changes the log level, the folders and who may call, and names what needs a restart', async () => {
    verifies('R078');
    const { port } = await peer.logged('http_listening');
    const url = `http://127.0.0.1:${String(port)}/info`;
    await peer.initialize();
    const uri = pathToFileURL(path.join(folder, 'files', 'note.txt')).href;
    expect(await peer.request('resources/read', { uri })).toMatchObject({ result: { contents: [{ text: 'a note' }] } });
    const origin = 'https://notes.example';
    expect((await fetch(url, { headers: { origin } })).status).toBe(403);

    settings('LOG_LEVEL=debug', 'ZAPOMNI_FILE_ROOTS=none', `ZAPOMNI_ALLOWED_ORIGINS=${origin}`, 'ZAPOMNI_TOOLS=all');
    expect(await hangUp('configuration_reloaded')).toMatchObject({
      applied: expect.arrayContaining(['log_level', 'file_roots', 'allowed_origins']) as string[],
      needs_restart: ['tools'],
    });
    await peer.logged('reload_started');
    expect(await peer.request('resources/read', { uri })).toMatchObject({
      error: { message: expect.any(String) as string },
    });
    expect((await fetch(url, { headers: { origin } })).status).toBe(200);
    expect(peer.stderr.some((line) => line.includes('"level":"debug"'))).toBe(true);
  });

  it('asks for a token once there is one', async () => {
    const { port } = await peer.logged('http_listening');
    const url = `http://127.0.0.1:${String(port)}/info`;
    expect((await fetch(url)).status).toBe(200);
    const { stdout } = await runZapomni(['token', 'create', 'laptop'], { env });
    expect(await hangUp('configuration_reloaded')).toMatchObject({ applied: ['tokens'] });
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: `Bearer ${stdout.trim()}` } })).status).toBe(200);
  });

  it.each([
    ['a setting that cannot be', 'ZAPOMNI_CONCURRENCY=many', 'ZAPOMNI_CONCURRENCY: takes whole number 1–1024.'],
    [
      'a setting that does not exist',
      'ZAPOMNI_TOLS=all',
      'ZAPOMNI_TOLS: there is no such setting for a settings file.',
    ],
    ['an origin that is none', 'ZAPOMNI_ALLOWED_ORIGINS=not an origin', 'rigin'],
  ])('with %s changes nothing, and the server goes on', async (_name, line, message) => {
    await peer.logged('http_listening');
    settings('LOG_LEVEL=debug', line);
    const failed = await hangUp('reload_failed');
    expect(failed).toMatchObject({ level: 'error', code: 'INVALID_CONFIG' });
    expect(failed['message']).toContain(message);
    expect(await peer.call('get_stats')).toMatchObject({ total_memories: 0 });
    expect(peer.stderr.some((text) => text.includes('"level":"debug"'))).toBe(false);
  });
});
