/**
 * A better reader reads a whole store again while somebody searches: 10,000 memories (`ZAPOMNI_BENCH_MEMORIES`), read before by another one, one
 * search after the other before the reading and while it goes on, in one process with the real reader. Vectors are a quick embedder's: what is
 * measured is the reading. `left` is what the old reader said and still stands, which must be nothing.
 */
import { createApp, type App } from '@zapomni/core';
import type { Storage } from '@zapomni/core/ports';
import { findBuiltinModel } from '@zapomni/providers/embed';
import { createBuiltinExtractor } from '@zapomni/providers/extract';
import { openSqliteStorage } from '@zapomni/db';
import { condition } from '@zapomni/testkit/condition';
import { openTestDeps } from '@zapomni/testkit/deps';
import { createFakeEmbedder, createFakeExtractor } from '@zapomni/testkit/fakes';
import { round, spread } from './lib/figures.ts';

const MEMORIES = Number(process.env['ZAPOMNI_BENCH_MEMORIES'] ?? 10_000);
const BATCH = 500;
const SEARCHES = 200;
const WORKSPACE = 'default';
const OLD = 'OLD_WORD';
const silent = { log: () => undefined, child: () => silent };
const PEOPLE = ['Marta', 'Oskar', 'Birgit', 'Tom Becker', 'Ana Ruiz', 'Ji-woo Park', 'Henrik Dahl', 'Imani'];
const FIRMS = ['Globex', 'Initech', 'Castor Dynamics', 'Meridian Bank', 'Nordlicht Shipping'];
const VERBS = ['works for', 'left', 'wrote to', 'founded', 'complained about'];
const TOPICS = ['the invoice', 'the harbour', 'a late train', 'the new office', 'two broken chairs', 'the budget'];

const at = (from: readonly string[], place: number) => from[place % from.length] as string;
const textOf = (i: number) =>
  `${at(PEOPLE, i)} ${at(VERBS, Math.floor(i / 8))} ${at(FIRMS, Math.floor(i / 3))}. Note ${i} is about ${at(TOPICS, i)}.`;

export async function benchReadAnew() {
  const { deps, clock, dataDir, close } = openTestDeps();
  clock.set(Date.now());
  const kinds = [...PEOPLE.map((name) => [name, 'person']), ...FIRMS.map((name) => [name, 'organization'])];
  const names = Object.fromEntries(kinds) as Record<string, string>;
  const old = createFakeExtractor({ name: 'builtin-1', names, phrases: { 'works for': OLD } });
  const before = createApp({ ...deps, extractor: old });
  for (let first = 0; first < MEMORIES; first += BATCH) {
    const drafts = Array.from({ length: Math.min(BATCH, MEMORIES - first) }, (_, i) => ({ text: textOf(first + i) }));
    await before.memories.add({ workspace: WORKSPACE, drafts, batch: true });
  }
  await before.resume();
  await untilRead(before);
  const calm = await searches(before, async (done) => done === SEARCHES);
  const oldSaid = await oldOnes(deps.storage);
  const extractor = createBuiltinExtractor({ modelDir: findBuiltinModel(), logger: silent });
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 30_000, logger: silent });
  const app = createApp({ ...deps, storage, embedder: createFakeEmbedder(), extractor, clock: { now: Date.now } });
  const begun = performance.now();
  await app.resume();
  const meanwhile = await searches(app, async () => (await app.store.stats(WORKSPACE)).pendingReadings === 0);
  const seconds = (performance.now() - begun) / 1000;
  await untilRead(app);
  const left = await oldOnes(storage);
  await app.close();
  await before.close();
  await close();
  const times = { before: spread(calm), meanwhile: spread(meanwhile) };
  const row = { memories: MEMORIES, oldSaid, left, seconds: round(seconds), perSecond: round(MEMORIES / seconds) };
  console.log(JSON.stringify({ ...row, searches: meanwhile.length, ms: times }));
  return { ...row, searches: meanwhile.length, ms: times };
}

async function untilRead(app: App): Promise<void> {
  await condition(async () => {
    const { total } = await app.work.list({ name: 'graph', states: ['running'] });
    return total === 0 && (await app.store.stats(WORKSPACE)).pendingReadings === 0;
  });
}

/** Milliseconds of each, one after the other, until there were enough. */
async function searches(app: App, isEnough: (done: number) => Promise<boolean>): Promise<number[]> {
  const ms: number[] = [];
  do {
    const asked = performance.now();
    await app.search.run({
      workspaces: [WORKSPACE],
      query: `note ${ms.length * 7} ${at(TOPICS, ms.length)}`,
      limit: 10,
    });
    ms.push(performance.now() - asked);
  } while (!(await isEnough(ms.length)));
  return ms;
}

/** Relations that only the old reader had a word for. */
async function oldOnes({ graph }: Storage): Promise<number> {
  let [left, cursor] = [0, undefined as string | undefined];
  do {
    const page = await graph.listRelations(WORKSPACE, { limit: 200, ...(cursor === undefined ? {} : { cursor }) });
    left += page.items.filter(({ type }) => type === OLD).length;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return left;
}
