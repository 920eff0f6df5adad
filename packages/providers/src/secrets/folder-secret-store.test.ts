import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secretStoreContract } from '@zapomni/testkit/contracts';
import { createFakeClock } from '@zapomni/testkit/fakes';
import { afterAll, describe, expect, it } from 'vitest';
import { createFolderSecretStore } from './index.ts';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-secrets-'));
  folders.push(folder);
  return path.join(folder, 'secrets');
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const harness = (key?: string) => ({
  open: async (clock: ReturnType<typeof createFakeClock>) => {
    const folder = newFolder();
    const fileOf = (name: string) => path.join(folder, `${name}.secret`);
    const again = (other = key) => createFolderSecretStore({ folder, clock, key: other });
    return {
      store: again(),
      again,
      tamper: async (name: string, nth: number) => changed(fileOf(name), nth),
      swap: async (from: string, to: string) => copyFileSync(fileOf(from), fileOf(to)),
      everything: async () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(path.join(folder, name)))),
      close: async () => undefined,
    };
  },
});

/** One thing after the other: each field, then bytes of what is encrypted. */
function changed(file: string, nth: number): boolean {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | number>;
  const changes: (() => void)[] = [
    () => (kept['name'] = 'other'),
    () => (kept['origin'] = 'https://evil.example'),
    () => (kept['kind'] = 'session'),
    () => (kept['setAt'] = 1),
    () => (kept['expiresAt'] = 9_999_999_999_999),
    ...['nonce', 'data'].flatMap((field) =>
      [0, -1].map((at) => () => {
        const bytes = Buffer.from(String(kept[field]), 'base64');
        const place = at < 0 ? bytes.length + at : at;
        bytes[place] = (bytes[place] ?? 0) ^ 1;
        kept[field] = bytes.toString('base64');
      }),
    ),
    () => (kept['data'] = ''),
    () => (kept['nonce'] = ''),
    () => delete kept['origin'],
  ];
  changes[nth]?.();
  writeFileSync(file, JSON.stringify(kept));
  return nth < changes.length;
}

secretStoreContract('a folder with a key of its own', harness());
secretStoreContract('a folder with a key of the settings', harness('0f'.repeat(32)));

describe('files of secrets', () => {
  const secret = { name: 'acm', origin: 'https://example.org', kind: 'secret' as const, expiresAt: null };
  const open = (folder: string, key?: string) => createFolderSecretStore({ folder, key, clock: createFakeClock() });

  it.skipIf(process.platform === 'win32')(
    'are for the user alone, and a key that others can read is refused',
    async () => {
      const folder = newFolder();
      await open(folder).set(secret, 'value');
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).mode & 0o777, name).toBe(0o600);
      expect(readdirSync(folder).toSorted()).toEqual(['acm.secret', 'secret.key']);
      chmodSync(path.join(folder, 'secret.key'), 0o644);
      await expect(open(folder).open('acm', secret.origin, 'secret')).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    },
  );

  it.each(['short', 'zz'.repeat(32), 'ab'.repeat(31), '!'.repeat(43)])(
    'take no key such as %j, and do not repeat it',
    async (key) => {
      const folder = newFolder();
      const refused = await open(folder, key)
        .set(secret, 'value')
        .catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringMatching(/32 bytes/) });
      expect(String(refused)).not.toContain(key);
    },
  );

  it('take a key as base64 too', async () => {
    const folder = newFolder();
    const bytes = Buffer.from('0f'.repeat(32), 'hex');
    await open(folder, bytes.toString('base64')).set(secret, 'value');
    expect(await open(folder, '0f'.repeat(32)).open('acm', secret.origin, 'secret')).toBe('value');
  });

  it('have one key for processes that begin at the same time', async () => {
    const folder = newFolder();
    const child = path.join(import.meta.dirname, 'testing', 'set-secret.ts');
    const ends = Array.from({ length: 4 }, async (_, i) => {
      const [code] = await once(fork(child, [folder, `p${i}`], { stdio: 'inherit' }), 'exit');
      expect(code).toBe(0);
    });
    await Promise.all(ends);
    for (let i = 0; i < 4; i++)
      expect(await open(folder).open(`p${i}`, secret.origin, 'secret')).toBe(`value of p${i}`);
  });
});
