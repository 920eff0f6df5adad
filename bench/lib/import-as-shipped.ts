/**
 * A bibliography in one file beside the same texts as memories in the largest batches that the tool takes, with all that a server has: the
 * model that makes vectors and the reader of texts for the graph, both loaded, awake and at work. In turns, each into a new store. Neither
 * waits for its vectors (`embed_wait_ms`): both are counted until all is found by words.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from '@zapomni/core';
import { parseConfig } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import { wireApp } from '../../packages/cli/src/wire/wire.ts';
import { round, spread, timed } from './figures.ts';
import { makeEntry, makeItem, WORKSPACE } from './paper-fill.ts';

const silent: Logger = { log: () => undefined, child: () => silent };

interface Shipped {
  readonly entries: number;
  readonly batch: number;
  readonly rounds: number;
}

export async function importAsShipped({ entries, batch, rounds }: Shipped) {
  const samples = { papers: [] as number[], memories: [] as number[] };
  const content = Array.from({ length: entries }, (_, i) => makeEntry(i)).join('\n');
  const texts = Array.from({ length: entries }, (_, i) => makeItem(i)).map((one) => `${one.title}\n\n${one.abstract}`);
  // The first round warms both up.
  for (let turn = 0; turn <= rounds; turn++) {
    samples.papers.push(await inServersStore((app) => takeFile(app, content, entries)));
    samples.memories.push(await inServersStore((app) => addMemories(app, texts, batch)));
  }
  const [papersMs, memoriesMs] = [spread(samples.papers.slice(1)), spread(samples.memories.slice(1))];
  return { entries, batch, papersMs, memoriesMs, ofMemories: round(memoriesMs.p50 / papersMs.p50) };
}

/** Milliseconds until all is found by words, in a server that runs: its store is open, its session has settled and its model answers. */
async function inServersStore(work: (app: App) => Promise<void>): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-bench-'));
  const app = wireApp(parseConfig({ data_dir: folder, embed_wait_ms: '0' }), silent);
  try {
    await app.resume();
    await app.search.run({ workspaces: [WORKSPACE], query: 'anything', limit: 1 });
    return await timed(() => work(app));
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function takeFile(app: App, content: string, entries: number): Promise<void> {
  const asked = { workspace: WORKSPACE, client: 'bench', content, dryRun: false, limit: 20, offset: 0 };
  const { counts } = await app.research.bibliography.take(asked);
  if (counts.added !== entries) throw new Error(`${counts.added} of ${entries} entries were added`);
}

async function addMemories(app: App, texts: readonly string[], batch: number): Promise<void> {
  for (let at = 0; at < texts.length; at += batch) {
    const drafts = texts.slice(at, at + batch).map((text) => ({ text }));
    await app.memories.add({ workspace: WORKSPACE, drafts, batch: true });
  }
}
