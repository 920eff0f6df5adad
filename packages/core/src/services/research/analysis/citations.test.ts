/** Analysis that stands on who cites whom, on a real store. */
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referencesOf } from '../library/store/index.ts';

const paper = (citekey: string, title: string) => ({
  item: {
    type: 'article-journal' as const,
    citekey,
    title,
    abstract: `An abstract of ${title}.`,
    identifiers: [],
    contributors: [],
  },
  source: 'bibliography',
});

describe('papers that cite each other', () => {
  let store: FilledStore;
  const ids = new Map<string, string>();
  const workspace = 'default';
  const id = (citekey: string): string => ids.get(citekey) ?? '';
  const keep = async (citing: string, cited: readonly string[]) => {
    const references = cited.map((one, i) => ({
      n: i + 1,
      marker: null,
      raw: null,
      item: null,
      cited: id(one),
      confidence: 1,
      method: 'id' as const,
      source: 'test',
    }));
    const value = { paper: id(citing), part: 0, cited: cited.map(id), references };
    await referencesOf(store.deps).put(workspace, `${id(citing)}.0`, value, { parent: id(citing) });
  };
  beforeAll(async () => {
    store = openFilledStore();
    const arrivals = [
      paper('base', 'Currents in a channel'),
      paper('bread', 'Sourdough at altitude'),
      paper('fish', 'Eels and lamps'),
      paper('late', 'Lamps in a channel'),
      paper('alone', 'Violins of maple'),
    ];
    for (const { paper: one } of await store.app.research.library.save({ workspace, arrivals }))
      ids.set(one?.value.citekey ?? '', one?.key ?? '');
    await keep('bread', ['base', 'fish']);
    await keep('late', ['base', 'fish', 'late']);
  });
  afterAll(() => store.close());
  const related = async (article: string) => {
    const asked = { workspace, article, limit: 10, threshold: 0.01 };
    const found = await store.app.research.analysis.related(asked);
    return new Map(found.related.map((one) => [one.paper.value.citekey, one]));
  };

  it('are related by what both cite, by who cites both, and by citing', async () => {
    const toBread = await related('bread');
    expect(toBread.get('late')).toMatchObject({ shared: { references: [id('base'), id('fish')] } });
    expect(toBread.get('late')?.parts.coupling).toBeGreaterThan(0);
    expect(toBread.get('base')?.parts.citation).toBe(1);
    const toBase = await related('base');
    expect(new Set(toBase.get('fish')?.shared.citedTogetherBy)).toEqual(new Set([id('bread'), id('late')]));
    expect(toBase.get('fish')?.parts.cocitation).toBeGreaterThan(0);
    expect([...toBase.keys()]).not.toContain('base');
  });

  it('are read in the order in which they build on each other, with no end to a circle', async () => {
    const asked = { workspace, topic: 'lamps in a channel', maxPapers: 10, priority: 'relevance' as const };
    const { entries: list } = await store.app.research.analysis.readingList(asked);
    const keys = list.map(({ paper: { value } }) => value.citekey);
    expect(keys.indexOf('base')).toBeLessThan(keys.indexOf('late'));
    expect(list[keys.indexOf('late')]?.after).toEqual(expect.arrayContaining([id('base')]));
    expect(list.every(({ isFullText }) => !isFullText)).toBe(true);
  });

  it('share references when they are compared', async () => {
    const asked = { workspace, articles: ['bread', 'late'], dimensions: ['citations' as const] };
    const { sharedReferences, papers } = await store.app.research.analysis.compare(asked);
    expect(sharedReferences.map(({ title, citedBy }) => [title, citedBy.length])).toEqual([
      ['Currents in a channel', 2],
      ['Eels and lamps', 2],
    ]);
    expect(papers.map(({ references }) => references)).toEqual([2, 3]);
  });
});
