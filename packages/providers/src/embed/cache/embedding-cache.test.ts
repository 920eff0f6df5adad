import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedding } from '@zapomni/core/ports';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddingCache } from './embedding-cache.ts';

let folder: string;
let opened: EmbeddingCache[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zapomni-cache-'));
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((cache) => cache.close()));
  rmSync(folder, { recursive: true, force: true });
});

const logger = createRecordingLogger();
function open(maxBytes = 1_000_000, now: () => number = Date.now): EmbeddingCache {
  const cache = new EmbeddingCache({ folder: join(folder, 'data'), maxBytes, logger, now });
  opened.push(cache);
  return cache;
}
const embedding = (seed: number, bits?: number): Embedding => ({
  vector: Float32Array.from({ length: 96 }, (_, i) => Math.sin(seed + i)),
  fluency: 1 / (seed + 1),
  ...(bits === undefined ? {} : { wordBits: Uint8Array.from({ length: bits }, (_, i) => i) }),
});
const keep = (cache: EmbeddingCache, text: string, seed = 1, model = 'm') =>
  cache.keep(model, [[text, embedding(seed)]]);
const find = async (cache: EmbeddingCache, text: string, model = 'm') => (await cache.find(model, [text]))[0];

describe('embedding cache', () => {
  it('gives back what was kept, exactly, also after a restart', async () => {
    verifies('P034');
    const cache = open();
    await cache.keep('m', [
      ['one', embedding(1, 777)],
      ['two', embedding(2)],
    ]);
    const expected = [embedding(2), undefined, embedding(1, 777)];
    expect(await cache.find('m', ['two', 'three', 'one'])).toEqual(expected);
    await cache.close();
    expect(await open().find('m', ['two', 'three', 'one'])).toEqual(expected);
  });

  it('knows a text by its exact words and its model', async () => {
    verifies('D023');
    const cache = open();
    await keep(cache, 'US', 1, 'm');
    for (const [text, model] of [
      ['us', 'm'],
      ['US ', 'm'],
      ['US', 'm2'],
      ['', 'm'],
    ] as const) {
      expect(await find(cache, text, model), `${model} ${text}`).toBe(undefined);
    }
    await keep(cache, 'us', 2);
    expect(await find(cache, 'US')).toEqual(embedding(1));
    expect(await find(cache, 'us')).toEqual(embedding(2));
  });

  it('shares what other processes keep', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([keep(one, 'a', 1), keep(other, 'b', 2)]);
    expect(await find(other, 'a')).toEqual(embedding(1));
    expect(await find(one, 'b')).toEqual(embedding(2));
  });

  it('takes no more room than it has, and forgets what nobody asks for', async () => {
    verifies('D023', 'P034');
    const maxBytes = 40_000;
    const [cache, other] = [open(maxBytes), open(maxBytes)];
    await keep(cache, 'asked for now and then', 7);
    for (let i = 0; i < 300; i++) {
      await keep(i % 3 === 0 ? other : cache, `text ${i}`, i);
      if (i % 10 === 0) expect(await find(cache, 'asked for now and then')).toEqual(embedding(7));
    }
    const sizes = readdirSync(join(folder, 'data')).map((file) => statSync(join(folder, 'data', file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxBytes + 2000);
    expect(await find(cache, 'text 0')).toBe(undefined);
    expect(await find(cache, 'text 299')).toEqual(embedding(299));
    expect(await find(other, 'text 298')).toEqual(embedding(298));
  });

  it('forgets what has not been asked for in a long while', async () => {
    verifies('P034');
    let now = Date.now();
    const cache = open(1_000_000, () => now);
    await cache.keep('m', [
      ['asked for', embedding(1)],
      ['not asked for', embedding(2)],
    ]);
    now += 8 * 86_400_000;
    // A week: both are old now, and what is asked for becomes young again. Another week: what is old goes.
    expect(await find(cache, 'asked for')).toEqual(embedding(1));
    expect(await find(cache, 'asked for')).toEqual(embedding(1));
    expect(await find(cache, 'not asked for')).toBe(undefined);
  });

  it('survives whatever has happened to its file', async () => {
    const file = join(folder, 'data', 'embeddings.cache');
    for (const damage of [
      () => appendFileSync(file, 'half a record'),
      () => appendFileSync(file, Buffer.alloc(5000, 255)),
      () => writeFileSync(file, readFileSync(file).fill(7, 30, 40)),
      () => writeFileSync(file, readFileSync(file).subarray(0, -3)),
      () => rmSync(file),
    ]) {
      const cache = open();
      await keep(cache, 'before', 1);
      await cache.close();
      damage();
      const next = open();
      await keep(next, 'after', 2);
      await keep(next, 'after that', 3);
      expect(await find(next, 'after that')).toEqual(embedding(3));
      await next.close();
      rmSync(join(folder, 'data'), { recursive: true });
    }
    expect(logger.of('embedding_cache_failed')).toEqual([]);
  });

  it('does without when its folder cannot be used, and says so once', async () => {
    writeFileSync(join(folder, 'data'), 'a file');
    const cache = open();
    await keep(cache, 'nowhere');
    expect(await find(cache, 'nowhere')).toBe(undefined);
    expect(logger.of('embedding_cache_failed')).toHaveLength(1);
    await cache.close();
    expect(await find(cache, 'nowhere')).toBe(undefined);
  });

  it('tells nothing to those who do not have the text', async () => {
    const cache = open();
    await keep(cache, 'a secret', 1);
    await cache.close();
    const bytes = readFileSync(join(folder, 'data', 'embeddings.cache'));
    const { vector } = embedding(1);
    expect(bytes.includes(Buffer.from(vector.buffer).subarray(0, 16))).toBe(false);
    expect(bytes.includes('secret')).toBe(false);
    expect(statSync(join(folder, 'data', 'embeddings.cache')).mode & 0o077).toBe(0);
  });
});
