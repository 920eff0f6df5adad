/** Runs over lists of papers: every page, nothing lost, nothing twice, and every reason told. */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import { openTestDeps } from '@zapomni/testkit/deps';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createListedSources, type ListedSources } from '@zapomni/testkit/fakes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteArticle } from '../library/change/delete-article.ts';
import { savePapers } from '../library/keep/save-papers.ts';
import { papersOf } from '../library/store/index.ts';
import { createOpenFinder } from './finders/open-finder.ts';
import { runSource } from './run/run-source.ts';
import { sourcesOf } from './store/index.ts';
import { onEngine, openGround, papersOn, WS, type Ground } from './testing/discovery-ground.ts';

// Every trial has a store of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** What matters most is shown on every engine; the rest is the same code. */
const ENGINES = await enginesForTests();
let ground: Ground<ListedSources>;
const begin = (engine: Parameters<typeof onEngine>[1] = {}): void => {
  ground = openGround(onEngine(openTestDeps(), engine), createListedSources(['arxiv', 'pubmed', 'crossref']));
};
afterEach(() => ground.close());

const TODAY = '2026-01-01';
const counts = (run: Awaited<ReturnType<Ground<ListedSources>['run']>>) => {
  const { status, found, new: fresh, known, rejected, forgotten, skipped } = run.value;
  return { status, found, new: fresh, known, rejected, forgotten, skipped };
};
const none = { found: 0, new: 0, known: 0, rejected: 0, forgotten: 0, skipped: 0 };
const fails = (code: 'UPSTREAM_FAILED' | 'UPSTREAM_RATE_LIMITED' | 'INVALID_CONFIG', retryAfterMs?: number) =>
  new ZapomniError(code, 'It did not work.', retryAfterMs === undefined ? {} : { retryAfterMs });

