/** Adding through MCP, embeddings included, as a share of what the embedder alone does with the same texts in the same run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { sentenceMaker } from './lib/corpus.ts';
import { round, timed } from './lib/figures.ts';
import { McpProcess } from './lib/mcp-process.ts';

const TEXTS = 400;
const BATCH = 50;
const WORDS = 24;
const silent = { log: () => undefined, child: () => silent };

export async function benchAdd(server: string) {
  const sentence = sentenceMaker(5);
  const texts = Array.from({ length: TEXTS }, () => sentence(WORDS));
  const raw = await rawEmbedder(texts);
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const client = new McpProcess(server, { ZAPOMNI_DATA_DIR: dataDir });
  await client.initialize();
  await client.call('add_memory', { items: texts.slice(0, BATCH).map((text) => ({ text: `warm ${text}` })) });
  await settled(client);
  const batched = await timed(async () => {
    for (let i = 0; i < TEXTS; i += BATCH)
      await client.call('add_memory', { items: texts.slice(i, i + BATCH).map((text) => ({ text })) });
    await settled(client);
  });
  const singles = texts.slice(0, 100);
  const single = await timed(async () => {
    for (const text of singles) await client.call('add_memory', { text: `one ${text}` });
  });
  await client.end();
  rmSync(dataDir, { recursive: true, force: true });
  const perSecond = {
    raw: round((TEXTS / raw) * 1000),
    batched: round((TEXTS / batched) * 1000),
    single: round((singles.length / single) * 1000),
  };
  return {
    texts: TEXTS,
    wordsPerText: WORDS,
    perSecond,
    shareOfRaw: { batched: round(raw / batched), single: round(perSecond.single / perSecond.raw) },
  };
}

async function rawEmbedder(texts: readonly string[]): Promise<number> {
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 0, logger: silent });
  await embedder.embed(texts.slice(0, BATCH), { role: 'passage' });
  const ms = await timed(() => embedder.embed(texts, { role: 'passage' }));
  await embedder.close();
  return ms;
}

async function settled(client: McpProcess): Promise<void> {
  while ((await client.call('get_stats', {})).pending_embeddings !== 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}
