/** Texts that come by themselves: only what the rule wants, only under an open licence, so many a day. */
import { openTestDeps } from '@zapomni/testkit/deps';
import { column, makePdf } from '@zapomni/testkit/documents';
import { createListedSources, type ListedSources } from '@zapomni/testkit/fakes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../app/app.ts';
import type { Web, WebRequest } from '../../../ports/index.ts';
import { WorkLater } from '../../work/work-kind.ts';
import { READING_STEPS } from '../library/adding/reading-steps.ts';
import { filesOf, papersOf } from '../library/store/index.ts';
import { downloadWanted } from './download/auto-download.ts';
import { licenceName, mayHave } from './download/open-licences.ts';
import { DAY_MS } from './schedule/next-time.ts';
import { openGround, WS, type Ground } from './testing/discovery-ground.ts';

// Every trial has a store of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

describe('licences', () => {
  it('are one however they are written', () => {
    for (const written of ['CC BY 4.0', 'cc-by', 'https://creativecommons.org/licenses/by/4.0/', 'cc_by'])
      expect(licenceName(written), written).toBe('cc-by');
    expect(licenceName('https://creativecommons.org/publicdomain/zero/1.0/')).toBe('cc0');
    expect(licenceName('CC BY-NC-ND 4.0 International')).toBe('cc-by-nc-nd');
  });

  it('are open or not, and no list makes one open that is not', () => {
    expect(mayHave('cc-by', [])).toBe(true);
    expect(mayHave('cc-by-nc', ['CC BY'])).toBe(false);
    expect(mayHave('publisher-specific', ['publisher-specific'])).toBe(false);
    expect(mayHave(undefined, [])).toBe(false);
  });
});

