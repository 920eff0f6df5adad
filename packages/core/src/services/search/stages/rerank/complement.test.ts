import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toQueryTerms } from '../../../../model/index.ts';
import { complement } from './complement.ts';
import type { Ranked } from '../../candidates/fuse.ts';
import { WordCounts } from '../../query/word-counts.ts';

const WORKSPACE = 'default';

describe('complement', () => {
  let store: FilledStore;
  const passageOf = new Map<string, number>();
  beforeAll(async () => {
    store = openFilledStore();
    const texts = ['first', 'bridge', 'stranger', 'filler'];
    await store.remember(texts);
    for (const text of texts) {
      const terms = toQueryTerms(text);
      const [hit] = await store.deps.storage.fullText.search({ terms }, 1, { workspace: WORKSPACE });
      passageOf.set(text, hit?.passageId ?? 0);
    }
    // The first and the bridge speak of the same company.
    for (const text of ['first', 'bridge']) {
      const mention = { entity: 0, passageId: passageOf.get(text) ?? 0, start: 0, end: 2 };
      const entities = [{ type: 'organization', name: 'Acme' }];
      const reading = { workspace: WORKSPACE, memoryId: store.idOf(text), version: 1, relations: [] };
      await store.deps.storage.graph.put({ ...reading, entities, mentions: [mention] }, 1);
    }
  });
  afterAll(() => store.close());

  /** `parts` is what each of the two words of the question found. */
  const hit = (text: string, score: number, parts?: [number, number]): Ranked => ({
    passageId: passageOf.get(text) ?? 0,
    memoryId: store.idOf(text),
    workspace: WORKSPACE,
    words: null,
    meaning: null,
    signals: [],
    score,
    ...(parts ? { parts: Float32Array.from(parts), close: parts[0] + parts[1] } : {}),
  });
  const order = async (hits: readonly Ranked[]) => {
    const counts = new WordCounts(store.deps.storage.fullText);
    const ordered = await complement(store.deps, hits, { workspace: WORKSPACE, counts });
    return ordered.map(({ passageId }) => [...passageOf].find(([, id]) => id === passageId)?.[0]);
  };

  it('raises a passage that answers the words which the best leaves open', async () => {
    const hits = [hit('first', 1, [0.5, 0]), hit('filler', 0.4, [0.3, 0]), hit('stranger', 0.35, [0, 0.4])];
    expect(await order(hits)).toEqual(['first', 'stranger', 'filler']);
  });

  it('raises one that mentions the same thing more than one that does not', async () => {
    const hits = [hit('first', 1, [0.5, 0]), hit('stranger', 0.4, [0, 0.1]), hit('bridge', 0.35, [0, 0.1])];
    expect(await order(hits)).toEqual(['first', 'bridge', 'stranger']);
  });

  it('leaves the order where nothing is left open, and passages that were not looked at where they are', async () => {
    const hits = [hit('first', 1, [0.5, 0.4]), hit('bridge', 0.5, [0.3, 0.3]), hit('filler', 0.2)];
    expect(await order(hits)).toEqual(['first', 'bridge', 'filler']);
    expect(await order([hit('filler', 0.2), hit('first', 0.1)])).toEqual(['filler', 'first']);
    expect(await order([])).toEqual([]);
  });
});
