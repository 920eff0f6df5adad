/**
 * A bibliography beside the same texts as memories, with all that a server has: the model that makes vectors, the reader of texts for the
 * graph, both at work on what came before while the next is taken in. In turns, each into its own store. Neither waits for its vectors
 * (`embed_wait_ms`): both are counted until they are found by words.
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

export async function importAsShipped({ entries, portion }: { readonly entries: number; readonly portion: number }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-bench-'));
  const open = (name: string): App =>
    wireApp(parseConfig({ data_dir: path.join(folder, name), embed_wait_ms: '0' }), silent);
  const [library, plain] = [open('papers'), open('memories')];
  const samples = { papers: [] as number[], memories: [] as number[] };
  try {
    for (let at = 0; at < entries; at += portion) {
      samples.papers.push(await timed(() => takePapers(library, at, portion)));
      samples.memories.push(await timed(() => addMemories(plain, at, portion)));
    }
  } finally {
    await Promise.all([library.close(), plain.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
  // The first portions warm both up.
  const [papersMs, memoriesMs] = [spread(samples.papers.slice(1)), spread(samples.memories.slice(1))];
  return { entries, portion, papersMs, memoriesMs, ofMemories: round(memoriesMs.p50 / papersMs.p50) };
}

function takePapers(app: App, at: number, count: number): Promise<unknown> {
  const content = Array.from({ length: count }, (_, i) => makeEntry(at + i)).join('\n');
  const asked = { workspace: WORKSPACE, client: 'bench', content, dryRun: false, limit: 20, offset: 0 };
  return app.research.bibliography.take(asked);
}

function addMemories(app: App, at: number, count: number): Promise<unknown> {
  const drafts = Array.from({ length: count }, (_, i) => makeItem(at + i)).map(({ title, abstract }) => ({
    text: `${title}\n\n${abstract}`,
  }));
  return app.memories.add({ workspace: WORKSPACE, drafts, batch: true });
}
