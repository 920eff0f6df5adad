/** Lists that are longer than an answer: every page goes on where the one before ended, until all of it was seen. */
import { collection } from '@zapomni/core/records';
import { PAPER_CONTEXTS, PAPER_REFERENCES } from '@zapomni/core/research-records';
import { createApp } from '@zapomni/core';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { openTestDeps } from '@zapomni/testkit/deps';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** More than are read together eleven times over, so that not all are counted with the first page. */
const CITING = 620;
const REFERENCES = 1150;
const PART = 200;
/** More than come from an index at once. */
const MANY = 1050;
const WORKSPACE = 'default';

let zapomni: TestClient;
const open = openTestDeps({ settings: { graph: 'off' } });
const app = createApp(open.deps);
beforeAll(async () => {
  zapomni = await openTestClient({ app });
  const arrivals = Array.from({ length: CITING + 1 }, (_, i) => ({
    source: 'bibliography',
    item: {
      type: 'article-journal' as const,
      citekey: i === 0 ? 'classic' : `citing${i}`,
      title: i === 0 ? 'The classic' : `Paper ${i} on the classic`,
      identifiers: [],
      contributors: [],
    },
  }));
  const saved = await app.research.library.save({ workspace: WORKSPACE, arrivals });
  const [classic = '', ...citing] = saved.map(({ paper }) => paper?.key ?? '');
  const reference = (n: number, cited: string | null) => ({
    n,
    cited,
    marker: `[${n}]`,
    raw: `Work ${n}`,
    item: null,
    confidence: 1,
    method: 'id' as const,
    source: 'test',
  });
  type List = [string, { paper: string; part: number; cited: string[]; references: ReturnType<typeof reference>[] }];
  const listOf = (paper: string, part: number, references: ReturnType<typeof reference>[]): List => [
    `${paper}.${part}`,
    { paper, part, cited: [...new Set(references.flatMap(({ cited }) => cited ?? []))], references },
  ];
  const own = Array.from({ length: REFERENCES }, (_, i) => reference(i + 1, null));
  await collection(open.deps, PAPER_REFERENCES).putMany(WORKSPACE, [
    ...citing.map((paper) => listOf(paper, 0, [reference(1, classic)])),
    ...Array.from({ length: Math.ceil(REFERENCES / PART) }, (_, part) =>
      listOf(classic, part, own.slice(part * PART, (part + 1) * PART)),
    ),
  ]);
  const sentence = (text: string, references: number[]) => ({
    references,
    sentence: text,
    page: null,
    section: null,
    start: 0,
    end: 1,
    polarity: null,
    confidence: 1,
  });
  await collection(open.deps, PAPER_CONTEXTS).putMany(
    WORKSPACE,
    citing.map((paper, i) => [
      `${paper}.0`,
      {
        paper,
        part: 0,
        document: '',
        cited: [classic],
        contexts: [sentence(`First of ${i}`, [1]), sentence(`Not of it`, [2]), sentence(`Second of ${i}`, [1])],
      },
    ]),
  );
});
afterAll(async () => {
  await zapomni.close();
  await app.close();
  await open.close();
});

interface Page {
  readonly references: readonly { readonly n: number }[];
  readonly network: readonly { readonly citekey: string }[];
  readonly sentences: readonly { readonly sentence: string }[];
  readonly total: number;
}

async function pages(tool: string, args: object): Promise<Page[]> {
  const found: Page[] = [];
  for (let cursor: string | undefined; found.length < 100;) {
    const page = await zapomni.call(tool, { article_identifier: 'classic', ...args, ...(cursor ? { cursor } : {}) });
    found.push(page);
    cursor = page.next_cursor;
    if (cursor === undefined) return found;
  }
  throw new Error('the pages have no end');
}

describe('what is longer than an answer', () => {
  it('of who cites whom goes on by a cursor, both lists together', async () => {
    const found = await pages('extract_citations', { limit: 300 });
    expect(found).toHaveLength(4);
    expect(found[0]).toMatchObject({ references_total: REFERENCES, network_total: CITING });
    const numbers = found.flatMap(({ references }) => references.map(({ n }) => n));
    expect(numbers).toEqual(Array.from({ length: REFERENCES }, (_, i) => i + 1));
    const around = found.flatMap(({ network }) => network.map(({ citekey }) => citekey));
    expect([around.length, new Set(around).size]).toEqual([CITING, CITING]);
    expect(await zapomni.fails('extract_citations', { article_identifier: 'classic', cursor: 'x' })).toMatch(/cursor/);
  });

  it('of sentences that cite goes on by a cursor, and says what it has not counted', async () => {
    const found = await pages('get_citation_context', { limit: 200 });
    const said = found.flatMap(({ sentences }) => sentences.map(({ sentence }) => sentence));
    expect([said.length, new Set(said).size]).toEqual([2 * CITING, 2 * CITING]);
    expect(said.some((text) => text.startsWith('Not'))).toBe(false);
    const [first, last] = [found[0], found.at(-1)];
    expect(first).toMatchObject({ total_is_lower_bound: true });
    expect(first?.total).toBeLessThan(2 * CITING);
    expect(first?.total).toBeGreaterThan(200);
    expect(last).toMatchObject({ total: 2 * CITING });
    expect(last).not.toHaveProperty('total_is_lower_bound');
    const asked = { article_identifier: 'classic', cursor: 'at:1' };
    expect(await zapomni.fails('get_citation_context', asked)).toMatch(/cursor/);
  });

  it('of papers that want tags goes on by a cursor, also when those of the page before have got some', async () => {
    await zapomni.call('update_article_metadata', { article_identifier: 'classic', add_tags: ['classic'] });
    const seen: string[] = [];
    for (let cursor: string | undefined, page = 0; page < 10; page++) {
      const found = await zapomni.call('suggest_tags', { limit: 200, ...(cursor ? { cursor } : {}) });
      const titles = found.suggestions.map(({ article }: { article: { title: string } }) => article.title);
      expect(found.total).toBe(CITING - page);
      seen.push(...titles);
      cursor = found.next_cursor;
      if (cursor === undefined) break;
      await zapomni.call('update_article_metadata', { article_identifier: titles[0], add_tags: ['classic'] });
    }
    expect([seen.length, new Set(seen).size]).toEqual([CITING, CITING]);
    const all = await zapomni.call('suggest_tags', { force_all: true, limit: 1 });
    expect(all).toMatchObject({ total: CITING + 1, next_cursor: 'at:1' });
    expect(await zapomni.fails('suggest_tags', { cursor: 'x' })).toMatch(/cursor/);
  });

  it('of papers of one journal is whole', async () => {
    await zapomni.call('create_workspace', { workspace_id: 'sea' });
    const item = (i: number) => ({
      type: 'article-journal' as const,
      title: `Herring${i}`,
      container_title: 'Sea letters',
    });
    const arrivals = Array.from({ length: MANY }, (_, i) => ({
      source: 'bibliography',
      item: { ...item(i), identifiers: [], contributors: [] },
    }));
    await app.research.library.save({ workspace: 'sea', arrivals });
    const asked = { workspace_id: 'sea', search_term: 'Sea letters', limit: 1 };
    expect(await zapomni.call('list_articles', asked)).toMatchObject({ total: MANY });
  });

  it('of references is whole as a resource', async () => {
    const { id } = (await zapomni.call('get_article_details', { article_identifier: 'classic' })) as { id: string };
    const { contents } = await zapomni.client.readResource({ uri: `paper://${id}/references` });
    const [content] = contents as { text: string }[];
    expect(JSON.parse(content?.text ?? '[]')).toHaveLength(REFERENCES);
  });
});