describe('what a rule wants', () => {
  let ground: Ground<ListedSources>;
  const fetched: string[] = [];
  beforeEach(() => {
    ground = openGround(openTestDeps({ settings: { web_robots: 'ignore' } }), createListedSources(['arxiv']));
    fetched.length = 0;
  });
  afterEach(() => ground.close());

  const web: Web = {
    isOff: false,
    fetch: (async ({ url }: WebRequest) => {
      fetched.push(url);
      const body = url.includes('wall') ? new TextEncoder().encode('<html>Please pay</html>') : fileAt(url);
      const stream = (async function* () {
        yield body;
      })();
      return { status: 200, url, headers: {}, body: stream };
    }) as unknown as Web['fetch'],
    close: async () => {},
  };
  /** What is called `torn` cannot be read; `other` is the text of something else. */
  const fileAt = (url: string): Uint8Array => {
    if (url.includes('torn')) return new TextEncoder().encode(`%PDF-1.7\n${'x'.repeat(2000)}`);
    const title = url.includes('other') ? 'A history of the lighthouse' : (TITLES.get(url) ?? 'Gulls are free');
    const lines = ['We watched herring gulls steal sandwiches', 'from the pier of a small town in summer.'];
    return makePdf({ pages: [{ runs: [{ text: title, x: 60, y: 760, size: 18 }, ...column(lines, 60, 700)] }] });
  };
  const TITLES = new Map<string, string>();
  const copy = (name: string, licence?: string) => ({
    url: `https://open.test/${name}.pdf`,
    kind: 'pdf' as const,
    ...(licence === undefined ? {} : { licence }),
  });
  const download = (query: string) =>
    downloadWanted(
      { deps: { ...ground.deps, web }, steps: { reading: async () => READING_STEPS } },
      { workspace: WS, query },
      { signal: new AbortController().signal, progress: () => {} },
    );

  it('is had, once, under an open licence; the rest says why not', async () => {
    const rule = { min_score: 0.8, per_day: 10, licences: ['cc-by', 'cc0'] };
    const query = await ground.query('gulls', { sources: ['gulls'], auto_download: rule });
    const titles = [
      'Gulls are free',
      'Gulls behind a wall',
      'Gulls of a publisher',
      'Gulls maybe',
      'There are no gulls',
      'Gulls on torn paper',
      'Gulls of others',
    ];
    ground.sources.papers.set(
      'arxiv',
      titles.map((title, i) => ({ title, day: '2026-01-01', doi: `10.5555/${i}` })),
    );
    ground.sources.copies = (id) =>
      ({
        '10.5555/0': [copy('free', 'cc-by')],
        '10.5555/1': [copy('wall', 'cc-by')],
        '10.5555/2': [copy('shut'), copy('nc', 'cc-by-nc')],
        '10.5555/5': [copy('torn', 'cc0')],
        '10.5555/6': [copy('other', 'cc0')],
      })[id] ?? [];
    await ground.run(await ground.source('gulls'));
    expect(await download(query.key)).toBe(2);
    const findings = (await ground.findings()).toSorted((one, other) =>
      one.value.paper.localeCompare(other.value.paper),
    );
    const papers = await papersOf(ground.deps).getMany(
      WS,
      findings.map(({ value }) => value.paper),
    );
    const told = findings.map(({ value }, i) => [
      papers[i]?.value.item.title,
      value.download,
      papers[i]?.value.standing,
    ]);
    expect(Object.fromEntries(told.map(([title, ...rest]) => [title, rest]))).toEqual({
      'Gulls are free': ['done', 'library'],
      'Gulls behind a wall': ['failed', 'found'],
      'Gulls of a publisher': ['none', 'found'],
      'Gulls maybe': [null, 'found'],
      'There are no gulls': [null, 'found'],
      'Gulls on torn paper': ['done', 'library'],
      'Gulls of others': ['failed', 'found'],
    });
    const had = ['free', 'other', 'torn', 'wall'].map((name) => `https://open.test/${name}.pdf`);
    expect(fetched.toSorted()).toEqual(had);
    const why = findings.flatMap(({ value }) => value.download_why ?? []).join(' ');
    expect(why).toMatch(/could not be read/);
    expect(why).toMatch(/the text of something else/);
    const files = (await filesOf(ground.deps).list(WS)).items.map(({ value }) => [value.text_state, value.licence]);
    expect(files.toSorted()).toEqual([
      ['failed', 'cc0'],
      ['read', 'cc-by'],
    ]);
    const free = papers.find(({ value }) => value.item.title === 'Gulls are free');
    expect(free?.value.memory).not.toBeNull();
    expect(free?.value.texts).toHaveLength(1);
    expect(await download(query.key)).toBe(0);
    // Like one that was added, it is found by what stands in it; that of something else is not.
    const app = createApp(ground.deps);
    const found = async (words: string) =>
      (await app.search.run({ workspaces: [WS], query: words, limit: 20 })).hits.map(({ passage }) => passage.text);
    expect((await found('steal sandwiches')).join(' ')).toContain('small town in summer');
    expect((await found('lighthouse')).join(' ')).not.toContain('lighthouse');
    await app.close();
  });

  it('waits for the next day when the day has had its number', async () => {
    const rule = { min_score: 0, per_day: 2, licences: [] };
    const query = await ground.query('gulls', { sources: ['gulls'], auto_download: rule });
    const titles = Array.from({ length: 5 }, (_, i) => `Gulls of kind ${i}`);
    ground.sources.papers.set(
      'arxiv',
      titles.map((title, i) => ({ title, day: '2026-01-01', doi: `10.5555/${i}` })),
    );
    ground.sources.copies = (id) => [copy(id.replace('/', '-'), 'CC0')];
    titles.forEach((title, i) => TITLES.set(`https://open.test/10.5555-${i}.pdf`, title));
    await ground.run(await ground.source('gulls'));
    for (const already of [2, 4]) {
      await expect(download(query.key)).rejects.toThrow(WorkLater);
      expect(fetched).toHaveLength(already);
      ground.clock.advance(DAY_MS);
    }
    expect(await download(query.key)).toBe(1);
  });
});
