/** What has to do with a paper by what it says, on a real store. */
import { condition } from '@zapomni/testkit/condition';
import { createFakeEmbedder, type FakeEmbedder } from '@zapomni/testkit/fakes';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const workspace = 'default';
const TIDES = 'Salt marshes keep storm tides from villages where sediment settles between the stems of cordgrass.';

const arrival = (citekey: string, title: string, abstract: string, more: object = {}) => ({
  item: { type: 'article-journal' as const, citekey, title, abstract, identifiers: [], contributors: [], ...more },
  source: 'bibliography',
});

describe('a paper', () => {
  let [store, embedder]: [FilledStore, FakeEmbedder] = [undefined as never, undefined as never];
  beforeEach(() => {
    embedder = createFakeEmbedder();
    store = openFilledStore({ embedder });
  });
  afterEach(() => store.close());

  const save = (arrivals: readonly ReturnType<typeof arrival>[]) =>
    store.app.research.library.save({ workspace, arrivals });
  const embedded = () => condition(async () => (await store.app.store.stats(workspace)).pendingEmbeddings === 0);
  const related = async (article: string) => {
    const asked = { workspace, article, limit: 10, threshold: 0 };
    return (await store.app.research.analysis.related(asked)).related;
  };
  const keysOf = (found: Awaited<ReturnType<typeof related>>) => found.map(({ paper }) => paper.value.citekey);

  it('has related ones however long its abstract is, and whatever signs of a search stand in it', async () => {
    const long = `${TIDES} It is "not true" that dykes suffice -villages need marshes, since: before 1953. `.repeat(40);
    await save([
      arrival('long', 'Marshes against "storm tides" -a review', long),
      arrival('near', 'Cordgrass and sediment', TIDES),
      arrival('far', 'Violins of maple', 'Old violins were made of maple that grew slowly.'),
    ]);
    await embedded();
    const found = await related('long');
    expect(keysOf(found)[0]).toBe('near');
    expect(found[0]?.parts.meaning).toBeGreaterThan(0.5);
    expect(found[0]?.parts.words).toBeGreaterThan(found[1]?.parts.words ?? 0);
  });

  it('is compared by its words alone while there are no vectors', async () => {
    embedder.failing = true;
    await save([
      arrival('one', 'Storm tides', TIDES),
      arrival('other', 'Cordgrass', TIDES),
      arrival('far', 'Violins of maple', 'Old violins were made of maple.'),
    ]);
    const found = await related('one');
    expect(keysOf(found)[0]).toBe('other');
    expect(found.map(({ parts }) => parts.meaning)).toEqual([null, null]);
    expect(found[0]?.score).toBeGreaterThan(0.2);
    expect(found[1]?.score).toBeLessThan(0.1);
  });

  it('finds a work once, though its preprint is here as well', async () => {
    const by = [{ role: 'author' as const, family: 'Roe', given: 'Ann' }];
    const doi = { scheme: 'doi' as const, value: '10.1000/marsh' };
    const arxiv = { scheme: 'arxiv' as const, value: '2001.00001' };
    const saved = await save([
      arrival('print', 'Marshes and tides', TIDES, { contributors: by, identifiers: [doi], issued: { year: 2021 } }),
      arrival('pre', 'Marshes and tides', TIDES, {
        type: 'article',
        contributors: by,
        identifiers: [arxiv],
        issued: { year: 2020 },
      }),
      arrival('asked', 'Storm tides', TIDES),
    ]);
    expect(saved[1]?.paper?.value.shown_as).toBe(saved[0]?.paper?.key);
    await embedded();
    expect(keysOf(await related('asked'))).toEqual(['print']);
    expect(keysOf(await related('print'))).toEqual(['asked']);
  });
});
