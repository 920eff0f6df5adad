/**
 * A search through MCP at 1 k, 10 k and 100 k chunks, beside its raw parts (query vector, vector scan, word search) on the
 * same store in the same run. Texts are made up; their vectors are random, which costs a scan the same as real ones.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toQueryTerms } from '@zapomni/core/model';
import type { Storage } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { uuidV7Source } from '@zapomni/providers';
import { queryMaker, sentenceMaker, unitVectorMaker } from './lib/corpus.ts';
import { repeat, round } from './lib/figures.ts';
import { McpProcess } from './lib/mcp-process.ts';

const SIZES = [1000, 10_000, 100_000];
const QUERIES = 60;
const BATCH = 1000;
const silent = { log: () => undefined, child: () => silent };

export async function benchSearch(server: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 1, logger: silent });
  const rows = [];
  try {
    await embedder.warm();
    for (const [i, size] of SIZES.entries()) {
      await fill(storage, embedder.model, { from: SIZES[i - 1] ?? 0, to: size });
      rows.push({ chunks: size, ...(await measure(server, dataDir, storage, embedder)) });
    }
  } finally {
    await embedder.close();
    await storage.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const [first, , last] = rows;
  return { rows, growth1kTo100k: round((last?.mcp.p50 ?? 0) / (first?.mcp.p50 ?? 1)) };
}

async function fill(
  storage: Storage,
  model: { name: string; dimensions: number },
  range: { from: number; to: number },
) {
  const sentence = sentenceMaker(range.from + 1);
  const vector = unitVectorMaker(range.from + 1, model.dimensions);
  const ids = uuidV7Source({ now: Date.now });
  for (let start = range.from; start < range.to; start += BATCH) {
    const memories = Array.from({ length: Math.min(BATCH, range.to - start) }, () => {
      const text = sentence(60);
      return {
        id: ids.next(),
        workspace: 'default',
        text,
        kind: 'note',
        tags: [],
        source: '',
        metadata: {},
        hash: '',
        key: null,
        occurredAt: null,
        validFrom: 0,
        supersedes: null,
        passages: [{ start: 0, end: text.length }],
      };
    });
    const stored = await storage.memories.add(memories, Date.now());
    await storage.vectors.put(
      model.name,
      stored.flatMap(({ passageIds }) => passageIds.map((passageId) => ({ passageId, vector: vector() }))),
    );
  }
}

async function measure(
  server: string,
  dataDir: string,
  storage: Storage,
  embedder: ReturnType<typeof createBuiltinEmbedder>,
) {
  const query = queryMaker(77);
  const queries = Array.from({ length: QUERIES }, () => query(5));
  const vectors = await embedder.embed(queries, { role: 'query' });
  const scope = { workspace: 'default' };
  const model = embedder.model.name;
  const vectorOf = (i: number) => vectors[i]?.vector ?? new Float32Array(embedder.model.dimensions);
  await storage.vectors.nearest(model, vectorOf(0), 10, scope);
  const embed = await repeat(QUERIES, (i) => embedder.embed([`${queries[i]} again`], { role: 'query' }));
  const scan = await repeat(QUERIES, (i) => storage.vectors.nearest(model, vectorOf(i), 100, scope));
  const words = await repeat(QUERIES, (i) =>
    storage.texts.search({ terms: toQueryTerms(queries[i] ?? '') }, 100, scope),
  );
  const client = new McpProcess(server, { ZAPOMNI_DATA_DIR: dataDir });
  await client.initialize();
  for (let warm = 0; warm < 3; warm++) await client.call('search_memory', { query: `warm up ${warm}` });
  const mcp = await repeat(QUERIES, (i) => client.call('search_memory', { query: queries[i], limit: 10 }));
  await client.end();
  return { embed, scan, words, mcp, mcpToParts: round(mcp.p50 / (embed.p50 + scan.p50 + words.p50)) };
}
