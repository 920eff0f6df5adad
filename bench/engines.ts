/**
 * Both engines, with the same contents, at 10 k and 100 k chunks in one run: adding, searching by words, by meaning, under a
 * filter that lets one in a hundred through, through MCP, traversal, deleting. FalkorDB is started for it, on loopback, with
 * `appendfsync always`. Chunks are real sentences put together at random, vectors those of real texts perturbed, questions
 * and their vectors real. Times are by the clock on the wall: FalkorDB works in a process of its own. The engines take turns,
 * so that whatever else the machine does falls on both.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FalkorDB } from 'falkordb';
import { toQueryTerms } from '@zapomni/core/model';
import { openFalkordbStorage, openSqliteStorage } from '@zapomni/db';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { REWRITTEN_OFTEN, startFalkordb, type RunningFalkordb } from '@zapomni/testkit/falkordb';
import { CHUNKS, Contents, type Engine } from './lib/engine-fill.ts';
import {
  beside,
  measureMcp,
  measureRemoval,
  measureSearches,
  measureSingles,
  measureTraversal,
  WARM_UPS,
  type Question,
} from './lib/engine-measures.ts';
import { round } from './lib/figures.ts';
import { mixedPassages, realPacks, realQuestions } from './lib/real-texts.ts';
import { embedRealTexts, perturbing } from './lib/real-vectors.ts';
import { readWaiting } from './lib/reading-fill.ts';
import { settle } from './lib/vector-fill.ts';

const SIZES = (process.env['ZAPOMNI_BENCH_CHUNKS'] ?? '10000,100000').split(',').map(Number);
/** So many chunks for each memory that the graph was read from. */
const CHUNKS_PER_READING = 50;
const REAL_PASSAGES = 300;
const QUESTIONS = 40;
/** A busy machine gets fewer chunks, and says so, rather than a quarter of an hour. In ms since the start. */
const NOT_LATER_THAN = { adding: 300_000, reading: 720_000, end: 900_000 };
const K = 100;
const silent = { log: () => undefined, child: () => silent };

interface Bench {
  readonly server: string;
  readonly dataDir: string;
  readonly falkordb: RunningFalkordb;
  readonly contents: Contents;
  readonly questions: readonly Question[];
  readonly model: { readonly name: string; readonly dimensions: number };
}

export async function benchEngines(server: string) {
  if (realPacks().length === 0) return { skipped: 'the texts to make real vectors of are not in ../shared/bench' };
  const { model, vector, questions } = await makeSource();
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const falkordb = await startFalkordb({ args: REWRITTEN_OFTEN });
  const engines = openEngines(dataDir, falkordb);
  const contents = new Contents(engines, { model, text: mixedPassages(1), vector });
  const bench: Bench = { server, dataDir, falkordb, contents, questions, model };
  const rows = [];
  try {
    for (const wanted of SIZES) {
      rows.push(await measureSize(bench, wanted));
      console.log(JSON.stringify(rows.at(-1)));
    }
    return { appendfsync: 'always', rows, afterRestart: await measureRestart(bench) };
  } finally {
    for (const { storage } of engines) await storage.close();
    await falkordb.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function makeSource() {
  const real = await embedRealTexts(REAL_PASSAGES, 0);
  if (!real) throw new Error('no texts');
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 1, logger: silent });
  try {
    const texts = realQuestions(QUESTIONS + WARM_UPS);
    const embedded = await embedder.embed(texts, { role: 'query' });
    const questions = texts.map((text, i) => ({
      text,
      terms: toQueryTerms(text),
      vector: embedded[i]?.vector ?? new Float32Array(),
    }));
    return { model: embedder.model, vector: perturbing(real, 1), questions };
  } finally {
    await embedder.close();
  }
}

function openEngines(dataDir: string, { url }: RunningFalkordb): Engine[] {
  const sqlite = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  const falkordb = openFalkordbStorage({ url, logger: silent });
  return [
    { name: 'sqlite', storage: sqlite, env: {} },
    { name: 'falkordb', storage: falkordb, env: { ZAPOMNI_STORE: url } },
  ];
}

