/**
 * A bibliography in one file beside the same texts as memories in batches, one after the other, each into a new store, with the model and the
 * reader for the graph held back, in a process that does nothing else: `paper-import-process.ts ENTRIES BATCH ROUNDS`.
 */
import { createApp, type App } from '@zapomni/core';
import { openTestDeps } from '@zapomni/testkit/deps';
import { keepYoungGenerationSmall } from '../../packages/cli/src/young-generation.ts';
import { round, spread, timed, type Spread } from './figures.ts';
import { watchLoop, type Held } from './loop.ts';
import { makeEntry, makeItem, WORKSPACE } from './paper-fill.ts';
import { createQuickEmbedder } from './quick-embedder.ts';

export interface HeldBack {
  readonly entries: number;
  readonly batch: number;
  readonly papersMs: Spread;
  readonly memoriesMs: Spread;
  readonly ofMemories: number;
  readonly blocked: Held;
}

// As a server does.
keepYoungGenerationSmall();
const [entries = 0, batch = 0, rounds = 0] = process.argv.slice(2).map(Number);
const content = Array.from({ length: entries }, (_, i) => makeEntry(i)).join('\n');
const texts = Array.from({ length: entries }, (_, i) => makeItem(i)).map((one) => `${one.title}\n\n${one.abstract}`);

/** Milliseconds until all is found by words; vectors follow. */
async function inNewStore(work: (app: App) => Promise<void>): Promise<number> {
  const embedder = createQuickEmbedder();
  const { deps, close } = openTestDeps({ embedder, settings: { graph: 'off', embed_wait_ms: '0' } });
  const app = createApp(deps);
  try {
    // Opened, as the store of a server that runs.
    await app.store.stats(WORKSPACE);
    return await timed(() => embedder.held(() => work(app)));
  } finally {
    await app.close();
    await close();
  }
}

async function addAll(app: App): Promise<void> {
  for (let at = 0; at < texts.length; at += batch) {
    const drafts = texts.slice(at, at + batch).map((text) => ({ text }));
    await app.memories.add({ workspace: WORKSPACE, drafts, batch: true });
  }
}

async function takeIn(app: App): Promise<void> {
  const asked = { workspace: WORKSPACE, client: 'bench', content, dryRun: false, limit: 20, offset: 0 };
  const { counts } = await app.research.bibliography.take(asked);
  if (counts.added !== entries) throw new Error(`${counts.added} of ${entries} entries were added`);
}

/** By itself: what V8 collects of memories is no pause of an import. */
async function watchImports(): Promise<Held> {
  let longest: Held = { delayMs: { p99: 0, max: 0 }, longestRunCpuMs: 0 };
  for (let turn = 0; turn < rounds; turn++)
    await inNewStore(async (app) => {
      const held = await watchLoop(() => takeIn(app));
      if (held.longestRunCpuMs > longest.longestRunCpuMs) longest = held;
    });
  return longest;
}

// What is loaded on first use is there in a server that runs.
await inNewStore(takeIn);
await inNewStore(addAll);
const blocked = await watchImports();
const samples = { papers: [] as number[], memories: [] as number[] };
// In turns, so that whatever else the machine does falls on both alike.
for (let turn = 0; turn < rounds; turn++) {
  samples.papers.push(await inNewStore(takeIn));
  samples.memories.push(await inNewStore(addAll));
}
const [papersMs, memoriesMs] = [spread(samples.papers), spread(samples.memories)];
const measured: HeldBack = {
  entries,
  batch,
  papersMs,
  memoriesMs,
  ofMemories: round(memoriesMs.p50 / papersMs.p50),
  blocked,
};
console.log(JSON.stringify(measured));
