import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { TokenFile } from './token-file.ts';
import { hashToken } from './token-record.ts';
import { changeTokens } from './token-storage.ts';

const RACER = fileURLToPath(new URL('./testing/token-racer.ts', import.meta.url));
const NOW = Date.parse('2026-11-15T12:00:00.000Z');

async function tokenFile() {
  const folder = await temporaryFolder(onTestFinished);
  const path = join(folder, 'data', 'tokens.json');
  return { folder, path, tokens: new TokenFile(path, { now: () => NOW }) };
}

describe('the token file', () => {
  test('gives out a token once and keeps only its hash', async () => {
    const { path, tokens } = await tokenFile();
    const { token, info } = await tokens.create({ name: 'laptop', scopes: ['write', 'write'] });
    expect(token).toMatch(/^zpm_[A-Za-z0-9_-]{43}$/);
    expect(info).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'laptop',
      scopes: ['write'],
      created: '2026-11-15T12:00:00.000Z',
    });
    expect(await tokens.list()).toEqual([info]);
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain(token.slice(4));
    expect(JSON.parse(text)).toEqual({
      version: 1,
      tokens: [{ ...info, hash: hashToken(token).toString('hex') }],
    });
  });

  test.skipIf(process.platform === 'win32')('is readable by its owner alone, and so is its folder', async () => {
    const { path, tokens } = await tokenFile();
    await tokens.create({ name: 'a', scopes: ['read'] });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
    await chmod(path, 0o644);
    await tokens.create({ name: 'b', scopes: ['read'] });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('no two tokens are alike', async () => {
    const { tokens } = await tokenFile();
    const made = new Set<string>();
    for (let n = 0; n < 50; n += 1) made.add((await tokens.create({ name: `t${n}`, scopes: ['read'] })).token);
    expect(made.size).toBe(50);
  });

  test('takes a token back by name or by id, and tells which', async () => {
    const { tokens } = await tokenFile();
    const a = await tokens.create({ name: 'a', scopes: ['admin'], expires: new Date(NOW + 1000) });
    const b = await tokens.create({ name: 'b', scopes: ['read'] });
    expect(await tokens.revoke('a')).toEqual(a.info);
    expect(await tokens.revoke('a')).toBeUndefined();
    expect(await tokens.revoke(b.info.id)).toEqual(b.info);
    expect(await tokens.list()).toEqual([]);
  });

  test('there is nothing to take back where there is no file, and none is made', async () => {
    const { path, tokens } = await tokenFile();
    expect(await tokens.list()).toEqual([]);
    expect(await tokens.revoke('a')).toBeUndefined();
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  test.each([
    [{ name: '', scopes: ['read'] }, /name must be/],
    [{ name: 'a\nb', scopes: ['read'] }, /name must be/],
    [{ name: ' a', scopes: ['read'] }, /name must be/],
    [{ name: 'x'.repeat(65), scopes: ['read'] }, /name must be/],
    [{ name: 'a', scopes: [] }, /at least one of read, write, admin/],
    [{ name: 'a', scopes: ['read'], expires: new Date(NOW) }, /expires must lie in the future/],
    [{ name: 'a', scopes: ['read'], expires: new Date(Number.NaN) }, /expires must lie in the future/],
  ] as const)('refuses %j', async (wanted, message) => {
    const { path, tokens } = await tokenFile();
    await expect(tokens.create(wanted)).rejects.toThrow(message);
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  test('a name is given once', async () => {
    const { tokens } = await tokenFile();
    await tokens.create({ name: 'a', scopes: ['read'] });
    await expect(tokens.create({ name: 'a', scopes: ['read'] })).rejects.toMatchObject({ code: 'DUPLICATE_NAME' });
    await tokens.revoke('a');
    await tokens.create({ name: 'a', scopes: ['read'] });
  });

  const record = {
    id: '00000000-0000-4000-8000-000000000000',
    name: 'a',
    scopes: ['read'],
    hash: 'a'.repeat(64),
    created: '2026-11-15T12:00:00.000Z',
  };
  const document = (changes: object) => JSON.stringify({ version: 1, tokens: [{ ...record, ...changes }] });

  test.each([
    '',
    ' ',
    '{',
    'null',
    '[]',
    '"secret"',
    '{"version":1}',
    '{"version":2,"tokens":[]}',
    '{"version":1,"tokens":{}}',
    '{"version":1,"tokens":[null]}',
    '{"version":1,"tokens":[],"more":1}',
    '\u0000\u0001\u0002',
    '{"version":1,"tokens":[',
    document({ hash: 'A'.repeat(64) }),
    document({ hash: 'a'.repeat(62) }),
    document({ hash: undefined }),
    document({ scopes: [] }),
    document({ scopes: ['root'] }),
    document({ name: '../../secret' }),
    document({ created: 'yesterday' }),
    document({ expires: 'never' }),
    document({ expires: 0 }),
    document({ extra: true }),
    `{"version":1,"tokens":[],"x":"${'x'.repeat(5 << 20)}"}`,
  ])('garbage is neither read nor overwritten, nor quoted (%#)', async (garbage) => {
    const { path, tokens } = await tokenFile();
    await mkdir(join(path, '..'));
    await writeFile(path, garbage, { mode: 0o600 });
    const attempts = [tokens.list(), tokens.create({ name: 'b', scopes: ['read'] }), tokens.revoke('a')];
    for (const attempt of await Promise.allSettled(attempts)) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: { code: 'INVALID_OPTIONS' } });
      const { message } = (attempt as PromiseRejectedResult).reason as Error;
      expect(message).toMatch(/cannot be used: .+\. Repair it, or move it away and create the tokens anew\.$/);
      expect(message).not.toMatch(/secret|root|yesterday/);
    }
    expect(await readFile(path, 'utf8')).toBe(garbage);
    expect(await readdir(join(path, '..'))).toEqual(['tokens.json']);
  });

  test('a well-formed record of the same kind is read', async () => {
    const { path, tokens } = await tokenFile();
    await mkdir(join(path, '..'));
    await writeFile(path, document({}), { mode: 0o600 });
    expect(await tokens.list()).toMatchObject([{ name: 'a' }]);
  });

  test.skipIf(process.platform === 'win32')('a file that others may write to is not trusted', async () => {
    const { path, tokens } = await tokenFile();
    await tokens.create({ name: 'a', scopes: ['read'] });
    for (const mode of [0o620, 0o602, 0o666]) {
      await chmod(path, mode);
      await expect(tokens.list()).rejects.toThrow(/others may write to it; make it yours alone \(chmod 600\)/);
    }
  });

  test('a folder in its place is refused', async () => {
    const { path, tokens } = await tokenFile();
    await mkdir(path, { recursive: true });
    await expect(tokens.list()).rejects.toThrow(/it is not a file/);
  });

  test('two processes and this one change it at once; nothing is lost and no reader sees a half', async () => {
    const { path, tokens } = await tokenFile();
    const racers = ['x', 'y'].map((prefix) => {
      const child = spawn(process.execPath, [RACER, path, prefix, '20'], { stdio: ['ignore', 'ignore', 'inherit'] });
      return once(child, 'close') as Promise<[number | null]>;
    });
    const race = { over: false };
    const ended = Promise.all(racers).finally(() => {
      race.over = true;
    });
    let reads = 0;
    const names: string[] = [];
    while (!race.over) {
      await tokens.list();
      reads += 1;
      if (names.length < 10) names.push((await tokens.create({ name: `z-${reads}`, scopes: ['read'] })).info.name);
    }
    expect(await ended).toEqual([
      [0, null],
      [0, null],
    ]);
    const kept = Array.from({ length: 10 }, (_, n) => n * 2);
    const expected = [...kept.flatMap((n) => [`x-${n}`, `y-${n}`]), ...names];
    expect((await tokens.list()).map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
    expect(await readdir(join(path, '..'))).toEqual(['tokens.json']);
    expect(reads).toBeGreaterThan(1);
  });

  test('a change that lost its lock to another process is not made', async () => {
    const { path, tokens } = await tokenFile();
    await tokens.create({ name: 'a', scopes: ['read'] });
    const before = await readFile(path, 'utf8');
    const robbed = changeTokens(path, () => {
      writeFileSync(`${path}.lock`, 'somebody else');
      return [];
    });
    await expect(robbed).rejects.toThrow(/was busy and is unchanged\. Try again\./);
    expect(await readFile(path, 'utf8')).toBe(before);
    expect((await readdir(join(path, '..'))).toSorted()).toEqual(['tokens.json', 'tokens.json.lock']);
  });

  test('says so when there are too many', async () => {
    const { path, tokens } = await tokenFile();
    await mkdir(join(path, '..'));
    const many = Array.from({ length: 1000 }, (_, n) => ({ ...record, name: `t${n}` }));
    await writeFile(path, JSON.stringify({ version: 1, tokens: many }), { mode: 0o600 });
    await expect(tokens.create({ name: 'one-more', scopes: ['read'] })).rejects.toThrow(/there are 1000 already/);
  });
});
