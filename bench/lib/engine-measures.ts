/** What is asked of two engines with the same contents, in turns, and how their times compare. */
import { CHUNKS, GRAPH, TAGS, type Contents, type Engine, type Times } from './engine-fill.ts';
import { round, spread, timed } from './figures.ts';
import { McpProcess } from './mcp-process.ts';

/** Questions that are asked first and not counted. */
export const WARM_UPS = 5;
const STARTS = 40;
const K = 100;
const REACHED = 50;
const SINGLES = 30;
const REMOVED_AT_ONCE = 100;

export interface Question {
  readonly text: string;
  readonly terms: readonly string[];
  readonly vector: Float32Array;
}

/** Both engines' share of a time that was summed up, and how many times as long FalkorDB takes. */
export function beside(times: Times, count: number) {
  const [sqlite = 0, falkordb = 0] = [times.get('sqlite'), times.get('falkordb')];
  return { sqlite: round(sqlite / count, 3), falkordb: round(falkordb / count, 3), ratio: round(falkordb / sqlite) };
}

type Samples = Record<Engine['name'], number[]>;
const samples = (): Samples => ({ sqlite: [], falkordb: [] });

function besideSpreads({ sqlite, falkordb }: Samples) {
  const [ours, theirs] = [spread(sqlite), spread(falkordb)];
  const ratio = { p50: round(theirs.p50 / ours.p50), p95: round(theirs.p95 / ours.p95) };
  return { sqlite: ours, falkordb: theirs, ratio };
}

/** Each time in another order, so that neither always comes second. */
function inTurn(engines: readonly Engine[], turn: number): readonly Engine[] {
  return turn % 2 === 0 ? engines : engines.toReversed();
}

export async function measureSingles(contents: Contents) {
  const each = samples();
  for (let i = 0; i < SINGLES; i++) {
    const [words, vectors]: [Times, Times] = [new Map(), new Map()];
    await contents.add(1, words, vectors);
    for (const { name } of contents.engines) each[name].push((words.get(name) ?? 0) + (vectors.get(name) ?? 0));
  }
  return besideSpreads(each);
}

export async function measureSearches(engines: readonly Engine[], questions: readonly Question[], model: string) {
  const times = { words: samples(), vectors: samples(), filteredWords: samples(), filteredVectors: samples() };
  const same = {
    words: [] as number[],
    vectors: [] as number[],
    filteredWords: [] as number[],
    filteredVectors: [] as number[],
  };
  for (const [turn, { terms, vector }] of questions.entries()) {
    const found = new Map<string, string[]>();
    const scope = { workspace: CHUNKS };
    const filtered = { workspace: CHUNKS, filter: { tags: [`tag-${turn % TAGS}`] } };
    for (const { name, storage } of inTurn(engines, turn)) {
      const ask = async (kind: keyof typeof times, search: () => Promise<readonly { memoryId: string }[]>) => {
        let hits: readonly { memoryId: string }[] = [];
        const ms = await timed(async () => (hits = await search()));
        if (turn >= WARM_UPS) times[kind][name].push(ms);
        found.set(
          `${kind} ${name}`,
          hits.slice(0, 10).map(({ memoryId }) => memoryId),
        );
      };
      await ask('words', () => storage.fullText.search({ terms }, K, scope));
      await ask('vectors', () => storage.vectors.nearest(model, vector, K, scope));
      await ask('filteredWords', () => storage.fullText.search({ terms }, K, filtered));
      await ask('filteredVectors', () => storage.vectors.nearest(model, vector, K, filtered));
    }
    for (const kind of Object.keys(same) as (keyof typeof same)[]) {
      same[kind].push(overlap(found.get(`${kind} sqlite`) ?? [], found.get(`${kind} falkordb`) ?? []));
    }
  }
  const report = (kind: keyof typeof times) => ({
    ...besideSpreads(times[kind]),
    sameAmongTen: round(mean(same[kind]), 4),
  });
  return {
    wordsMs: report('words'),
    vectorsMs: report('vectors'),
    filteredWordsMs: report('filteredWords'),
    filteredVectorsMs: report('filteredVectors'),
  };
}

function overlap(some: readonly string[], others: readonly string[]): number {
  return some.length === 0 ? 1 : some.filter((id) => others.includes(id)).length / some.length;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Servers of their own on the same stores, as shipped. */
export async function measureMcp(
  engines: readonly Engine[],
  questions: readonly Question[],
  { server, dataDir, isRead }: { readonly server: string; readonly dataDir: string; readonly isRead: boolean },
) {
  // What is left to read would be read meanwhile, by one engine more than by the other.
  const graph: Record<string, string> = isRead ? {} : { ZAPOMNI_GRAPH: 'off' };
  const clients = engines.map(({ name, env }) => ({
    name,
    client: new McpProcess(server, { ZAPOMNI_DATA_DIR: dataDir, ...graph, ...env }),
  }));
  const each = samples();
  for (const { client } of clients) await client.initialize();
  for (const { client } of clients) {
    for (let warm = 0; warm < WARM_UPS; warm++) await client.call('search_memory', { query: `warm up ${warm}` });
  }
  for (const [turn, { text }] of questions.slice(WARM_UPS).entries()) {
    for (const { name, client } of turn % 2 === 0 ? clients : clients.toReversed()) {
      each[name].push(await timed(() => client.call('search_memory', { query: text, limit: 10 })));
    }
  }
  for (const { client } of clients) await client.end();
  return { graph: isRead ? 'on, all chunks read' : 'off: not all chunks were read in time', ...besideSpreads(each) };
}

export async function measureTraversal({ engines }: Contents) {
  const [first] = engines;
  const counts = await first?.storage.graph.counts(GRAPH);
  const { items } = (await first?.storage.graph.listEntities(GRAPH, { limit: 1000 })) ?? { items: [] };
  const starts = Array.from({ length: STARTS }, (_, i) => items[Math.floor((i * items.length) / STARTS)]?.id ?? '');
  const depths = [];
  for (const depth of [1, 2, 3]) {
    const each = samples();
    const totals: number[] = [];
    let differ = 0;
    for (const [turn, start] of starts.entries()) {
      const found: number[] = [];
      for (const { name, storage } of inTurn(engines, turn)) {
        let total = 0;
        const walk = async () => ({ total } = await storage.graph.reach(GRAPH, start, { depth, limit: REACHED }));
        each[name].push(await timed(walk));
        found.push(total);
      }
      differ += found[0] === found[1] ? 0 : 1;
      totals.push(found[0] ?? 0);
    }
    depths.push({ depth, found: spread(totals), differ, reachMs: besideSpreads(each) });
  }
  return { entities: counts?.entities, relations: counts?.relations, depths };
}

export async function measureRemoval(contents: Contents) {
  const one = samples();
  for (const id of contents.take(SINGLES)) {
    for (const { name, storage } of contents.engines) {
      one[name].push(await timed(() => storage.memories.remove(CHUNKS, [id], Date.now())));
    }
  }
  const ids = contents.take(REMOVED_AT_ONCE);
  const many: Times = new Map();
  for (const { name, storage } of contents.engines) {
    many.set(name, await timed(() => storage.memories.remove(CHUNKS, ids, Date.now())));
  }
  return { oneMs: besideSpreads(one), msPerChunkOfHundred: beside(many, ids.length) };
}
