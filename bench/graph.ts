/**
 * The graph at 100,000 entities and 500,000 relations with skewed degrees: what is within one, two and three steps of an
 * entity, beside the same traversal as a plain recursive query, as our own without time, and in FalkorDB when one is named;
 * what a reading costs to store; and walking through all of it. Times are CPU of the one thread that SQLite runs in, and
 * wall time for FalkorDB, which works elsewhere.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTrial, type Trial } from '../packages/db/src/drivers/sqlite/testing/open-trial.ts';
import { createTimes } from '../packages/db/src/drivers/sqlite/time/times.ts';
import { seeded } from '@zapomni/testkit/seeded';
import { cpuOf, round, spread, type Spread } from './lib/figures.ts';
import { fillGraph, WORKSPACE, type FilledGraph, type Graph } from './lib/graph-fill.ts';
import { falkorDb, recursiveSql, type GraphPeer } from './lib/graph-peers.ts';
import { withAndWithoutTime } from './lib/graph-without-time.ts';

const SIZE = {
  entities: Number(process.env['ZAPOMNI_BENCH_ENTITIES'] ?? 100_000),
  relations: Number(process.env['ZAPOMNI_BENCH_RELATIONS'] ?? 500_000),
};
const STARTS = 60;
/** Of so many times the shortest counts: what else the machine does is not asked for. */
const REPEATS = 7;
const LIMIT = 50;
const HUBS = 20;
const LISTED = 50_000;
const PAGE = 1000;
const LOOKUPS = 200;

