/** Every client with every kind of file: set up, verified, removed, and byte for byte what it was; and where it keeps them on which platform. */
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client, Connection } from './clients/client.ts';
import type { Place } from './clients/place.ts';
import { CLIENTS } from './clients/table.ts';
import { blockFor, connect, disconnect, fileOf, standingOf, type Standing } from './connect.ts';
import { PLACES } from './testing/places.ts';
import { fixturesOf } from './testing/fixture-files.ts';
import { verify } from './verify.ts';

const SERVER = fileURLToPath(new URL('testing/zapomni.mjs', import.meta.url));
const STARTED: Connection = { kind: 'stdio', command: process.execPath, args: [SERVER] };

let home: string;
let place: Place;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'zapomni-matrix-'));
  place = { platform: 'linux', home, env: {}, project: path.join(home, 'project'), exists: existsSync };
});
afterEach(() => rm(home, { recursive: true, force: true }));

const standing = async (client: Client): Promise<Standing> =>
  (await standingOf(client, 'user', place)) ?? expect.fail(`${client.id} has no file`);

async function given(client: Client, text: string): Promise<string> {
  const file = fileOf(client, 'user', place) ?? '';
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const bytes = (file: string): Promise<string> => readFile(file, 'latin1');

async function setUpAndRemove(client: Client, file: string): Promise<void> {
  const before = await bytes(file);
  await connect(await standing(client), STARTED, place);
  const now = await standing(client);
  expect(now).toMatchObject({ state: 'ours', connection: STARTED, why: null });
  const written = await bytes(file);
  await connect(now, STARTED, place);
  expect(await bytes(file)).toBe(written);
  await disconnect(now);
  expect(await bytes(file)).toBe(before);
  expect(await leftBeside(file)).toEqual([path.basename(file)]);
}

const leftBeside = async (file: string): Promise<string[]> =>
  (await readdir(path.dirname(file))).filter((name) => name.startsWith(path.basename(file)));

describe.each(CLIENTS.map((client) => [client.id, client] as const))('%s', (_, client) => {
  const fixtures = Object.entries(fixturesOf(client));

  it.each(fixtures.filter(([, { refused }]) => !refused))('a file with %s', async (_name, { text }) => {
    await setUpAndRemove(client, await given(client, text));
  });

  it.each(fixtures.filter(([, { refused }]) => refused))(
    'a file that is left alone: %s',
    async (_name, { text, refused = /./ }) => {
      const file = await given(client, text);
      await expect(connect(await standing(client), STARTED, place)).rejects.toThrow(refused);
      expect(await bytes(file)).toBe(Buffer.from(text).toString('latin1'));
      expect(await leftBeside(file)).toEqual([path.basename(file)]);
      expect(await blockFor(client, STARTED, place)).toContain('zapomni');
    },
  );

  it('no file, one that is read-only, and one that is a link', async () => {
    const missing = await standing(client);
    await connect(missing, STARTED, place);
    expect((await standing(client)).state).toBe('ours');
    await disconnect(missing);
    expect(existsSync(missing.file)).toBe(false);
    const text = fixturesOf(client)['other servers']?.text ?? '';
    const file = await given(client, text);
    await chmod(file, 0o444);
    await expect(connect(await standing(client), STARTED, place)).rejects.toThrow('read-only');
    expect(await readFile(file, 'utf8')).toBe(text);
    await rm(file);
    const target = path.join(home, 'dotfiles', 'settings');
    await mkdir(path.dirname(target));
    await writeFile(target, text);
    await symlink(target, file);
    await setUpAndRemove(client, file);
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(await readdir(path.dirname(target))).toEqual(['settings']);
  });

  it('starts what was written, as the client would', async () => {
    await given(client, fixturesOf(client)['other servers']?.text ?? '');
    await connect(await standing(client), STARTED, place);
    const { connection } = await standing(client);
    const verified = await verify(connection ?? expect.fail('no entry'), home);
    expect(verified).toEqual({ ok: true, detail: 'zapomni 9.9.9 answered with 1 tools.' });
  });

  it('has its file where the platform has it', () => {
    const on = (platform: NodeJS.Platform): string | null =>
      client.userFile({
        platform,
        home: platform === 'win32' ? String.raw`C:\Users\a` : '/h/a',
        env: {},
        project: '/p',
        exists: () => false,
      });
    expect([on('linux'), on('darwin'), on('win32')]).toEqual(PLACES[client.id]);
  });
});

it('knows a place for every client, and no others', () => {
  expect(Object.keys(PLACES).toSorted()).toEqual(CLIENTS.map(({ id }) => id).toSorted());
});
