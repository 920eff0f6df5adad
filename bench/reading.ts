/**
 * What reading memories for the graph costs those who add them: the same texts, in turns, to a server that reads and to one
 * that does not. In batches: how soon everything is found by meaning, and how long after that everything is read. One by
 * one, while the reader has work to do: how long an addition takes. Processor time of both servers, and of the model alone:
 * embedding, embedding with reading in the same run, and reading by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder, Extractor } from '@zapomni/core/ports';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { createBuiltinExtractor, ReadingShelf } from '@zapomni/providers/extract';
import { round, spread, timed } from './lib/figures.ts';
import { McpProcess, processorMs } from './lib/mcp-process.ts';
import { mixedPassages, realPacks } from './lib/real-texts.ts';

/** Many short ones: whatever else the machine does then falls on both sides alike. */
const ROUNDS = 16;
const TEXTS = { batched: 50, single: 12 };
const ALONE = 800;
const TURN = 40;
const silent = { log: () => undefined, child: () => silent };

export async function benchReading(server: string) {
  if (realPacks().length === 0) return { skipped: 'the texts to be read are not in ../shared/bench' };
  const passage = mixedPassages(11);
  const some = (count: number) => Array.from({ length: count }, passage);
  const sides = [await openSide(server, 'on'), await openSide(server, 'off')] as const;
  // The first round loads models and is not counted.
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const texts = { batched: some(TEXTS.batched), single: some(TEXTS.single) };
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) await addTo(side, texts, turn > 0);
  }
  const [on, off] = sides.map(describeSide) as [SideFigures, SideFigures];
  for (const { client, dataDir } of sides) {
    await client.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return {
    rounds: ROUNDS,
    textsPerRound: TEXTS,
    charactersPerText: round(some(100).reduce((sum, { length }) => sum + length, 0) / 100, 0),
    on,
    off,
    onToOff: {
      batch: ratio(sides, ({ foundMs }) => foundMs),
      singleP50: round(on.singleMs.p50 / off.singleMs.p50),
      cpu: ratio(sides, ({ cpuMs }) => cpuMs),
    },
    alone: await measureAlone(some(ALONE)),
  };
}

interface Side {
  readonly client: McpProcess;
  readonly dataDir: string;
  readonly foundMs: number[];
  readonly readMs: number[];
  readonly waiting: number[];
  readonly singleMs: number[];
  readonly cpuMs: number[];
}

type SideFigures = ReturnType<typeof describeSide>;

async function openSide(server: string, graph: 'on' | 'off'): Promise<Side> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const client = new McpProcess(server, {
    ZAPOMNI_DATA_DIR: dataDir,
    ZAPOMNI_GRAPH: graph,
    ZAPOMNI_TOOLS: 'memory,graph',
    // Both get the same texts; neither shall find the other's vectors.
    ZAPOMNI_EMBED_CACHE_MB: '0',
  });
  await client.initialize();
  return { client, dataDir, foundMs: [], readMs: [], waiting: [], singleMs: [], cpuMs: [] };
}

async function addTo(side: Side, texts: { batched: string[]; single: string[] }, counts: boolean): Promise<void> {
  const { client } = side;
  const cpuBefore = client.cpuMs() ?? 0;
  const begun = performance.now();
  await client.call('add_memory', { items: texts.batched.map((text) => ({ text })) });
  await until(async () => (await client.call('get_stats', {})).pending_embeddings === 0);
  const found = performance.now() - begun;
  const waiting = Number((await client.call('graph_status', {})).pending);
  // The reader has work to do from here on: whoever adds now would have to wait for it, if anyone had to.
  const single: number[] = [];
  for (const text of texts.single) single.push(await timed(() => client.call('add_memory', { text })));
  const lastAdded = performance.now();
  await until(() => isRead(client));
  if (!counts) return;
  side.foundMs.push(found);
  side.waiting.push(waiting);
  side.singleMs.push(...single);
  side.readMs.push(performance.now() - lastAdded);
  side.cpuMs.push((client.cpuMs() ?? Number.NaN) - cpuBefore);
}

