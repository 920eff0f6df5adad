/**
 * A search through MCP at 10 k and 100 k chunks, beside its raw parts (query vector, vector scan, word search) on the
 * same store, a question at a time, so that whatever else the machine does falls on all alike. The server is as shipped: the
 * graph is on and knows what every memory says, so that nothing is left to read meanwhile. Chunks are real sentences put
 * together at random, vectors those of real texts perturbed, and questions real; without the collections all three are made
 * up. `ZAPOMNI_BENCH_CHUNKS=10000,100000,1000000` adds a million, whose graph alone takes a good half hour to fill.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toQueryTerms } from '@zapomni/core/model';
import type { Storage } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { queryMaker, sentenceMaker, unitVectorMaker } from './lib/corpus.ts';
import { round, spread, timed } from './lib/figures.ts';
import { McpProcess } from './lib/mcp-process.ts';
import { mixedPassages, realPacks, realQuestions } from './lib/real-texts.ts';
import { embedRealTexts, perturbing } from './lib/real-vectors.ts';
import { readWaiting } from './lib/reading-fill.ts';
import { fillSearch } from './lib/search-fill.ts';
import { settle } from './lib/vector-fill.ts';

const SIZES = (process.env['ZAPOMNI_BENCH_CHUNKS'] ?? '10000,100000').split(',').map(Number);
const QUESTIONS = 120;
const REAL_PASSAGES = 600;
const silent = { log: () => undefined, child: () => silent };
type BuiltinEmbedder = ReturnType<typeof createBuiltinEmbedder>;

export async function benchSearch(server: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 1, logger: silent });
  const rows = [];
  try {
    await embedder.warm();
    const { kind, text, vector, questions } = await makeSource(embedder.model.dimensions);
    for (const [i, size] of SIZES.entries()) {
      const count = size - (SIZES[i - 1] ?? 0);
      await fillSearch({ storage, model: embedder.model, count, text, vector });
      await readWaiting(storage, 'default', { memories: size });
      await settle(dataDir, size, () =>
        storage.vectors.nearest(embedder.model.name, vector(), 10, { workspace: 'default' }),
      );
      rows.push({ chunks: size, ...(await measure(server, { dataDir, storage, embedder, questions })) });
    }
    return { texts: kind, questions: QUESTIONS, rows, growth: growth(rows.map(({ mcp }) => mcp.p50)) };
  } finally {
    await embedder.close();
    await storage.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const growth = (p50: readonly number[]) => round((p50.at(-1) ?? 0) / (p50[0] ?? 1));

async function makeSource(dimensions: number) {
  const real = realPacks().length > 0 ? await embedRealTexts(REAL_PASSAGES, 0) : undefined;
  if (real) {
    const kind = 'real sentences mixed, real vectors perturbed, real questions';
    return { kind, text: mixedPassages(1), vector: perturbing(real, 1), questions: realQuestions(QUESTIONS) };
  }
  const [sentence, query] = [sentenceMaker(1), queryMaker(77)];
  const questions = Array.from({ length: QUESTIONS }, () => query(5));
  return { kind: 'made up', text: () => sentence(60), vector: unitVectorMaker(1, dimensions), questions };
}

interface Subject {
  readonly dataDir: string;
  readonly storage: Storage;
  readonly embedder: BuiltinEmbedder;
  readonly questions: readonly string[];
}

async function measure(server: string, { dataDir, storage, embedder, questions }: Subject) {
  const watch = { file: join(dataDir, 'loop.json'), script: join(import.meta.dirname, 'lib', 'loop-watch.mjs') };
  const client = new McpProcess(server, {
    ZAPOMNI_DATA_DIR: dataDir,
    ZAPOMNI_BENCH_LOOP: watch.file,
    NODE_OPTIONS: `--import=${pathToFileURL(watch.script)}`,
  });
  await client.initialize();
  for (let warm = 0; warm < 10; warm++) await client.call('search_memory', { query: `warm up ${warm}` });
  client.signal('SIGUSR2');
  const [before, samples] = [client.cpuMs() ?? 0, { embed: [], scan: [], words: [], mcp: [] } as Samples];
  for (const question of questions) await ask(client, { storage, embedder }, question, samples);
  const cpu = (client.cpuMs() ?? 0) - before;
  const rss = client.rssMb();
  await client.end();
  const [embed, scan, words, mcp] = [samples.embed, samples.scan, samples.words, samples.mcp].map(spread) as Spreads;
  return {
    embed,
    scan,
    words,
    mcp,
    mcpToParts: round(mcp.p50 / (embed.p50 + scan.p50 + words.p50)),
    cpuMsPerSearch: round(cpu / questions.length, 1),
    rssMb: rss === null ? null : Math.round(rss),
    diskMb: Math.round(statSync(join(dataDir, 'zapomni.db')).size / 1e6),
    eventLoop: JSON.parse(readFileSync(watch.file, 'utf8')) as unknown,
  };
}

type Samples = Record<'embed' | 'scan' | 'words' | 'mcp', number[]>;
type Spreads = [embed: Spread, scan: Spread, words: Spread, mcp: Spread];
type Spread = ReturnType<typeof spread>;

async function ask(
  client: McpProcess,
  { storage, embedder }: Pick<Subject, 'storage' | 'embedder'>,
  question: string,
  samples: Samples,
): Promise<void> {
  const scope = { workspace: 'default' };
  samples.mcp.push(await timed(() => client.call('search_memory', { query: question, limit: 10 })));
  let vector: Float32Array = new Float32Array();
  samples.embed.push(
    await timed(async () => {
      const [embedding] = await embedder.embed([question], { role: 'query' });
      if (embedding) ({ vector } = embedding);
    }),
  );
  samples.scan.push(await timed(() => storage.vectors.nearest(embedder.model.name, vector, 100, scope)));
  samples.words.push(await timed(() => storage.fullText.search({ terms: toQueryTerms(question) }, 100, scope)));
}
