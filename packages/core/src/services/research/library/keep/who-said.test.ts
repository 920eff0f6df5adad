import { openTestDeps } from '@zapomni/testkit/deps';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../../app/app.ts';
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { fieldsOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { SavedPaper } from './arrival.ts';

const WORKSPACE = 'default';
const ITEM: BibliographicItem = {
  type: 'article-journal',
  citekey: 'lovelace1843',
  title: 'Notes on the Analytical Engine',
  abstract: 'What the engine can do, and what it cannot.',
  // Not in the order in which they are kept.
  contributors: [{ given: 'Ada', family: 'Lovelace', role: 'author' }],
  identifiers: [{ scheme: 'doi', value: '10.1000/engine' }],
  issued: { month: 9, year: 1843 },
  extra: { b: '2', a: '1' },
};

let ground: ReturnType<typeof openTestDeps>;
let app: App;
beforeEach(() => {
  ground = openTestDeps({ settings: { graph: 'off' } });
  app = createApp(ground.deps);
});
afterEach(async () => {
  await app.close();
  await ground.close();
});

async function save(item: BibliographicItem, source: string): Promise<SavedPaper> {
  const [saved] = await app.research.library.save({ workspace: WORKSPACE, arrivals: [{ item, source }] });
  return saved as SavedPaper;
}

async function linesOf({ paper }: SavedPaper): Promise<number> {
  return (await fieldsOf(ground.deps).get(WORKSPACE, (paper as KeptPaper).key))?.value.said.length ?? 0;
}

async function said(field: string): Promise<string[]> {
  const { said: all } = await app.research.library.details(WORKSPACE, '10.1000/engine');
  return all.filter((one) => one.field === field).map(({ source, value }) => `${source}: ${String(value)}`);
}

describe('who said what of a paper', () => {
  it('is told of one source without being kept beside it', async () => {
    const saved = await save(ITEM, 'bibliography');
    expect([saved.status, await linesOf(saved)]).toEqual(['added', 0]);
    expect(await said('title')).toEqual(['bibliography: Notes on the Analytical Engine']);
    const { said: all } = await app.research.library.details(WORKSPACE, 'lovelace1843');
    expect(all.map(({ field }) => field).toSorted()).toEqual(
      ['abstract', 'contributors', 'extra', 'issued', 'title', 'type'].toSorted(),
    );
    expect(new Set(all.map(({ at, confidence }) => `${at} ${confidence}`)).size).toBe(1);
  });

  it('is the same when the same comes again, later and in another order', async () => {
    await save(ITEM, 'bibliography');
    ground.clock.advance(60_000);
    const again = Object.fromEntries(Object.entries(ITEM).toReversed()) as unknown as BibliographicItem;
    expect((await save(again, 'bibliography')).status).toBe('unchanged');
  });

  it('has a line for each as soon as another speaks, and the first stays heard', async () => {
    await save(ITEM, 'bibliography');
    ground.clock.advance(60_000);
    const saved = await save({ ...ITEM, title: 'Sketch of the Analytical Engine', volume: '3' }, 'crossref');
    expect([saved.status, await linesOf(saved)]).toEqual(['updated', 13]);
    expect(await said('title')).toEqual([
      'bibliography: Notes on the Analytical Engine',
      'crossref: Sketch of the Analytical Engine',
    ]);
    expect(saved.paper?.value.item).toMatchObject({ title: 'Notes on the Analytical Engine', volume: '3' });
    expect((await save({ ...ITEM, volume: '3', title: 'Sketch of the Analytical Engine' }, 'crossref')).status).toBe(
      'unchanged',
    );
  });

  it('keeps the user’s word beside it, and both when papers are merged and parted again', async () => {
    await save(ITEM, 'bibliography');
    const { library } = app.research;
    await library.update({ workspace: WORKSPACE, article: 'lovelace1843', metadata: { title: 'Notes' } });
    expect(await said('title')).toEqual(['bibliography: Notes on the Analytical Engine', 'user: Notes']);
    const other = await save(
      { type: 'book', title: 'Engines', contributors: [], identifiers: [{ scheme: 'doi', value: '10.1000/other' }] },
      'crossref',
    );
    const from = (other.paper as KeptPaper).key;
    const { planId } = await library.merge({ workspace: WORKSPACE, into: 'lovelace1843', from });
    expect(await said('title')).toContain('crossref: Engines');
    await library.undo(WORKSPACE, planId);
    expect(await said('title')).toEqual(['bibliography: Notes on the Analytical Engine', 'user: Notes']);
    const { said: parted } = await library.details(WORKSPACE, from);
    expect(parted.map(({ field, source }) => `${field} ${source}`)).toEqual(['type crossref', 'title crossref']);
    expect(await linesOf(other)).toBe(0);
  });
});
