/** What a source does with a search: every item once, page by page, whatever happens between two pages. */
import { toZapomniError, type ErrorCode } from '@zapomni/core/errors';
import type { AskOptions, PaperSearch, PaperSource, SourcedPaper } from '@zapomni/core/ports';
import { describe, expect, it } from 'vitest';
import type { MadeUpSearch } from '../../replay/index.ts';
import { drops, fallsShort, says, type Page } from '../../web-server/index.ts';
import type { SourceBench } from './fixtures.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML = '<!doctype html><html><body>Rate exceeded.</body></html>';
const MINUTE = 60_000;
const LIMIT = 2;

export function searchClauses(bench: SourceBench): void {
  const { made } = bench;
  const { search } = made;
  describe.skipIf(search === undefined)('a search', () => {
    if (!search) return;
    const { wish } = search;
    pageClauses(bench, search);
    failingPageClauses(bench, search);

    it.each(Object.entries(search.refused))(
      'that says what has no meaning there is refused by name, without a question: %s',
      async (field, more) => {
        const { code, issues } = await failureOf(bench.open().search({ ...wish, ...more }));
        expect({ code, field: issues[0]?.field }).toEqual({ code: 'INVALID_INPUT', field });
        expect(bench.server.requests).toEqual([]);
      },
    );

    it.each<[string, Partial<PaperSearch>]>([
      ['from', { from: '2021-02-30' }],
      ['from', { from: 'yesterday' }],
      ['until', { from: '2021-02-03', until: '2021-02-02' }],
      ['keywords[0]', { keywords: [' "" '] }],
      ['keywords[1]', { keywords: ['a', 'x'.repeat(400)] }],
    ])('that makes no sense anywhere is refused too: %s %o', async (field, more) => {
      const { code, issues } = await failureOf(bench.open().search({ ...wish, ...more }));
      expect({ code, field: issues[0]?.field }).toEqual({ code: 'INVALID_INPUT', field });
    });

    it('looks for words, and obeys none of them', async () => {
      const asked = async (keyword: string) => {
        bench.server.forget();
        bench.server.next(made.name, says('', {}, 404));
        await failureOf(bench.open().search({ ...wish, keywords: [keyword] }));
        return bench.server.requests.map(({ path }) => path)[0];
      };
      const hostile = await asked('loud" OR ti:all) AND (a|b, filter:x&y=1 \\ -z* ~2');
      expect(hostile).toBe(await asked('loud OR ti all AND a b filter x y 1 z 2'));
    });

    it('says who asks nowhere in what is kept', async () => {
      await bench.open().search(wish);
      expect(bench.kept()).not.toContain('secret-key');
    });
  });
}

function pageClauses(bench: SourceBench, { wish, ids, isPassing }: MadeUpSearch): void {
  it('has every item once, in order, those without a title too, and then an end', async () => {
    const source = bench.open();
    expect(source.answers.has('search')).toBe(true);
    const { items, totals } = await walk(source, wish);
    expect(items.map(numberOf)).toEqual(ids);
    expect(items.map(({ item }) => item.title !== undefined)).toEqual([true, true, false]);
    expect(totals.every((total) => total !== undefined && total >= ids.length)).toBe(true);
    expect(bench.server.unknown).toEqual([]);
  });

  it('is told apart from others by its cursor', async () => {
    const { next } = await bench.open().search(wish, { limit: LIMIT });
    const asked = bench.server.requests.length;
    const other = { ...wish, keywords: ['something else'] };
    for (const [search, cursor] of [
      [other, next ?? ''],
      [wish, 'garbage'],
      [wish, `${next?.split('.')[0]}.e30`],
    ] as const) {
      const { code, issues } = await failureOf(bench.open().search(search, { cursor }));
      expect({ code, field: issues[0]?.field }).toEqual({ code: 'INVALID_INPUT', field: 'cursor' });
    }
    expect(bench.server.requests.length).toBe(asked);
  });

  it('counts what it asks, and nothing for what is kept for a while', async () => {
    const source = bench.open();
    const costs: number[] = [];
    const onAsked = (cost: number) => costs.push(cost);
    const page = () => source.search(wish, { limit: LIMIT, onAsked });
    await page();
    const first = costs.length;
    expect(first).toBe(bench.server.requests.length);
    await page();
    expect(costs.length).toBe(isPassing ? 2 * first : first);
    bench.test.clock.advance(46 * MINUTE);
    await page();
    expect(costs.length).toBeGreaterThan(first);
    expect(costs.every((cost) => Number.isFinite(cost) && cost > 0)).toBe(true);
  });

  it('never has an old answer in the place of one that failed', async () => {
    const source = bench.open();
    await walk(source, wish);
    bench.test.clock.advance(60 * MINUTE);
    bench.server.next(bench.made.name, ...[1, 2, 3, 4].map(() => says('down', {}, 500)));
    const { code } = await failureOf(source.search(wish, { limit: LIMIT }));
    expect(code).toBe('UPSTREAM_FAILED');
  });
}

