import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embedderContract } from '@zapomni/testkit/contracts';
import { createFakeEmbedder, createRecordingLogger } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, describe, expect, it } from 'vitest';
import { createCachedEmbedder } from './cached-embedder.ts';
import { EmbeddingCache } from './embedding-cache.ts';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
function openCache(folder = mkdtempSync(join(tmpdir(), 'zapomni-cached-'))): EmbeddingCache {
  folders.push(folder);
  return new EmbeddingCache({ folder, maxBytes: 1_000_000, logger: createRecordingLogger() });
}

embedderContract('cached', {
  open: () => createCachedEmbedder(createFakeEmbedder(), openCache()),
  async openBroken() {
    const inner = createFakeEmbedder();
    inner.failing = true;
    const repair = async () => void (inner.failing = false);
    return { embedder: createCachedEmbedder(inner, openCache()), repair };
  },
});

describe('cached embedder', () => {
  const passages = (embedder: ReturnType<typeof createCachedEmbedder>, ...texts: string[]) =>
    embedder.embed(texts, { role: 'passage' });

  it('embeds each passage once, whatever it comes with, and counts', async () => {
    verifies('P034');
    const inner = createFakeEmbedder();
    const embedder = createCachedEmbedder(inner, openCache());
    const first = await passages(embedder, 'a', 'b');
    const second = await passages(embedder, 'c', 'b', 'a');
    expect(inner.calls.map(({ texts }) => texts)).toEqual([['a', 'b'], ['c']]);
    expect(second.slice(1)).toEqual(first.toReversed());
    expect(embedder.cache).toEqual({ asked: 5, hits: 2 });
    await embedder.close();
  });

  it('asks the model every question', async () => {
    const inner = createFakeEmbedder();
    const embedder = createCachedEmbedder(inner, openCache());
    for (let i = 0; i < 2; i++) await embedder.embed(['a'], { role: 'query' });
    expect(inner.calls).toHaveLength(2);
    await embedder.close();
  });

  it('needs no model for what it has, even when the model is away', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zapomni-cached-'));
    const before = createCachedEmbedder(createFakeEmbedder(), openCache(folder));
    const expected = await passages(before, 'a');
    await before.close();
    const inner = createFakeEmbedder();
    inner.failing = true;
    const after = createCachedEmbedder(inner, openCache(folder));
    expect(await passages(after, 'a')).toEqual(expected);
    await expect(passages(after, 'a', 'b')).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    await after.close();
  });

  it('does not trust what another model under the same name has left', async () => {
    verifies('D024');
    const cache = openCache();
    const before = createCachedEmbedder(createFakeEmbedder({ dimensions: 8 }), cache);
    await passages(before, 'a');
    const inner = createFakeEmbedder({ dimensions: 16 });
    const after = createCachedEmbedder(inner, cache);
    expect((await passages(after, 'a'))[0]?.vector).toHaveLength(16);
    await after.close();
  });
});