export async function benchGraph() {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const trial = openTrial(dataDir);
  try {
    const filled = fillGraph(trial, SIZE);
    const { db } = trial.store;
    const peers = [recursiveSql(db), ...withAndWithoutTime(trial), ...(await falkorPeers(trial))];
    const result = {
      size: describeSize(trial, filled),
      put: { readings: filled.readings, cpuMsPerReading: round(filled.putCpuMs / filled.readings, 3) },
      reach: await measureReach(filled, peers),
      fromHubs: await measureHubs(filled),
      oneHop: await measureHop(filled),
      lookups: await measureLookups(trial, filled),
      listing: await measureListing(trial, filled.graph),
    };
    for (const peer of peers) await peer.close();
    return result;
  } finally {
    trial.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function falkorPeers(trial: Trial): Promise<GraphPeer[]> {
  const url = process.env['ZAPOMNI_BENCH_FALKORDB'];
  return url === undefined ? [] : [await falkorDb(url, trial.store.db)];
}

function describeSize({ store: { db } }: Trial, { ids }: FilledGraph) {
  const count = (table: string): number => db.value<number>(`SELECT count(*) FROM ${table}`) ?? 0;
  const degrees = db
    .all<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT source AS e FROM relations UNION ALL SELECT target FROM relations) GROUP BY e`,
    )
    .map(({ n }) => n)
    .sort((one, other) => one - other);
  const at = (share: number): number => degrees[Math.min(degrees.length - 1, Math.floor(share * degrees.length))] ?? 0;
  return {
    entities: ids.length,
    relations: count('relations'),
    evidence: count('evidence'),
    mentions: count('mentions'),
    memories: count('memories'),
    degree: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: degrees.at(-1) },
    bytesPerRelation: Math.round(((db.value<number>('PRAGMA page_count') ?? 0) * 8192) / count('relations')),
  };
}

interface Contender {
  readonly peer: GraphPeer;
  readonly times: number[];
  readonly totals: number[];
}

/** Starts anywhere, the same for all. */
async function measureReach({ graph, ids }: FilledGraph, peers: readonly GraphPeer[]) {
  const cutOff = new Set<string>();
  const ours = ourOwn('ours', (start, depth) => {
    const reach = graph.reach(WORKSPACE, start, { depth, limit: LIMIT });
    if (!reach.complete) cutOff.add(`${depth} ${start}`);
    return reach.total;
  });
  const past = ourOwn('ours, as of a minute ago', (start, depth) => {
    return graph.reach(WORKSPACE, start, { depth, limit: LIMIT, validAt: Date.now() - 60_000 }).total;
  });
  const random = seeded(21);
  const starts = Array.from({ length: STARTS }, () => ids[Math.floor(random() * ids.length)] ?? '');
  const rows = [];
  for (const depth of [1, 2, 3]) {
    const contenders = [ours, past, ...peers].map((peer): Contender => ({ peer, times: [], totals: [] }));
    for (const { peer } of contenders) for (const start of starts.slice(0, 5)) await peer.reach(start, depth, LIMIT);
    // What waits for another process leaves the caches cold for whoever comes next.
    for (const group of [
      contenders.filter(({ peer }) => !peer.isElsewhere),
      contenders.filter(({ peer }) => peer.isElsewhere),
    ]) {
      for (const start of starts) await measureStart(group, start, depth, random);
    }
    const isWhole = starts.map((start) => !cutOff.has(`${depth} ${start}`));
    const row = { depth, ...describeContenders(contenders, isWhole) };
    console.log(JSON.stringify(row));
    rows.push(row);
  }
  return rows;
}

function ourOwn(name: string, total: (start: string, depth: number) => number): GraphPeer {
  return {
    name,
    isElsewhere: false,
    reach: (start, depth) => Promise.resolve({ total: total(start, depth), reached: LIMIT }),
    close: () => Promise.resolve(),
  };
}

/** In another order each time, so that neither caches nor a busy machine favour one. */
async function measureStart(contenders: readonly Contender[], start: string, depth: number, random: () => number) {
  const shortest = contenders.map(() => Infinity);
  for (let turn = 0; turn < REPEATS; turn++) {
    for (const at of shuffled(contenders.length, random)) {
      const { peer, totals } = contenders[at] as Contender;
      let total = 0;
      const begun = performance.now();
      const cpu = await cpuOf(async () => {
        total = (await peer.reach(start, depth, LIMIT)).total;
      });
      const took = peer.isElsewhere ? performance.now() - begun : cpu;
      shortest[at] = Math.min(shortest[at] as number, took);
      if (turn === 0) totals.push(total);
    }
  }
  for (const [at, { times }] of contenders.entries()) times.push(shortest[at] as number);
}

function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, at) => ({ at, place: random() }));
  return order.sort((one, other) => one.place - other.place).map(({ at }) => at);
}

function middle(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** `differ` counts other answers than ours, where ours is complete. */
function describeContenders([ours, ...others]: readonly Contender[], complete: readonly boolean[]) {
  const sum = (times: readonly number[]): number => times.reduce((total, time) => total + time, 0);
  const mine = ours ?? { times: [], totals: [] };
  const timesOf = (name: string): number[] => others.find(({ peer }) => peer.name === name)?.times ?? [];
  return {
    found: spread(mine.totals),
    complete: complete.filter(Boolean).length,
    oursMs: spread(mine.times),
    withToWithoutTime: {
      p50: round(middle(timesOf('with time')) / middle(timesOf('without time'))),
      sum: round(sum(timesOf('with time')) / sum(timesOf('without time'))),
    },
    others: others.map(({ peer, times, totals }) => ({
      name: peer.name,
      ms: spread(times),
      differ: totals.filter((total, i) => complete[i] === true && total !== mine.totals[i]).length,
      oursToTheirsP50: round(middle(mine.times) / middle(times)),
      oursToTheirsSum: round(sum(mine.times) / sum(times)),
    })),
  };
}

/** From those that are mentioned most: how far the bound on the work lets one look. */
async function measureHubs({ graph, ids }: FilledGraph) {
  const rows = [];
  for (const depth of [1, 2, 3]) {
    const [times, totals]: [number[], number[]] = [[], []];
    let complete = 0;
    for (const id of ids.slice(0, HUBS)) {
      const cpu = await cpuOf(() => {
        const reach = graph.reach(WORKSPACE, id, { depth, limit: LIMIT });
        totals.push(reach.total);
        complete += reach.complete ? 1 : 0;
      });
      times.push(cpu);
    }
    rows.push({ depth, found: spread(totals), complete, ms: spread(times) });
  }
  return rows;
}

async function measureHop({ graph, ids }: FilledGraph): Promise<Record<string, Spread>> {
  const each = async (some: readonly string[]): Promise<Spread> => {
    const times: number[] = [];
    for (const id of some) times.push(await cpuOf(() => void graph.neighbours(WORKSPACE, [id], { limit: 10 })));
    return spread(times);
  };
  const anywhere = Array.from({ length: LOOKUPS }, (_, i) => ids[(i * 487) % ids.length] ?? '');
  return { anywhereMs: await each(anywhere), mostMentionedMs: await each(ids.slice(0, 50)) };
}

async function measureLookups(trial: Trial, { graph, ids }: FilledGraph): Promise<Record<string, Spread>> {
  const times = createTimes(trial.store);
  const entities = Array.from({ length: LOOKUPS }, (_, i) => ids[(i * 487) % ids.length] ?? '');
  const measure = async (count: number, work: (id: string) => unknown): Promise<Spread> => {
    const samples: number[] = [];
    for (const id of entities.slice(0, count)) samples.push(await cpuOf(() => void work(id)));
    return spread(samples);
  };
  const wordsOf = (id: string): string[] => id.slice(id.indexOf(':') + 1).split(' ');
  const recent = { from: 0, until: Date.now(), limit: 100 };
  return {
    entityMs: await measure(LOOKUPS, (id) => graph.entities(WORKSPACE, [id])),
    namedMs: await measure(LOOKUPS, (id) => graph.named(WORKSPACE, [id.slice(id.indexOf(':') + 1)])),
    findMs: await measure(LOOKUPS, (id) => graph.findEntities(WORKSPACE, { terms: wordsOf(id), limit: 10 })),
    passagesAboutMs: await measure(LOOKUPS, (id) =>
      graph.passagesAbout({ workspace: WORKSPACE }, [{ entityId: id, weight: 1 }], 50),
    ),
    countsMs: await measure(5, () => graph.counts(WORKSPACE)),
    mostConnectedMs: await measure(5, () => graph.mostConnected(WORKSPACE, 10)),
    eventsPageMs: await measure(5, () => times.events(WORKSPACE, recent)),
    snapshotPageMs: await measure(5, () => times.memoriesAsOf(WORKSPACE, { validAt: Date.now() }, { limit: 100 })),
  };
}

interface PageOf {
  readonly items: readonly unknown[];
  readonly next: string | null;
}

/** Page by page, as an export reads them. */
async function measureListing(trial: Trial, graph: Graph) {
  const before = process.memoryUsage().rss;
  let mostMb = 0;
  const walk = (most: number, page: (cursor: object) => PageOf): number => {
    let [count, cursor]: [number, string | null] = [0, null];
    do {
      const { items, next }: PageOf = page({ limit: PAGE, ...(cursor === null ? {} : { cursor }) });
      count += items.length;
      cursor = next;
      mostMb = Math.max(mostMb, (process.memoryUsage().rss - before) / 1e6);
    } while (cursor !== null && count < most);
    return count;
  };
  type Page = { limit: number; cursor?: string };
  let [entities, relations] = [0, 0];
  const entitiesMs = await cpuOf(() => {
    entities = walk(LISTED, (page) => graph.listEntities(WORKSPACE, page as Page));
  });
  const relationsMs = await cpuOf(() => {
    relations = walk(Infinity, (page) => graph.listRelations(WORKSPACE, page as Page));
  });
  return {
    entities,
    entitiesMs: round(entitiesMs, 0),
    relations,
    relationsMs: round(relationsMs, 0),
    grownByMb: round(mostMb, 0),
    storeMb: Math.round(((trial.store.db.value<number>('PRAGMA page_count') ?? 0) * 8192) / 1e6),
  };
}