describe.each(ENGINES)('a run and what it finds, on $engine', ({ options }) => {
  beforeEach(() => begin(options()));

  it('brings every page, and nothing when it is run again', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 250));
    const source = await ground.source('gulls');
    const run = await ground.run(source);
    expect(counts(run)).toEqual({ ...none, status: 'ok', found: 250, new: 250 });
    expect(run.value).toMatchObject({ pages: 3, requests: 3, total: 250, more: false, cursor: null });
    expect(await ground.findings()).toHaveLength(250);
    const [paper] = (await papersOf(ground.deps).list(WS, { limit: 1 })).items;
    expect(paper?.value).toMatchObject({ standing: 'found', memory: null });
    ground.clock.advance(1000);
    const again = await ground.run(source);
    expect(counts(again)).toEqual({ ...none, status: 'ok', found: 250, known: 250 });
    expect(await ground.findings()).toHaveLength(250);
  });

  it('makes nothing of a page that says what it said before, until somebody else wants it', async () => {
    const papers = papersOn(TODAY, 250);
    ground.sources.papers.set('arxiv', papers);
    const source = await ground.source('gulls');
    await ground.run(source);
    ground.sources.made = 0;
    expect(counts(await ground.run(source))).toEqual({ ...none, status: 'ok', found: 250, known: 250 });
    expect([ground.sources.made, ground.sources.asked.length]).toEqual([0, 6]);
    // One page of three says something else: it is looked at, and the others are not.
    ground.sources.papers.set('arxiv', [...papers.slice(0, 249), ...papersOn(TODAY, 1, 'Terns')]);
    expect(counts(await ground.run(source))).toEqual({ ...none, status: 'ok', found: 250, new: 1, known: 249 });
    expect(ground.sources.made).toBe(50);
    await ground.query('later', { sources: ['gulls'] });
    expect(await ground.run(source)).toMatchObject({ value: { new: 250, known: 0 } });
    expect(ground.sources.made).toBe(300);
  });

  it('loses nothing when a page fails: the next run begins with that page', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 250));
    const source = await ground.source('gulls');
    ground.sources.fault = ({ cursor }) => (cursor === 'at 100' ? fails('UPSTREAM_FAILED') : null);
    const failed = await ground.run(source);
    expect(failed.value).toMatchObject({ status: 'partial', new: 100, error: { code: 'UPSTREAM_FAILED' } });
    ground.sources.fault = () => null;
    ground.sources.asked.length = 0;
    expect(await ground.run(source)).toMatchObject({ value: { status: 'ok', new: 150, found: 150 } });
    expect(ground.sources.asked.map(({ cursor }) => cursor)).toEqual(['at 100', 'at 200']);
    expect(await ground.findings()).toHaveLength(250);
  });

  it('is gone on with by another process, and counts each item once', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 250));
    const source = await ground.source('gulls');
    const gone = new ZapomniError('STORE_BUSY', 'The process died here.');
    // The second page is written in part: what a process that dies in the middle leaves.
    const { write } = ground.deps.storage.records;
    let writes = 0;
    Object.assign(ground.deps.storage.records, {
      write: async (...args: Parameters<typeof write>) => {
        const isPage = args[1].some(({ collection }) => collection === 'discovery_items');
        if (isPage && ++writes === 2) {
          const some = args[1].filter(
            ({ collection }) => !['discovery_runs', 'discovery_sources'].includes(collection),
          );
          await write(args[0], some.slice(0, 60), args[2]);
          throw gone;
        }
        return write(...args);
      },
    });
    await expect(ground.run(source, 500, 'one task')).rejects.toThrow('died');
    Object.assign(ground.deps.storage.records, { write });
    const whole = await ground.run(source, 500, 'one task');
    expect(await ground.runs()).toHaveLength(1);
    expect(counts(whole)).toEqual({ ...none, status: 'ok', found: 250, new: 250 });
    expect(await ground.findings()).toHaveLength(250);
  });

  it('is one finding however many sources show it, and names them all', async () => {
    const papers = papersOn(TODAY, 1);
    for (const kind of ['arxiv', 'pubmed', 'crossref'] as const) ground.sources.papers.set(kind, papers);
    const outcomes = [];
    for (const kind of ['arxiv', 'pubmed', 'crossref'])
      outcomes.push(counts(await ground.run(await ground.source(`by ${kind}`, { kind }))));
    expect(outcomes.map(({ new: fresh, known }) => [fresh, known])).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
    const [finding, ...others] = await ground.findings();
    expect(others).toEqual([]);
    expect(finding?.value.sources.map(({ name }) => name)).toEqual(['by arxiv', 'by pubmed', 'by crossref']);
  });

  it('is judged by every query that wants it, and by no other', async () => {
    const first = await ground.query('first');
    const second = await ground.query('second', { sources: ['Gulls'] });
    await ground.query('third');
    ground.sources.papers.set('arxiv', [
      { title: 'Gulls that eat bread', day: TODAY, doi: '10.5555/1' },
      { title: 'There is no gull here', day: TODAY, doi: '10.5555/2' },
      { title: 'A gull, maybe two', day: TODAY, doi: '10.5555/3' },
    ]);
    const source = await ground.source('gulls', { queries: ['first'] });
    expect(counts(await ground.run(source))).toEqual({ ...none, status: 'ok', found: 3, new: 2, rejected: 1 });
    const findings = await ground.findings();
    const told = findings.map(({ value: { query, evaluation } }) => `${query} ${evaluation?.decision}`).toSorted();
    const expected = [first.key, second.key].flatMap((key) => [`${key} keep`, `${key} reject`, `${key} review`]);
    expect(told).toEqual(expected.toSorted());
  });

  it('is nothing new where the library has it, and stays away where the user has deleted it', async () => {
    const [has, had, ...rest] = papersOn(TODAY, 4);
    ground.sources.papers.set(
      'arxiv',
      [has, had, ...rest].flatMap((one) => one ?? []),
    );
    const item = (doi = '', title = '') => ({
      type: 'article-journal' as const,
      title,
      contributors: [],
      identifiers: [{ scheme: 'doi' as const, value: doi }],
    });
    const arrivals = [has, had].map((one) => ({ item: item(one?.doi, one?.title), source: 'bibliography' }));
    const saved = await savePapers(ground.deps, { workspace: WS, arrivals });
    await deleteArticle(ground.deps, WS, { article: saved[1]?.paper?.key ?? '', confirm: true });
    const run = await ground.run(await ground.source('gulls'));
    expect(counts(run)).toEqual({ ...none, status: 'ok', found: 4, new: 2, known: 1, forgotten: 1 });
  });
});

