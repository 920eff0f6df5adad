import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { QueryVectors } from './query-vectors.ts';

describe('QueryVectors', () => {
  it('asks the model once for the same words, and tells how often it did not have to', async () => {
    verifies('P034', 'D020');
    const embedder = createFakeEmbedder();
    const vectors = new QueryVectors(embedder, 10);
    const first = await vectors.get('same question', 1000);
    expect(await vectors.get('same question', 1000)).toBe(first);
    expect(embedder.calls).toHaveLength(1);
    expect([vectors.asked, vectors.hits]).toEqual([2, 1]);
  });

  it('tells words apart by case, and models by name', async () => {
    verifies('D023');
    const embedder = createFakeEmbedder();
    const vectors = new QueryVectors(embedder, 10);
    await vectors.get('US', 1000);
    await vectors.get('us', 1000);
    expect(embedder.calls).toHaveLength(2);
    Object.assign(embedder, { model: { ...embedder.model, name: 'another model' } });
    await vectors.get('US', 1000);
    expect(embedder.calls).toHaveLength(3);
  });

  it('keeps no more than its capacity, the latest used', async () => {
    verifies('D023');
    const embedder = createFakeEmbedder();
    const vectors = new QueryVectors(embedder, 2);
    for (const query of ['one', 'two', 'one', 'three', 'one', 'two']) await vectors.get(query, 1000);
    expect(embedder.calls.map(({ texts }) => texts[0])).toEqual(['one', 'two', 'three', 'two']);
  });

  it('keeps nothing when told to', async () => {
    const embedder = createFakeEmbedder();
    const vectors = new QueryVectors(embedder, 0);
    await vectors.get('x', 1000);
    await vectors.get('x', 1000);
    expect(embedder.calls).toHaveLength(2);
  });

  it('does without the model when it fails or is late, and tries afresh', async () => {
    const embedder = createFakeEmbedder();
    const vectors = new QueryVectors(embedder, 10);
    embedder.failing = true;
    expect(await vectors.get('x', 1000)).toBeNull();
    embedder.failing = false;
    embedder.delayMs = 200;
    expect(await vectors.get('x', 1)).toBeNull();
    embedder.delayMs = 0;
    expect(await vectors.get('x', 1000)).not.toBeNull();
  });
});
