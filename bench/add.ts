/** Adding through MCP, embeddings included, as a share of what the embedder alone does with the same texts in the same run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { sentenceMaker } from './lib/corpus.ts';
import { round, spread, timed } from './lib/figures.ts';
import { McpProcess } from './lib/mcp-process.ts';

const ROUNDS = 6;
const TEXTS_PER_ROUND = 100;
const BATCH = 50;
const WORDS = 24;
const silent = { log: () => undefined, child: () => silent };

export async function benchAdd(server: string) {
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 0, logger: silent });
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  // The same texts are added twice; what is measured is the embedding of each.
  const client = new McpProcess(server, { ZAPOMNI_DATA_DIR: dataDir, ZAPOMNI_EMBED_CACHE_MB: '0' });
  await client.initialize();
  const samples = { raw: [] as number[], batched: [] as number[], single: [] as number[] };
  // In turns, so that whatever else the machine does falls on all alike. The first round warms up and is not counted.
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const texts = makeTexts(turn);
    const raw = await timed(() => embedder.embed(texts, { role: 'passage' }));
    const batched = await timed(() => addInBatches(client, texts));
    // Others, of the same make: what is there already would not be stored again.
    const single = await timed(() => addOneByOne(client, makeTexts(turn + OTHERS)));
    if (turn === 0) continue;
    samples.raw.push(raw);
    samples.batched.push(batched);
    samples.single.push(single);
  }
  await Promise.all([client.end(), embedder.close()]);
  rmSync(dataDir, { recursive: true, force: true });
  const perSecond = (name: keyof typeof samples) => round1((TEXTS_PER_ROUND / spread(samples[name]).p50) * 1000);
  const rates = { raw: perSecond('raw'), batched: perSecond('batched'), single: perSecond('single') };
  const shareOfRaw = { batched: round(rates.batched / rates.raw), single: round(rates.single / rates.raw) };
  return { rounds: ROUNDS, textsPerRound: TEXTS_PER_ROUND, wordsPerText: WORDS, perSecond: rates, shareOfRaw };
}

/** Away from the turns that are counted. */
const OTHERS = 1000;
const round1 = (value: number) => round(value, 1);

function makeTexts(turn: number): string[] {
  const sentence = sentenceMaker(turn + 5);
  return Array.from({ length: TEXTS_PER_ROUND }, () => sentence(WORDS));
}

async function addInBatches(client: McpProcess, texts: readonly string[]): Promise<void> {
  for (let i = 0; i < texts.length; i += BATCH) {
    await client.call('add_memory', { items: texts.slice(i, i + BATCH).map((text) => ({ text })) });
  }
  await settled(client);
}

async function addOneByOne(client: McpProcess, texts: readonly string[]): Promise<void> {
  for (const text of texts) await client.call('add_memory', { text });
}

async function settled(client: McpProcess): Promise<void> {
  while ((await client.call('get_stats', {})).pending_embeddings !== 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
