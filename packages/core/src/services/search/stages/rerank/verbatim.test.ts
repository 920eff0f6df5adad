import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ranked } from '../../candidates/fuse.ts';
import { favourVerbatim } from './verbatim.ts';

const LONG =
  'All figures are rounded. | 1 | The orchard of Ishol keeps 839 ledgers. | 3.50 | Nothing else is known of it.';
const ALIKE = 'The ledgers of the orchard keep 839 figures, says Ishol.';
const ASKED = 'Who keeps the ledgers of Ishol?';

describe('what says it word for word', () => {
  let store: FilledStore;
  let hits: Ranked[];
  beforeAll(async () => {
    store = openFilledStore();
    await store.remember([LONG, ALIKE, ASKED]);
    const found = await store.deps.storage.memories.openings({ workspace: 'default' }, 10);
    const placeOf = (memoryId: string) => [ALIKE, ASKED, LONG].findIndex((text) => store.idOf(text) === memoryId);
    hits = found
      .map(({ passageId, memoryId }): Ranked => {
        const score = 0.9 - placeOf(memoryId) * 0.3;
        return { passageId, memoryId, workspace: 'default', words: 5, meaning: 0.5, signals: [], score };
      })
      .toSorted((a, b) => b.score - a.score);
  });
  afterAll(() => store.close());

  const first = async (query: string, from: readonly Ranked[] = hits): Promise<string | undefined> => {
    const [best] = await favourVerbatim(store.deps, from, query);
    return [ALIKE, ASKED, LONG].find((text) => store.idOf(text) === best?.memoryId);
  };

  it('stands above what is alike, whatever case, marks and white space it is written with', async () => {
    expect(await first('the orchard of ISHOL, keeps\n 839 ledgers')).toBe(LONG);
    expect(await first('The orchards of Ishol keep 839 ledger')).toBe(LONG);
    const placed = await favourVerbatim(store.deps, hits, 'The orchard of Ishol keeps 839 ledgers.');
    expect(placed.map(({ verbatim }) => verbatim)).toEqual([0.9, undefined, undefined]);
  });

  it('is not found in other words, in another order, or in a few', async () => {
    expect(await first('The orchard of Ishol kept 839 old ledgers.')).toBe(ALIKE);
    expect(await first('839 ledgers keeps the orchard of Ishol')).toBe(ALIKE);
    expect(await first('839 ledgers')).toBe(ALIKE);
  });

  it('is no answer to a question that was asked before', async () => {
    expect(await first(ASKED)).toBe(ALIKE);
  });

  it('is looked for only where words were found', async () => {
    const unsaid = hits.map((hit) => ({ ...hit, words: null }));
    expect(await first('The orchard of Ishol keeps 839 ledgers.', unsaid)).toBe(ALIKE);
    expect(await favourVerbatim(store.deps, [], 'The orchard of Ishol keeps 839 ledgers.')).toEqual([]);
  });
});
