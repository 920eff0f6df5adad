/** Queries, sources, schedules, runs and findings go with the store, by export and from engine to engine, and go on there. */
import { exportOf } from '@zapomni/testkit/contracts';
import { enginesForTests } from '@zapomni/testkit/engines';
import { openTestDeps } from '@zapomni/testkit/deps';
import { createListedSources, type ListedSources } from '@zapomni/testkit/fakes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Storage } from '../../../ports/index.ts';
import { importExport } from '../../migrate/import-export.ts';
import { migrateStore } from '../../migrate/migrate-store.ts';
import { DAY_MS } from './schedule/next-time.ts';
import { resumeSchedules, SCHEDULE_KIND } from './schedule/wake-schedule.ts';
import { openGround, papersOn, WS, type Ground } from './testing/discovery-ground.ts';

// Every trial has a store of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ENGINES = await enginesForTests();
const COLLECTIONS = [
  'research_queries',
  'discovery_sources',
  'discovery_items',
  'discovery_pages',
  'discovery_runs',
  'discovery_findings',
  'discovery_news',
  'discovery_schedules',
];

describe('what was found', () => {
  let ground: Ground<ListedSources>;
  beforeEach(async () => {
    ground = openGround(openTestDeps(), createListedSources(['arxiv', 'pubmed', 'crossref']));
    await ground.query('gulls', { sources: ['daily'] });
    ground.sources.papers.set('arxiv', papersOn('2026-01-01', 25));
    await ground.run(await ground.source('daily', { onDemand: false, scheduleHours: 24 }), 10);
  });
  afterEach(() => ground.close());

  const heldBy = async ({ records }: Storage) =>
    Promise.all(
      COLLECTIONS.map(async (collection) => {
        const { items } = await records.scan(WS, { collection, limit: 1000 });
        return [collection, items.map(({ key, value }) => [key, JSON.parse(value)])];
      }),
    );

  /** The rest of the pages comes, and nothing twice; what keeps the time is asked for anew. */
  const goesOn = async (): Promise<void> => {
    const asked: string[] = [];
    const runner = { ask: async ({ kind }: { kind: string }) => void asked.push(kind) };
    await resumeSchedules(ground.deps, runner as never);
    expect(asked).toEqual([SCHEDULE_KIND]);
    ground.clock.advance(DAY_MS);
    await ground.tick();
    expect(await ground.findings()).toHaveLength(25);
    expect(await ground.runs()).toHaveLength(2);
  };

  it('is in an export, and goes on where that is imported', async () => {
    const lines = await exportOf(ground.deps.storage);
    const other = openGround(openTestDeps(), createListedSources(['arxiv', 'pubmed', 'crossref']));
    const open = async function* () {
      for (const line of lines) yield line.replace(/\n$/, '');
    };
    expect(await importExport({ target: other.deps.storage, open })).toMatchObject({ equal: true });
    expect(await heldBy(other.deps.storage)).toEqual(await heldBy(ground.deps.storage));
    other.sources.papers.set('arxiv', papersOn('2026-01-01', 25));
    await ground.close();
    ground = other;
    // Ids of tests are counted; those that came with the store are taken.
    for (let i = 0; i < 1000; i++) other.deps.ids.next();
    await goesOn();
  });

  it.each(ENGINES)('is migrated to $engine', async ({ options }) => {
    const other = openGround(openTestDeps(), createListedSources(['arxiv', 'pubmed', 'crossref']));
    const { openStorage } = options();
    const target = openStorage?.({ dataDir: other.dataDir, logger: other.deps.logger }) ?? other.deps.storage;
    try {
      const order = { source: ground.deps.storage, target, sourceName: 'ground' };
      expect(await migrateStore(order)).toMatchObject({ equal: true, differences: 0 });
      expect(await heldBy(target)).toEqual(await heldBy(ground.deps.storage));
    } finally {
      if (openStorage) await target.close();
      await other.close();
    }
  });
});
