/**
 * A better reader reads everything again, and is killed while it does: once another has gone on, the graph is what an undisturbed reading makes
 * of the same texts, whatever was read before what. The real reader, on both engines.
 */
import { randomUUID } from 'node:crypto';
import { createApp, type App } from '@zapomni/core';
import type { Page, Storage } from '@zapomni/core/ports';
import { openFalkordbStorage, openSqliteStorage } from '@zapomni/db';
import { findBuiltinModel } from '@zapomni/providers/embed';
import { createBuiltinExtractor } from '@zapomni/providers/extract';
import { afterAll, describe, expect, it } from 'vitest';
import { condition } from '../condition.ts';
import { openTestDeps } from '../deps.ts';
import { createFakeEmbedder, createRecordingLogger } from '../fakes/index.ts';
import { falkordbForTests } from '../falkordb/for-tests.ts';
import { killReading } from './kill-reading.ts';

const falkordb = await falkordbForTests();
const logger = createRecordingLogger();
const extractor = createBuiltinExtractor({ modelDir: findBuiltinModel(), logger });
afterAll(() => extractor.close());

const WORKSPACE = 'default';
const LEASE = 180_000;
/** Three processes load the model one after the other, on a machine that may have much else to do. */
const PATIENCE = 300_000;
const PEOPLE = ['Marta', 'Oskar', 'Birgit', 'Tom Becker', 'Ana Ruiz', 'Jordan'];
/** Some are called like people, places or software: what a name names is voted on, and read again. */
const FIRMS = ['Globex', 'Initech', 'Oracle', 'Atlas', 'Mercury', 'Jordan'];
const SOFTWARE = ['PostgreSQL', 'Redis', 'Atlas', 'Kafka', 'Mercury', 'Phoenix'];
const PLACES = ['Prague', 'Vienna', 'Jordan', 'Phoenix', 'Lisbon'];
const pick = (from: readonly string[], place: number) => from[place % from.length] as string;
const FORMS: readonly ((i: number) => string)[] = [
  (i) => `${pick(PEOPLE, i)} works for ${pick(FIRMS, i * 5 + 1)}.`,
  (i) => `${pick(FIRMS, i)} uses ${pick(SOFTWARE, i * 5 + 2)}.`,
  (i) => `${pick(PEOPLE, i)} lives in ${pick(PLACES, i)}.`,
  (i) => `${pick(PEOPLE, i)} reports to ${pick(PEOPLE, i + 1)}.`,
  (i) => `${pick(SOFTWARE, i)} depends on ${pick(SOFTWARE, i + 1)}.`,
];
const TEXTS = Array.from({ length: 30 }, (_, i) => `${FORMS[i % FORMS.length]?.(i)} That was in week ${i}.`);

async function all<T>(list: (cursor?: string) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list(cursor);
    items.push(...page.items);
    if (page.next === null) return items;
    cursor = page.next;
  }
}

/** Things with their mentions, and what is said of them with where, in an order of its own. */
async function graphIn({ graph }: Storage): Promise<string[]> {
  const page = (cursor?: string) => ({ limit: 200, ...(cursor === undefined ? {} : { cursor }) });
  const entities = await all((cursor) => graph.listEntities(WORKSPACE, page(cursor)));
  const relations = await all((cursor) => graph.listRelations(WORKSPACE, page(cursor)));
  const lines = entities.map(({ id, name, mentions }) => `${id} ${name} ${mentions}`);
  for (const { id, source, type, target } of relations) {
    const believed = (await graph.evidence(WORKSPACE, id, 1000)).filter(({ recordedTo }) => recordedTo === null);
    for (const { memoryId, start, end, confidence } of believed)
      lines.push(`${source} ${type} ${target} ${memoryId} ${start}-${end} ${confidence.toFixed(4)}`);
  }
  return lines.sort();
}

async function untilRead(app: App): Promise<void> {
  await app.resume();
  await condition(async () => {
    const { pendingReadings } = await app.store.stats(WORKSPACE);
    const { total } = await app.work.list({ name: 'graph', states: ['running'] });
    return pendingReadings === 0 && total === 0;
  });
}

describe.each(['SQLite', 'FalkorDB'])('reading everything again, on %s', (engine) => {
  it.skipIf(engine === 'FalkorDB' && !falkordb)(
    'ends with the same graph when the reader is killed',
    async () => {
      const { deps, clock, dataDir, close } = openTestDeps();
      const url = engine === 'FalkorDB' ? `${falkordb?.url ?? ''}/${randomUUID()}` : undefined;
      const open = (): Storage =>
        url === undefined
          ? openSqliteStorage({ dataDir, busyTimeoutMs: 30_000, logger, now: clock.now })
          : openFalkordbStorage({ url, logger });
      /** What a session of its own does, and the graph when it has read what waits. */
      const session = async (name: string, work: (app: App) => Promise<unknown>): Promise<string[]> => {
        const storage = open();
        const reader = { ...extractor, name, close: async () => {} };
        const app = createApp({ ...deps, storage, embedder: createFakeEmbedder(), extractor: reader });
        await work(app);
        await untilRead(app);
        const graph = await graphIn(storage);
        await app.close();
        return graph;
      };
      clock.set(Date.now());
      const drafts = TEXTS.map((text) => ({ text }));
      const before = await session('builtin-1', (app) =>
        app.memories.add({ workspace: WORKSPACE, drafts, batch: true }),
      );
      expect(before.filter((line) => line.includes('WORKS_FOR')).length).toBeGreaterThan(0);
      await killReading([dataDir, 'builtin', ...(url === undefined ? [] : [url])], TEXTS.length - 5);
      clock.set(Date.now() + LEASE + 1000);
      expect(await session(extractor.name, async () => {})).toEqual(before);
      await close();
    },
    PATIENCE,
  );
});