function failingPageClauses(bench: SourceBench, { wish, ids, errorInside }: MadeUpSearch): void {
  const failing: readonly [string, () => Page, ErrorCode][] = [
    ['an error inside 200', () => says(errorInside, JSON_TYPE), 'UPSTREAM_FAILED'],
    ['a page of HTML', () => says(HTML, { 'content-type': 'text/html' }), 'UPSTREAM_FAILED'],
    ['nothing', () => says('', {}), 'UPSTREAM_FAILED'],
    ['half an answer', () => says('{"message": {"items": [', JSON_TYPE), 'UPSTREAM_FAILED'],
    ['another shape', () => says('[1, 2, 3]', JSON_TYPE), 'UPSTREAM_FAILED'],
    ['another type', () => says('%PDF-1.7', { 'content-type': 'application/pdf' }), 'UPSTREAM_FAILED'],
    ['a status that says so', () => says('down', {}, 503), 'UPSTREAM_FAILED'],
    ['an answer that is cut off', () => fallsShort, 'UPSTREAM_FAILED'],
    ['a connection that ends', () => drops, 'UPSTREAM_FAILED'],
    ['that it wants to wait', () => says(HTML, { 'retry-after': '600' }, 429), 'UPSTREAM_RATE_LIMITED'],
    ['that it wants to wait, without a word', () => says(HTML, {}, 429), 'UPSTREAM_RATE_LIMITED'],
  ];
  it.each(failing)('whose second page fails goes on with it later and loses nothing: %s', async (_, page, code) => {
    const source = bench.open();
    const first = await source.search(wish, { limit: LIMIT });
    bench.server.next(bench.made.name, ...[1, 2, 3].map(page));
    const cursor = first.next ?? expect.fail('there is a second page');
    const error = await failureOf(source.search(wish, { limit: LIMIT, cursor }));
    expect(error.code).toBe(code);
    if (error.retryAfterMs !== undefined) expect(error.retryAfterMs).toBeGreaterThan(0);
    bench.server.forget();
    bench.test.clock.advance(60 * MINUTE);
    const rest = await walk(bench.open(), wish, cursor);
    expect([...first.items, ...rest.items].map(numberOf)).toEqual(ids);
  });
}

async function walk(source: PaperSource, wish: PaperSearch, from?: string) {
  const items: SourcedPaper[] = [];
  const totals: (number | undefined)[] = [];
  let cursor = from;
  do {
    const options: AskOptions = { limit: LIMIT, ...(cursor === undefined ? {} : { cursor }) };
    const page = await source.search(wish, options);
    items.push(...page.items);
    totals.push(page.total);
    cursor = page.next ?? undefined;
    if (totals.length > 10) expect.fail('it does not end');
  } while (cursor !== undefined);
  return { items, totals };
}

const OWN = new Set(['arxiv', 'pmid', 'openalex', 's2', 'doi']);

function numberOf({ item }: SourcedPaper): string | undefined {
  return item.identifiers.find(({ scheme }) => OWN.has(scheme))?.value;
}

async function failureOf(work: Promise<unknown>) {
  return work.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => toZapomniError(error),
  );
}