describe('a run', () => {
  beforeEach(() => begin());

  it('takes as many as it may, and goes on there the next time', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 25));
    const source = await ground.source('gulls');
    expect(await ground.run(source, 10)).toMatchObject({ value: { new: 10, more: true, cursor: 'at 10' } });
    expect(await ground.run(source, 10)).toMatchObject({ value: { new: 10, found: 10, more: true } });
    expect(await ground.run(source, 10)).toMatchObject({ value: { new: 5, found: 5, more: false } });
    expect((await ground.findings()).length).toBe(25);
  });

  it('of a hundred thousand results takes as many as it may, page by page, and says how many there are', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 100_000));
    const { value } = await ground.run(await ground.source('gulls'), 150);
    expect(value).toMatchObject({ status: 'ok', new: 150, pages: 2, requests: 2, total: 100_000, more: true });
    expect(ground.sources.made).toBe(150);
  });

  it('looks at what is new first, then at what was left', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 30));
    const source = await ground.source('gulls');
    await ground.run(source, 10);
    ground.clock.advance(24 * 3_600_000);
    ground.sources.papers.set('arxiv', [...papersOn(TODAY, 30), ...papersOn('2026-01-02', 5, 'Terns')]);
    const next = await ground.run(source, 12);
    const titles = (await ground.findings()).filter(({ value }) => value.run === next.key).length;
    expect([titles, next.value.new]).toEqual([12, 12]);
    const terns = (await papersOf(ground.deps).list(WS, { limit: 1000 })).items.filter(({ value }) =>
      value.item.title?.startsWith('Terns'),
    );
    expect(terns).toHaveLength(5);
    const all = await ground.run(source);
    expect(all.value).toMatchObject({ more: false });
    expect(await ground.findings()).toHaveLength(35);
  });

  it('asks again for a few days before where it ended, and finds what was put in late', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 3));
    const source = await ground.source('gulls');
    await ground.run(source);
    ground.clock.advance(24 * 3_600_000);
    ground.sources.papers.set('arxiv', [...papersOn(TODAY, 3), ...papersOn('2025-12-30', 2, 'Late gulls')]);
    expect(counts(await ground.run(source))).toEqual({ ...none, status: 'ok', found: 5, new: 2, known: 3 });
    expect(ground.sources.asked.at(-1)?.search.from).toBe('2025-12-29');
    expect((await sourcesOf(ground.deps).get(WS, source.key))?.value).toMatchObject({
      done_until: '2026-01-02',
      passes: [],
    });
  });

  it('says until when it is left alone, and which key would help', async () => {
    const source = await ground.source('gulls');
    ground.sources.fault = () => fails('UPSTREAM_RATE_LIMITED', 60_000);
    const { value } = await ground.run(source);
    expect(value).toMatchObject({ status: 'rate_limited', key_setting: 'arxiv_key' });
    expect(value.retry_at).toBe(ground.clock.now() + 60_000);
  });

  it('asks nobody that may not be asked', async () => {
    const source = await ground.source('gulls');
    ground.sources.isOn = () => false;
    expect(await ground.run(source)).toMatchObject({ value: { status: 'off', requests: 0 } });
    expect(ground.sources.asked).toEqual([]);
  });

  it('begins anew with a place that is not known any more', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 25));
    const source = await ground.source('gulls');
    await ground.run(source, 10);
    const { value, version } = (await sourcesOf(ground.deps).get(WS, source.key)) ?? source;
    const passes = value.passes.map((pass) => ({ ...pass, cursor: 'of another source' }));
    await sourcesOf(ground.deps).put(WS, source.key, { ...value, passes }, { ifVersion: version });
    expect(counts(await ground.run(source))).toMatchObject({ status: 'ok', new: 15, known: 10 });
  });

  it('is content with what a service lets anybody see, and says what it did not see', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 250));
    const source = await ground.source('gulls');
    ground.sources.fault = ({ cursor }) =>
      cursor === 'at 200' ? invalidField('keywords', 'match more than can be seen', 'Narrow them.') : null;
    const { value } = await ground.run(source);
    expect(value).toMatchObject({ status: 'ok', new: 200, more: false });
    expect(value.skipped_why[0]).toMatch(/could not be looked through.*Narrow them/);
    ground.sources.asked.length = 0;
    expect(await ground.run(source)).toMatchObject({ value: { status: 'ok', known: 200 } });
  });

  it('leaves a place that gives the same page for ever', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 25));
    const source = await ground.source('gulls');
    const [service] = await ground.sources.all();
    const { search } = service ?? {};
    Object.assign(service ?? {}, {
      search: async (...args: Parameters<NonNullable<typeof search>>) => ({
        ...(await search?.(...args)),
        next: 'at 10',
      }),
    });
    const { value } = await ground.run(source, 50);
    expect(value).toMatchObject({ status: 'partial', error: { message: expect.stringContaining('same page') } });
    expect(ground.sources.asked.length).toBeLessThan(5);
  });

  it('leaves out what has no title, and says so', async () => {
    ground.sources.papers.set('arxiv', [...papersOn(TODAY, 2), { title: ' ', day: TODAY, doi: '10.5555/untitled' }]);
    const { value } = await ground.run(await ground.source('gulls'));
    expect(value).toMatchObject({ found: 2, skipped: 1, skipped_why: ['1 without a title.'] });
  });

  it('ends where somebody cancels it, and keeps what it has', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 250));
    const source = await ground.source('gulls');
    const stop = new AbortController();
    ground.sources.fault = ({ cursor }) => {
      if (cursor === 'at 100') stop.abort();
      return null;
    };
    const { deps } = ground;
    const order = { workspace: WS, source: source.key, query: null, trigger: 'asked' as const, most: 500, task: 't' };
    const control = { signal: stop.signal, stop: 'cancelled' as const, progress: () => {} };
    await expect(runSource({ deps, open: createOpenFinder(deps) }, order, control)).rejects.toThrow();
    expect(await ground.runs()).toMatchObject([{ value: { status: 'cancelled', new: 100 } }]);
    expect(await ground.run(source)).toMatchObject({ value: { status: 'ok', new: 150 } });
  });

  it('judges what it has seen for a query that comes later', async () => {
    ground.sources.papers.set('arxiv', papersOn(TODAY, 3));
    const source = await ground.source('gulls');
    await ground.run(source);
    const query = await ground.query('later', { sources: ['gulls'] });
    expect(await ground.run(source)).toMatchObject({ value: { new: 3, known: 0 } });
    expect((await ground.findings()).filter(({ value }) => value.query === query.key)).toHaveLength(3);
  });
});
