/** What every blob store must do. */
import { createHash, randomBytes } from 'node:crypto';
import type { BlobStore, Clock } from '@zapomni/core/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../fakes/index.ts';

export interface OpenBlobs {
  readonly store: BlobStore;
  /** Changes a byte of what is kept, or cuts some off, behind the store's back. */
  damage(hash: string, how: 'changed' | 'shortened'): Promise<void>;
  /** What the store keeps besides blobs: leftovers of writers. */
  leftovers(): Promise<number>;
  close(): Promise<void>;
}

export interface BlobStoreHarness {
  /** An empty one. */
  open(clock: Clock): Promise<OpenBlobs>;
}

const MIB = 1_048_576;
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function* pieces(bytes: Uint8Array, length = 100_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of source) all.push(piece);
  return Buffer.concat(all);
}

export function blobStoreContract(name: string, { open }: BlobStoreHarness): void {
  describe(`blob store contract: ${name}`, () => {
    let clock: FakeClock;
    let opened: OpenBlobs;
    let store: BlobStore;
    beforeEach(async () => {
      clock = createFakeClock();
      opened = await open(clock);
      ({ store } = opened);
    });
    afterEach(() => opened.close());
    const put = (bytes: Uint8Array) => store.put(pieces(bytes));

    it('gives back what was put, by its hash, of any length', async () => {
      for (const length of [0, 1, 100_000, 262_144, 262_145, 3 * MIB + 7]) {
        const bytes = randomBytes(length);
        const blob = await put(bytes);
        expect(blob, String(length)).toEqual({ hash: hashOf(bytes), bytes: length });
        expect((await bytesOf(store.read(blob.hash))).equals(bytes), String(length)).toBe(true);
        expect(await store.stat(blob.hash)).toEqual({ ...blob, putAt: clock.now() });
        expect(await store.verify(blob.hash)).toBe('ok');
      }
    });

    it('gives a range, cut to what is there', async () => {
      const bytes = randomBytes(2 * MIB);
      const { hash } = await put(bytes);
      const range = (start?: number, end?: number) =>
        bytesOf(store.read(hash, { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) }));
      for (const [start, end] of [
        [0, 10],
        [10, 10],
        [MIB - 1, MIB + 300_000],
        [2 * MIB - 1, 2 * MIB],
        [2 * MIB - 5, 9 * MIB],
        [2 * MIB, 3 * MIB],
        [5 * MIB, 6 * MIB],
      ] as const) {
        expect((await range(start, end)).equals(bytes.subarray(start, end)), `${start}-${end}`).toBe(true);
      }
      expect((await range(100)).equals(bytes.subarray(100))).toBe(true);
      expect((await range(undefined, 100)).equals(bytes.subarray(0, 100))).toBe(true);
      for (const [start, end] of [
        [-1, 5],
        [6, 5],
        [Number.NaN, 5],
      ] as const) {
        await expect(range(start, end), `${start}-${end}`).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      }
    });

    it('keeps one copy of what is put again, and makes it as young as a new one', async () => {
      const bytes = randomBytes(1000);
      const first = await put(bytes);
      clock.advance(5000);
      expect(await put(bytes)).toEqual(first);
      expect(await store.list(null, 10)).toEqual([{ ...first, putAt: clock.now() }]);
    });

    it('lists in order of hashes, page by page', async () => {
      const blobs = [];
      for (let n = 0; n < 40; n += 1) blobs.push((await put(Buffer.from(`blob ${n}`))).hash);
      const listed: string[] = [];
      for (let after: string | null = null; ;) {
        const page: readonly { hash: string }[] = await store.list(after, 7);
        if (page.length === 0) break;
        expect(page.length).toBeLessThanOrEqual(7);
        listed.push(...page.map(({ hash }) => hash));
        after = listed.at(-1) ?? null;
      }
      expect(listed).toEqual(blobs.toSorted());
    });

    it('knows of nothing that was not put', async () => {
      const hash = hashOf(Buffer.from('never put'));
      expect(await store.stat(hash)).toBeNull();
      expect(await store.verify(hash)).toBe('missing');
      expect(await store.list(null, 10)).toEqual([]);
      expect(await store.remove(hash, clock.now() + 1)).toBe(false);
      await expect(bytesOf(store.read(hash))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('takes nothing for a name but a hash', async () => {
      const { hash } = await put(Buffer.from('some'));
      const names = ['', '..', '../../etc/passwd', hash.slice(1), `${hash}0`, hash.toUpperCase(), `${hash.slice(2)}/.`];
      for (const bad of [...names, `../${hash.slice(3)}`, `${hash}\n`, `${hash.slice(1)}\0`]) {
        const refusal = { code: 'INVALID_INPUT', issues: [{ field: 'hash' }] };
        await expect(store.stat(bad), bad).rejects.toMatchObject(refusal);
        await expect(bytesOf(store.read(bad)), bad).rejects.toMatchObject(refusal);
        await expect(store.verify(bad), bad).rejects.toMatchObject(refusal);
        await expect(store.remove(bad, clock.now() + 1), bad).rejects.toMatchObject(refusal);
        await expect(store.list(bad, 1), bad).rejects.toMatchObject(refusal);
      }
    });

    it.each(['changed', 'shortened'] as const)(
      'a blob that was %s is not given out whole without a word',
      async (how) => {
        const bytes = randomBytes(600_000);
        const { hash } = await put(bytes);
        await opened.damage(hash, how);
        const got: Uint8Array[] = [];
        const read = async () => {
          for await (const piece of store.read(hash)) got.push(piece);
        };
        await expect(read()).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
        expect(got.length).toBeGreaterThan(0);
        expect(await store.verify(hash)).toBe('damaged');
        // Putting it again mends it.
        await put(bytes);
        expect(await store.verify(hash)).toBe('ok');
      },
    );

    it('keeps nothing of a put that fails, is too large or is cancelled', async () => {
      const failing = async function* () {
        yield randomBytes(10);
        throw new TypeError('the source broke');
      };
      await expect(store.put(failing())).rejects.toThrow(new TypeError('the source broke'));
      await expect(store.put(pieces(randomBytes(1001)), { maxBytes: 1000 })).rejects.toMatchObject({
        code: 'TOO_LARGE',
      });
      await expect(store.put(pieces(randomBytes(1000)), { maxBytes: 1000 })).resolves.toMatchObject({ bytes: 1000 });
      const early = AbortSignal.abort(new Error('enough'));
      await expect(store.put(pieces(randomBytes(10)), { signal: early })).rejects.toMatchObject({ code: 'CANCELLED' });
      const later = new AbortController();
      let returned = false;
      const endless = {
        [Symbol.asyncIterator]: () => ({
          next: () => {
            later.abort();
            return new Promise<IteratorResult<Uint8Array>>(() => undefined);
          },
          return: async () => {
            returned = true;
            return { done: true as const, value: undefined };
          },
        }),
      };
      await expect(store.put(endless, { signal: later.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(returned).toBe(true);
      expect(await store.list(null, 10)).toHaveLength(1);
      expect(await opened.leftovers()).toBe(0);
    });

    it('stops reading when it is told to, and when nobody wants more', async () => {
      const { hash } = await put(randomBytes(MIB));
      const life = new AbortController();
      const read = async () => {
        for await (const piece of store.read(hash, { signal: life.signal })) if (piece.length > 0) life.abort();
      };
      await expect(read()).rejects.toMatchObject({ code: 'CANCELLED' });
      await expect(store.verify(hash, life.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
      for await (const piece of store.read(hash)) {
        expect(piece.length).toBeLessThan(MIB);
        break;
      }
    });

    it('removes what was put before a time, and nothing that was put since', async () => {
      const bytes = Buffer.from('old');
      const { hash } = await put(bytes);
      const put1 = clock.now();
      expect(await store.remove(hash, put1)).toBe(false);
      clock.advance(1000);
      await put(bytes);
      expect(await store.remove(hash, put1 + 1)).toBe(false);
      expect(await store.verify(hash)).toBe('ok');
      expect(await store.remove(hash, clock.now() + 1)).toBe(true);
      expect(await store.stat(hash)).toBeNull();
      expect(await store.remove(hash, clock.now() + 1)).toBe(false);
      await put(bytes);
      expect(await store.verify(hash)).toBe('ok');
      expect(await opened.leftovers()).toBe(0);
    });

    it('removes no leftovers while their writer may still be at work', async () => {
      const held = Promise.withResolvers<void>();
      const started = Promise.withResolvers<void>();
      const slow = async function* () {
        yield Buffer.from('first half, ');
        started.resolve();
        await held.promise;
        yield Buffer.from('second half');
      };
      const writing = store.put(slow());
      await started.promise;
      expect(await opened.leftovers()).toBe(1);
      // Long before anything was written, by any clock.
      expect(await store.removeLeftovers(1000)).toBe(0);
      held.resolve();
      const { hash } = await writing;
      expect(await store.verify(hash)).toBe('ok');
      expect(await opened.leftovers()).toBe(0);
    });

    it('is used by many at once: the same bytes, others, readers and removers', async () => {
      const all = Array.from({ length: 12 }, (_, n) => Buffer.from(`bytes of ${n}`.repeat(5000)));
      const work = Array.from({ length: 96 }, async (_, n) => {
        const bytes = all[n % all.length] as Buffer;
        const { hash } = await put(bytes);
        if (n % 3 === 0) await store.remove(hash, clock.now());
        expect((await bytesOf(store.read(hash))).equals(bytes)).toBe(true);
      });
      await Promise.all(work);
      expect((await store.list(null, 100)).map(({ hash }) => hash)).toEqual(all.map(hashOf).toSorted());
    });
  });
}
