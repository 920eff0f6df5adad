/**
 * What follows when code is indexed. Vectors: how fast they are made of 300 files of Python, beside the embedder alone with the same
 * texts in the same run, and which files have theirs first. Search: `search_code` through MCP in 1,000 files whose passages all have a
 * vector, beside `search_memory` in as many notes, in turns. ZAPOMNI_BENCH_FILES says other numbers, as `300,1000`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { withEmbeddingText } from '../packages/core/src/services/code/units/with-embedding-text.ts';
import { collection } from '../packages/core/src/services/records/collection.ts';
import { CODE_SYMBOLS } from '../packages/core/src/services/code/store/index.ts';
import type { Deps } from '../packages/core/src/services/deps.ts';
import { indexCommand, runTimed } from './lib/code-runs.ts';
import { queryMaker, sentenceMaker, unitVectorMaker } from './lib/corpus.ts';
import { round, spread, timed } from './lib/figures.ts';
import { McpProcess } from './lib/mcp-process.ts';
import { fillSearch, tokenMaker } from './lib/search-fill.ts';
import { copied, pythonFiles } from './lib/source-files.ts';
import { vectorsPerSecond } from './lib/vector-rate.ts';

const [EMBEDDED = 300, SEARCHED = 1000] = (process.env['ZAPOMNI_BENCH_FILES'] ?? '300,1000').split(',').map(Number);
const GOAL = { vectorsOfRaw: 0.9 };
const QUESTIONS = 100;
const PORTION = 1000;
const AN_HOUR = 3_600_000;
const silent = { log: () => undefined, child: () => silent };
type Embedder = ReturnType<typeof createBuiltinEmbedder>;

export async function benchCodeSearch(server: string) {
  const home = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 0, logger: silent });
  try {
    const load = round(loadavg()[0] ?? 0, 1);
    const vectors = await benchVectors(server, join(home, 'vectors'), embedder);
    const search = await benchSearch(server, join(home, 'search'), embedder.model);
    return { load, goal: GOAL, vectors, isMet: vectors.ofRaw >= GOAL.vectorsOfRaw, search };
  } finally {
    await embedder.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Where the files are, and the store that knows them by words and names. */
function indexed(server: string, home: string, most: number): { files: string; dataDir: string } {
  const python = pythonFiles(most);
  if (!python) throw new Error('python3 is not installed: its library is what is indexed');
  copied(home, python.root, python.files);
  const [files, dataDir] = [join(home, 'files'), join(home, 'data')];
  runTimed(indexCommand(server, files, dataDir));
  return { files, dataDir };
}

async function benchVectors(server: string, home: string, embedder: Embedder) {
  const { files, dataDir } = indexed(server, home, EMBEDDED);
  const texts = await textsOf(dataDir, embedder.model.name);
  await embedder.embed(texts.slice(0, 64), { role: 'passage' });
  const half = Math.ceil(texts.length / 2);
  // Half before and half after, so that what else the machine does falls on both.
  const before = await timed(() => embedder.embed(texts.slice(0, half), { role: 'passage' }));
  const env = { ...process.env, ZAPOMNI_EMBED_CACHE_MB: '0' };
  const command = [...indexCommand(server, files, dataDir).slice(1), '--vectors'];
  const child = spawn(process.execPath, command, { env, stdio: 'ignore' });
  const measured = vectorsPerSecond(dataDir, embedder.model.name, texts.length);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the command that makes vectors ended with ${code}`);
  const rate = await measured;
  const after = await timed(() => embedder.embed(texts.slice(half), { role: 'passage' }));
  const raw = texts.length / ((before + after) / 1000);
  const perSecond = { indexed: round(rate, 1), raw: round(raw, 1) };
  return { files: EMBEDDED, passages: texts.length, perSecond, ofRaw: round(rate / raw) };
}

/** What is embedded of each passage that waits, in the order in which they are. */
async function textsOf(dataDir: string, model: string): Promise<string[]> {
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  const deps = { storage, clock: { now: Date.now } } as unknown as Deps;
  const claim = { owner: 'bench', until: Date.now() + AN_HOUR };
  const waiting: { readonly id: number; readonly text: string }[] = [];
  for (;;) {
    const some = await withEmbeddingText(deps, await storage.embeddings.claim(model, claim, PORTION, Date.now()));
    if (some.length === 0) break;
    waiting.push(...some);
  }
  const ids = waiting.map(({ id }) => id);
  await storage.embeddings.release(claim.owner, ids, 0);
  await storage.close();
  return waiting.map(({ text }) => text);
}

async function benchSearch(server: string, home: string, model: Embedder['model']) {
  const { dataDir } = indexed(server, home, SEARCHED);
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  const passages = await fillVectors(storage, model);
  const [sentence, query] = [sentenceMaker(1), queryMaker(77)];
  const vector = unitVectorMaker(2, model.dimensions);
  await fillSearch({ storage, model, count: passages, text: () => sentence(60), vector });
  const questions = await codeQuestions(storage);
  await storage.close();
  const client = new McpProcess(server, { ZAPOMNI_DATA_DIR: dataDir, ZAPOMNI_TOOLS: 'memory,code' });
  await client.initialize();
  const samples = { byWords: [] as number[], byName: [] as number[], memory: [] as number[] };
  for (let turn = -10; turn < QUESTIONS; turn++) {
    const { said, name } = questions[(turn + 10) % questions.length] ?? { said: '', name: '' };
    const took = {
      byWords: await timed(() => client.call('search_code', { query: said })),
      byName: await timed(() => client.call('search_code', { query: name })),
      memory: await timed(() => client.call('search_memory', { query: query(5), limit: 10 })),
    };
    // The first warm up.
    if (turn >= 0) for (const way of ['byWords', 'byName', 'memory'] as const) samples[way].push(took[way]);
  }
  await client.end();
  const [byWords, byName, memory] = [samples.byWords, samples.byName, samples.memory].map(spread);
  const ms = { searchCode: byWords, searchCodeByName: byName, searchMemory: memory };
  return { files: SEARCHED, passages, ms, codeToMemory: round((byWords?.p50 ?? 0) / (memory?.p50 ?? 1)) };
}

/** All that wait get one: which takes as long to compare as a real one. */
async function fillVectors(storage: Storage, { name, dimensions }: Embedder['model']): Promise<number> {
  const [vector, tokens] = [unitVectorMaker(1, dimensions), tokenMaker(dimensions)];
  let filled = 0;
  for (;;) {
    const claim = { owner: 'bench', until: Date.now() + AN_HOUR };
    const some = await storage.embeddings.claim(name, claim, PORTION, Date.now());
    if (some.length === 0) return filled;
    const vectors = some.map(({ id }) => ({ passageId: id, vector: vector(), tokens: tokens() }));
    await storage.vectors.put(name, vectors);
    filled += some.length;
  }
}

/** What comments say, and names. */
async function codeQuestions(storage: Storage): Promise<{ said: string; name: string }[]> {
  const deps = { storage, clock: { now: Date.now } } as unknown as Deps;
  const store = (await storage.workspaces.list()).find(({ id }) => id.startsWith('code.'))?.id ?? '';
  const page = await collection(deps, CODE_SYMBOLS).list(store, { limit: PORTION });
  const documented = page.items.filter(({ value }) => (value.doc ?? '').split(' ').length > 4);
  return documented.slice(0, QUESTIONS).map(({ value }) => ({ said: value.doc ?? '', name: value.qualified }));
}
