import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toQueryTerms } from '../../../../model/index.ts';
import type { Embedding } from '../../../../ports/index.ts';
import type { Ranked } from '../../candidates/fuse.ts';
import { rerank } from './rerank.ts';
import { WordCounts } from '../../query/word-counts.ts';

const DIMENSIONS = 256;
/** A word's vector is +1 in its own half of the components and −1 in the other. */
const half = (first: boolean) => Float32Array.from({ length: DIMENSIONS }, (_, i) => (i < 128 === first ? 1 : -1) / 16);
const bits = (vector: Float32Array) =>
  Uint8Array.from({ length: vector.length / 8 }, (_, byte) => ((vector[byte * 8] ?? 0) > 0 ? 255 : 0));

describe('rerank', () => {
  let store: FilledStore;
  let ranked: Ranked[];
  const question: Embedding = {
    vector: half(true),
    fluency: 1,
    words: { texts: ['kettle'], vectors: half(true) },
  };
  const look = (embedding: Embedding, weight = 1) => ({
    embedding,
    counts: new WordCounts(store.deps.storage.fullText),
    workspace: 'default',
    weight,
  });

  beforeAll(async () => {
    store = openFilledStore();
    await store.remember(['one', 'two', 'three']);
    const found = await Promise.all(
      ['one', 'two', 'three'].map((text) =>
        store.deps.storage.fullText.search({ terms: toQueryTerms(text) }, 1, { workspace: 'default' }),
      ),
    );
    ranked = found.flat().map(({ passageId, memoryId }, i) => ({
      passageId,
      memoryId,
      workspace: 'default',
      words: 1,
      meaning: 0.5,
      score: 0.9 - i * 0.1,
      signals: [],
    }));
    const model = store.deps.embedder.model.name;
    await store.deps.storage.vectors.put(model, [
      { passageId: ranked[0]?.passageId ?? 0, vector: half(false), tokens: bits(half(false)) },
      { passageId: ranked[1]?.passageId ?? 0, vector: half(true), tokens: bits(half(true)) },
    ]);
  });
  afterAll(() => store.close());

  const order = (hits: readonly Ranked[]) =>
    hits.map(({ passageId }) => ranked.findIndex((one) => one.passageId === passageId));

  it('raises the passage whose words are nearest, and tells how near', async () => {
    const [best, ...others] = await rerank(store.deps, ranked, look(question));
    expect(best).toMatchObject({ passageId: ranked[1]?.passageId });
    expect(best?.close).toBeCloseTo(1, 5);
    expect(others.map(({ close }) => close)).toContain(null);
  });

  it('mixes it with the standing by its weight, less where the model cannot read the question', async () => {
    expect(order(await rerank(store.deps, ranked, look(question, 0)))).toEqual([0, 1, 2]);
    expect(order(await rerank(store.deps, ranked, look({ ...question, fluency: 0 })))).toEqual([0, 1, 2]);
    expect(order(await rerank(store.deps, ranked, look(question, 0.9)))[0]).toBe(1);
  });

  it('takes the words of a name for said', async () => {
    const named = { words: 1, force: 1, tagShare: 1, terms: toQueryTerms('kettle') };
    const [far, ...others] = ranked as [Ranked, ...Ranked[]];
    const looked = await rerank(store.deps, [{ ...far, named }, ...others], look(question));
    expect(looked.find(({ passageId }) => passageId === far.passageId)?.close).toBeCloseTo(0.6, 5);
    const other = { ...named, terms: toQueryTerms('teapot') };
    const [farther] = (await rerank(store.deps, [{ ...far, named: other }], look(question))) as [Ranked];
    expect(farther.close).toBeCloseTo(-1, 5);
  });

  it('leaves a passage that could not be looked at where it stood', async () => {
    const scores = await rerank(store.deps, ranked, look(question, 0.5));
    expect(scores.find(({ passageId }) => passageId === ranked[2]?.passageId)?.score).toBe(0);
  });

  it('looks at a lone candidate too: whether it fits is asked as well', async () => {
    const [lone] = await rerank(store.deps, ranked.slice(1, 2), look(question));
    expect(lone?.close).toBeCloseTo(1, 5);
  });

  it('keeps the order when the model gives no words, or the store has none', async () => {
    const { words: _, ...wordless } = question;
    expect(await rerank(store.deps, ranked, look(wordless))).toEqual(ranked);
    expect(await rerank(store.deps, ranked.slice(2), look(question))).toEqual(ranked.slice(2));
    expect(await rerank(store.deps, [], look(question))).toEqual([]);
  });
});