async function measureSize(bench: Bench, wanted: number) {
  const { contents, dataDir, server, questions, model } = bench;
  const say = (stage: string): void =>
    console.log(`${contents.ids.length} chunks: ${stage}, ${new Date().toISOString().slice(11, 19)}`);
  say('adding');
  const grown = await contents.growTo(wanted, NOT_LATER_THAN.adding);
  const size = contents.ids.length;
  const room = await measureRoom(bench, size);
  say('adding one by one');
  const single = await measureSingles(contents);
  say('reading');
  const { put, read } = await contents.readTo(Math.floor(size / CHUNKS_PER_READING), Date.now() - 1000);
  const left = await readChunks(bench, size);
  const isRead = left === 0;
  const wake = (): Promise<unknown> => contents.engines[0]?.storage.embeddings.pending(CHUNKS) ?? Promise.resolve();
  await settle(dataDir, size, wake);
  await untilIndexed(bench.falkordb);
  say('searching');
  const searches = await measureSearches(contents.engines, questions, model.name);
  say('searching through MCP');
  const mcp = await measureMcp(contents.engines, questions, { server, dataDir, isRead });
  say('walking');
  const traversal = await measureTraversal(contents);
  say('removing');
  return {
    chunks: size,
    ...(size < wanted ? { wanted } : {}),
    addMsPerChunk: beside(grown.words, grown.added),
    putVectorMsPerChunk: beside(grown.vectors, grown.added),
    addOneMs: single,
    readingMs: beside(put, read),
    chunksNotRead: left,
    ...searches,
    searchThroughMcpMs: mcp,
    graph: traversal,
    remove: await measureRemoval(contents),
    room,
  };
}

/** Both engines at once; how many are left when it is late. */
async function readChunks({ contents }: Bench, memories: number): Promise<number> {
  const until = NOT_LATER_THAN.reading;
  await Promise.all(contents.engines.map(({ storage }) => readWaiting(storage, CHUNKS, { memories, until })));
  const left = await Promise.all(contents.engines.map(({ storage }) => storage.extractions.pending(CHUNKS)));
  return Math.max(...left);
}

/** The engine builds an index of vectors while others ask. */
async function untilIndexed({ port }: RunningFalkordb): Promise<void> {
  const client = await FalkorDB.connect({ socket: { host: '127.0.0.1', port } });
  for (const name of await client.list()) {
    const graph = client.selectGraph(name);
    const isWhole = async (): Promise<boolean> => {
      const { data } = await graph.roQuery<{ status: string }>('CALL db.indexes() YIELD status RETURN status');
      return (data ?? []).every(({ status }) => status === 'OPERATIONAL');
    };
    while (!(await isWhole())) await new Promise((resolve) => setTimeout(resolve, 250));
  }
  await client.close();
}

/** What a chunk takes with its words, vector, index and word codes; the graph is filled later. */
async function measureRoom({ falkordb, dataDir }: Bench, chunks: number) {
  const info = await falkordb.command('INFO', 'memory');
  const used = Number(/used_memory:(\d+)/.exec(info)?.[1]);
  const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${falkordb.pid}/status`, 'utf8'))?.[1]) * 1024;
  const file = statSync(join(dataDir, 'zapomni.db')).size;
  return {
    falkordbBytesPerChunk: Math.round(used / chunks),
    falkordbResidentMb: Math.round(resident / 1e6),
    falkordbJournalMb: Math.round(Number(/aof_current_size:(\d+)/.exec(await falkordb.command('INFO'))?.[1]) / 1e6),
    sqliteFileBytesPerChunk: Math.round(file / chunks),
  };
}

/** The server reads its journal and builds its indexes again, and search waits for both. */
async function measureRestart({ falkordb, contents, questions, model }: Bench) {
  const vector = questions[0]?.vector ?? new Float32Array();
  const search = () => contents.engines[1]?.storage.vectors.nearest(model.name, vector, K, { workspace: CHUNKS });
  const begun = performance.now();
  await falkordb.begin();
  while (performance.now() < NOT_LATER_THAN.end) {
    try {
      await search();
      return { untilFirstSearchSeconds: round((performance.now() - begun) / 1000, 1) };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  return { notWithinSeconds: round((performance.now() - begun) / 1000, 1) };
}
