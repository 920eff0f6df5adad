import type { Embedding } from '@zapomni/core/ports';
import { createFakeEmbedder, createFakeExtractor } from '@zapomni/testkit/fakes';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MemoryFilter } from '../../../model/index.ts';
import { readQuery } from '../query/analyse-query.ts';
import { WordCounts } from '../query/word-counts.ts';
import type { Ranked } from './fuse.ts';
import { withLinked } from './linked-candidates.ts';

const LOOKS = 12;
const OTHERS = Array.from({ length: 20 }, (_, i) => `Parcel ${i} came from Belgium`);
const SECOND = 'Tidewater belongs to Ines';
const embedder = createFakeEmbedder();
let store: FilledStore;
let embedding: Embedding;
let fused: Ranked[];

beforeAll(async () => {
  const names = { Tidewater: 'organization', Belgium: 'place' };
  store = openFilledStore({ embedder, extractor: createFakeExtractor({ names }) });
  await store.remember(['The harbour crane is run by Tidewater', ...OTHERS, { text: SECOND, tags: ['ownership'] }]);
  await store.read();
  embedding = (await embedder.embed(['who owns the company that runs the crane'], { role: 'query' }))[0] as Embedding;
  const near = await store.deps.storage.vectors.nearest(embedder.model.name, embedding.vector, 50, {
    workspace: 'default',
  });
  const byMemory = new Map(near.map((hit) => [hit.memoryId, hit]));
  const inOrder = ['The harbour crane is run by Tidewater', ...OTHERS];
  fused = inOrder.map((text, i) => {
    const { passageId, memoryId, score: meaning } = byMemory.get(store.idOf(text)) as (typeof near)[number];
    return {
      passageId,
      memoryId,
      workspace: 'default',
      words: null,
      meaning,
      score: 1 - i / 100,
      signals: ['meaning'],
    };
  });
});
afterAll(() => store.close());

async function looked(question: string, filter?: MemoryFilter): Promise<string[]> {
  const counts = new WordCounts(store.deps.storage.fullText);
  const query = { ...readQuery(question), corrections: [] };
  const linking = { workspace: 'default', filter, query, embedding, counts, looks: LOOKS };
  const ranked = await withLinked(store.deps, fused, linking);
  return ranked.slice(0, LOOKS).map(({ memoryId }) => memoryId);
}

it('what mentions the same as the best is looked at, and what everybody mentions leads nowhere', async () => {
  const ids = await looked('who owns the company that runs the crane');
  expect(ids).toContain(store.idOf(SECOND));
  expect(ids.filter((id) => OTHERS.some((text) => store.idOf(text) === id))).toHaveLength(LOOKS - 2);
});

it('keeps to what is excluded and to filters', async () => {
  expect(await looked('who owns the company -Ines')).not.toContain(store.idOf(SECOND));
  expect(await looked('who owns it', { noTags: ['ownership'] })).not.toContain(store.idOf(SECOND));
});

it('nothing is added where there are fewer candidates than looks', async () => {
  const counts = new WordCounts(store.deps.storage.fullText);
  const query = { ...readQuery('who'), corrections: [] };
  const few = fused.slice(0, LOOKS - 1);
  const linking = { workspace: 'default', filter: undefined, query, embedding, counts, looks: LOOKS };
  expect(await withLinked(store.deps, few, linking)).toEqual(few);
});