/** Nothing waits, or nothing will ever be read. */
async function isRead(client: McpProcess): Promise<boolean> {
  const status = await client.call('graph_status', {});
  return status.enabled === false || status.pending === 0;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

function describeSide({ foundMs, readMs, waiting, singleMs, cpuMs }: Side) {
  return {
    perSecond: round((TEXTS.batched / spread(foundMs).p50) * 1000, 1),
    /** How many wait when a batch can be found by meaning, and how long the last one added after it waits. */
    waitingToBeReadThen: spread(waiting).p50,
    readAfterTheLastMs: spread(readMs).p50,
    singleMs: spread(singleMs),
    cpuMsPerText: round(spread(cpuMs).p50 / (TEXTS.batched + TEXTS.single)),
  };
}

/** The middle of the rounds' ratios. */
function ratio([on, off]: readonly [Side, Side], figures: (side: Side) => readonly number[]): number {
  const theirs = figures(off);
  return spread(figures(on).map((mine, turn) => mine / (theirs[turn] as number))).p50;
}

/** Each in turns, on the same texts: embedded, embedded and read in the same run, and read alone. Processor time includes that of child processes. */
async function measureAlone(texts: readonly string[]) {
  const options = { modelDir: findBuiltinModel(), workers: 1, logger: silent };
  const plain = createBuiltinEmbedder(options);
  const reading = createBuiltinEmbedder({ ...options, shelf: new ReadingShelf() });
  const extractor = createBuiltinExtractor(options);
  const ways = [
    (some: Texts) => embedAll(plain, some),
    (some: Texts) => embedAll(reading, some),
    (some: Texts) => readAll(extractor, some),
  ];
  const measured: Awaited<ReturnType<typeof measureOne>>[][] = ways.map(() => []);
  for (const way of ways) await way(texts.slice(0, 20));
  for (let at = 0; at < texts.length; at += TURN) {
    const order = [...ways.entries()];
    for (const [i, way] of (at / TURN) % 2 === 0 ? order : order.toReversed())
      measured[i]?.push(await measureOne(texts.slice(at, at + TURN), way));
  }
  await Promise.all([plain.close(), reading.close(), extractor.close()]);
  const [embedded, both, read] = measured.map(middle) as [Middle, Middle, Middle];
  // Of all turns together: the clock counts in steps of ten milliseconds, which is much of one.
  const [plainMs, bothMs] = measured.map((turns) => turns.reduce((sum, turn) => sum + turn.cpuMsPerText, 0)) as [
    number,
    number,
  ];
  return { embedded, embeddedAndRead: both, read, addedByReading: round(bothMs / plainMs - 1, 3) };
}

type Texts = readonly string[];
type Middle = ReturnType<typeof middle>;

function middle(turns: readonly { readonly perSecond: number; readonly cpuMsPerText: number }[]) {
  return {
    perSecond: spread(turns.map(({ perSecond }) => perSecond)).p50,
    cpuMsPerText: spread(turns.map(({ cpuMsPerText }) => cpuMsPerText)).p50,
  };
}

const readAll = (extractor: Extractor, texts: readonly string[]) =>
  extractor.extract(texts.map((text) => ({ text, at: Date.now() })));
const embedAll = (embedder: Embedder, texts: readonly string[]) => embedder.embed(texts, { role: 'passage' });

async function measureOne(texts: readonly string[], work: (texts: readonly string[]) => Promise<unknown>) {
  const before = processorMs(process.pid) ?? Number.NaN;
  const took = await timed(() => work(texts));
  const cpu = (processorMs(process.pid) ?? Number.NaN) - before;
  return { perSecond: round((texts.length / took) * 1000, 1), cpuMsPerText: round(cpu / texts.length) };
}
