/** What every store of secrets must do. */
import type { SecretStore } from '@zapomni/core/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../fakes/index.ts';

export interface OpenSecrets {
  readonly store: SecretStore;
  /** The same place through another store, as another process has it; with another key if one is given. */
  again(key?: string): SecretStore;
  /** Changes what is kept of one behind the store's back: each call another byte or field; false when there is none left to change. */
  tamper(name: string, nth: number): Promise<boolean>;
  /** Puts what is kept of one in the place of another. */
  swap(from: string, to: string): Promise<void>;
  /** Everything that lies on disk, as bytes. */
  everything(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface SecretStoreHarness {
  open(clock: FakeClock): Promise<OpenSecrets>;
}

const SITE = 'https://example.org';
const VALUE = 'correct horse battery staple';
const secret = (name: string, more: object = {}) => ({
  name,
  origin: SITE,
  kind: 'secret' as const,
  expiresAt: null,
  ...more,
});

export function secretStoreContract(name: string, { open }: SecretStoreHarness): void {
  describe(`secret store contract: ${name}`, () => {
    let clock: FakeClock;
    let opened: OpenSecrets;
    let store: SecretStore;
    beforeEach(async () => {
      clock = createFakeClock();
      opened = await open(clock);
      ({ store } = opened);
    });
    afterEach(() => opened.close());

    it('gives a secret back to its origin, and replaces it', async () => {
      expect(await store.list()).toEqual([]);
      expect(await store.open('acm', SITE, 'secret')).toBeNull();
      await store.set(secret('acm'), VALUE);
      expect(await store.open('acm', SITE, 'secret')).toBe(VALUE);
      await store.set(secret('acm'), 'another 🗝 ключ');
      expect(await opened.again().open('acm', SITE, 'secret')).toBe('another 🗝 ключ');
    });

    it('lists what there is without what it is', async () => {
      await store.set(secret('b'), VALUE);
      await store.set(secret('a', { kind: 'session', expiresAt: clock.now() + 1000 }), VALUE);
      const setAt = clock.now();
      expect(await store.list()).toEqual([
        { name: 'a', origin: SITE, kind: 'session', setAt, expiresAt: setAt + 1000 },
        { name: 'b', origin: SITE, kind: 'secret', setAt, expiresAt: null },
      ]);
    });

    it('opens for no other origin, however near', async () => {
      await store.set(secret('acm'), VALUE);
      for (const origin of ['http://example.org', 'https://www.example.org', 'https://example.org:8443', 'null', ''])
        await expect(store.open('acm', origin, 'secret'), origin).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });

    it('opens as what it is: no session is typed in, and no password is a session', async () => {
      await store.set(secret('acm'), VALUE);
      await store.set(secret('signed-in', { kind: 'session', expiresAt: clock.now() + 1000 }), VALUE);
      expect(await store.open('signed-in', SITE, 'session')).toBe(VALUE);
      await expect(store.open('signed-in', SITE, 'secret')).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(store.open('acm', SITE, 'session')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });

    it('opens no longer than it is good for', async () => {
      await store.set(secret('acm', { expiresAt: clock.now() + 1000 }), VALUE);
      expect(await store.open('acm', SITE, 'secret')).toBe(VALUE);
      clock.advance(1000);
      expect(await store.open('acm', SITE, 'secret')).toBeNull();
    });

    it('is found neither in what lies on disk nor by another key', async () => {
      await store.set(secret('acm'), VALUE);
      const kept = await opened.everything();
      for (const text of [VALUE, Buffer.from(VALUE).toString('base64'), Buffer.from(VALUE).toString('hex')])
        expect(kept.includes(text)).toBe(false);
      await expect(opened.again('ab'.repeat(32)).open('acm', SITE, 'secret')).rejects.toMatchObject({
        code: 'STORE_CORRUPT',
      });
    });

    it('is not kept the same way twice', async () => {
      await store.set(secret('acm'), VALUE);
      const before = await opened.everything();
      await store.set(secret('acm'), VALUE);
      expect((await opened.everything()).equals(before)).toBe(false);
    });

    it('does not open once anything of it was changed', async () => {
      for (let nth = 0; ; nth++) {
        await store.set(secret('acm', { expiresAt: clock.now() + 10_000 }), VALUE);
        if (!(await opened.tamper('acm', nth))) break;
        const got = await store.open('acm', SITE, 'secret').catch((error: { code?: string }) => error.code);
        expect(['STORE_CORRUPT', 'FORBIDDEN'], String(nth)).toContain(got);
      }
      await store.set(secret('acm'), VALUE);
      await store.set(secret('other', { origin: 'https://evil.example' }), 'theirs');
      await opened.swap('acm', 'other');
      await expect(store.open('other', SITE, 'secret')).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    });

    it('is gone when it was removed', async () => {
      await store.set(secret('acm'), VALUE);
      expect(await store.remove('acm')).toBe(true);
      expect(await store.remove('acm')).toBe(false);
      expect(await store.open('acm', SITE, 'secret')).toBeNull();
      expect(await store.list()).toEqual([]);
    });

    it.each(['', '.', '..', '../acm', 'a/b', 'a\\b', 'A', '-a', 'é', 'a\0', 'a'.repeat(65)])(
      'refuses the name %j',
      async (bad) => {
        await expect(store.set(secret(bad), VALUE)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
        await expect(store.open(bad, SITE, 'secret')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
        await expect(store.remove(bad)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
        expect(await store.list()).toEqual([]);
      },
    );

    it('has one key for all who set the first secret at the same time', async () => {
      const stores = Array.from({ length: 8 }, () => opened.again());
      await Promise.all(stores.map((one, i) => one.set(secret(`s${i}`), `value ${i}`)));
      for (const [i] of stores.entries()) expect(await store.open(`s${i}`, SITE, 'secret')).toBe(`value ${i}`);
      await Promise.all(stores.map((one, i) => one.set(secret('same'), `value ${i}`)));
      expect(await store.open('same', SITE, 'secret')).toMatch(/^value \d$/);
    });
  });
}
