import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../ports/index.ts';
import { likenessOf, measureScale, readScale, writeScale, type MeaningScale } from './meaning-scale.ts';

/** The same model with a share that is common to all vectors: every cosine is nearer to one. */
function squeezed(inner: Embedder, share: number): Embedder {
  return {
    ...inner,
    model: inner.model,
    state: 'ready',
    embed: async (texts, options) =>
      (await inner.embed(texts, options)).map(({ vector, fluency }) => ({
        vector: Float32Array.of(...vector.map((part) => part * Math.sqrt(1 - share)), Math.sqrt(share)),
        fluency,
      })),
    warm: () => inner.warm(),
    close: () => inner.close(),
  };
}

describe('the scale of meaning', () => {
  it('is measured: what an answer gets, and what another text gets', async () => {
    const scale = (await measureScale(createFakeEmbedder())) as MeaningScale;
    expect(scale.related).toBeGreaterThan(scale.unrelated + 0.1);
    const narrow = (await measureScale(squeezed(createFakeEmbedder(), 0.8))) as MeaningScale;
    expect(narrow.unrelated).toBeGreaterThan(0.75);
    for (const place of [0, 0.5, 1]) {
      const at = ({ unrelated, related }: MeaningScale) => unrelated + place * (related - unrelated);
      expect(likenessOf(narrow, at(narrow))).toBeCloseTo(likenessOf(scale, at(scale)), 3);
    }
  });

  it('is not made of a model that tells nothing apart', async () => {
    expect(await measureScale(squeezed(createFakeEmbedder(), 0.999))).toBe(null);
  });

  it('turns cosines into likelihoods that rise with them', () => {
    const scale = { unrelated: 0.4, related: 0.7 };
    expect(likenessOf(scale, 0.4)).toBeCloseTo(0.05, 5);
    expect(likenessOf(scale, 0.7)).toBeCloseTo(0.9, 5);
    expect(likenessOf(scale, 1)).toBeLessThanOrEqual(1);
    expect(likenessOf(scale, -1)).toBeGreaterThanOrEqual(0);
  });

  it('survives the store, and nonsense in the store is none', () => {
    expect(readScale(writeScale({ unrelated: 0.4, related: 0.7 }))).toEqual({ unrelated: 0.4, related: 0.7 });
    for (const nonsense of [null, '', 'x', '0.7 0.4', '0.5', 'NaN 1']) expect(readScale(nonsense)).toBe(null);
  });
});
