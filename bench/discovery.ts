/**
 * Looking for what is new: sources of a thousand items each over answers that were prepared (ZAPOMNI_BENCH_DISCOVERY says how many items a
 * source has), read by the real source of Europe PMC. Beside it, in turns, the same answers are parsed and stored as memories. Then the same run
 * again; memory from 1,000 to 20,000 items; and a thousand schedules that wait. The embedder is a fake everywhere; nothing is judged, which has a bench
 * of its own.
 */
import { createApp, type App, type Deps } from '@zapomni/core';
import {
  PAPER_SOURCES,
  type PaperSource,
  type PaperSourceName,
  type PaperSources,
  type Web,
  type WebRequest,
} from '@zapomni/core/ports';
import { createSharedPace } from '@zapomni/core/research';
import { createPaperSources } from '@zapomni/providers/sources';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { sentenceMaker } from './lib/corpus.ts';
import { cpuOf, round } from './lib/figures.ts';

const ITEMS = Number(process.env['ZAPOMNI_BENCH_DISCOVERY'] ?? '1000');
const SOURCES = 10;
const MEMORY_SOURCES = 20;
const SCHEDULED = 1000;
const IDLE_MS = Number(process.env['ZAPOMNI_BENCH_IDLE_MS'] ?? '30000');
const ABSTRACT_WORDS = 150;
const PER_RUN = 500;
const WORKSPACE = 'default';
const FOREVER = 3_600_000;
const GOAL = { ofParsingAndStoring: 3, againOfFirst: 0.1, idleOfNone: 1.5 };

export async function benchDiscovery() {
  return {
    sources: SOURCES,
    itemsEach: ITEMS,
    goal: GOAL,
    ...(await benchRuns()),
    memory: await benchMemory(),
    idle: await benchIdle(),
  };
}

interface Ground {
  readonly app: App;
  readonly deps: Deps;
  readonly service: PaperSource;
  close(): Promise<void>;
}

function openGround(): Ground {
  const test = openTestDeps({ web: prepared() });
  const { storage, ids, logger, web } = test.deps;
  const pause = async (ms: number) => void test.clock.advance(ms);
  const pace = createSharedPace({ storage, clock: test.clock, ids, pause });
  const who = { contact: undefined, isOffline: false, keys: {}, allowed: ['europepmc'] as const };
  const urls = Object.fromEntries(PAPER_SOURCES.map((name) => [name, `https://${name}.test`])) as Record<
    PaperSourceName,
    string
  >;
  const all = createPaperSources({ web, pace, clock: test.clock, logger, pause, urls, ...who });
  const paperSources: PaperSources = { all: async () => all, standing: (host) => pace.standing(host) };
  const deps: Deps = { ...test.deps, paperSources };
  const app = createApp(deps);
  const service = all.find(({ name }) => name === 'europepmc') as PaperSource;
  return { app, deps, service, close: () => closeBoth(app, test) };
}

async function closeBoth(app: App, test: TestDeps): Promise<void> {
  await app.close();
  await test.close();
}

/** Answers of the service, made once: what is asked for is told by the keyword. */
function prepared(): Web {
  const bodies = new Map<string, string>();
  const fetch = async ({ url }: WebRequest) => {
    const { searchParams } = new URL(url);
    const name = /topic\d+/.exec(searchParams.get('query') ?? '')?.[0] ?? 'topic0';
    const at = Number(/\d+/.exec(searchParams.get('cursorMark') ?? '')?.[0] ?? 0);
    const size = Number(searchParams.get('pageSize'));
    const key = `${name} ${at} ${size}`;
    const body = bodies.get(key) ?? answer(name, at, size);
    bodies.set(key, body);
    return {
      status: 200,
      url,
      headers: { 'content-type': 'application/json' },
      body,
      fromCache: false,
      notModified: false,
    };
  };
  return { isOff: false, fetch: fetch as unknown as Web['fetch'], close: async () => {} };
}

function answer(name: string, at: number, size: number): string {
  const result = Array.from({ length: Math.min(size, ITEMS - at) }, (_, i) => work(name, at + i));
  const end = at + result.length;
  return JSON.stringify({
    hitCount: ITEMS,
    ...(end < ITEMS ? { nextCursorMark: `at${end}` } : {}),
    resultList: { result },
  });
}

function work(name: string, i: number) {
  const sentence = sentenceMaker(1 + i + 100_000 * Number(name.slice(5)));
  return {
    id: `${name}${i}`,
    source: 'PPR',
    doi: `10.5555/${name}.${i}`,
    title: `${name} number ${i}: ${sentence(10)}`,
    abstractText: sentence(ABSTRACT_WORDS),
    authorList: { author: [0, 1, 2].map((n) => ({ firstName: 'Eva', lastName: `Berg${(i * 7 + n) % 500}` })) },
    firstPublicationDate: '2025-12-30',
  };
}

async function benchRuns() {
  const [runs, plain] = [openGround(), openGround()];
  try {
    // The first warms both up.
    const samples = {
      run: [] as number[],
      plain: [] as number[],
      parse: [] as number[],
      again: [] as number[],
      forced: [] as number[],
    };
    for (let n = 0; n <= SOURCES; n++) {
      const name = await addSource(runs, n);
      const [run, other] = [await cpuOf(() => runAll(runs, name)), await cpuOf(() => storeAll(plain, n))];
      const parse = await cpuOf(() => parseAll(plain, n));
      const again = await cpuOf(() => runAgain(runs, name, false));
      const forced = await cpuOf(() => runAgain(runs, name, true));
      if (n === 0) continue;
      for (const [key, ms] of Object.entries({ run, plain: other, parse, again, forced }))
        samples[key as 'run'].push(ms);
    }
    const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
    const [run, stored, parsed, again, forced] = [
      samples.run,
      samples.plain,
      samples.parse,
      samples.again,
      samples.forced,
    ].map(sum) as [number, number, number, number, number];
    const ofParsingAndStoring = round(run / stored);
    return {
      runCpuMs: round(run, 0),
      parseAndStoreCpuMs: round(stored, 0),
      parseCpuMs: round(parsed, 0),
      ofParsingAndStoring,
      again: { cpuMs: round(again), ofFirst: round(again / run, 3), isMet: again / run <= GOAL.againOfFirst },
      againForced: { cpuMs: round(forced), ofFirst: round(forced / run, 3), ofParsing: round(forced / parsed) },
      isMet: ofParsingAndStoring <= GOAL.ofParsingAndStoring,
    };
  } finally {
    await runs.close();
    await plain.close();
  }
}

async function addSource({ app }: Ground, n: number): Promise<string> {
  const input = {
    name: `source ${n}`,
    kind: 'europepmc',
    keywords: [`topic${n}`],
    onDemand: true,
    maxArticles: PER_RUN,
  };
  return (await app.research.discovery.createSource(WORKSPACE, input)).source.value.name;
}

/** To its end: a run takes so many. */
async function runAll(ground: Ground, source: string): Promise<void> {
  for (let left = ITEMS; left > 0;) {
    const fresh = await runAgain(ground, source, false);
    if (fresh === 0) throw new Error('a run brought nothing');
    left -= fresh;
  }
}

async function runAgain({ app }: Ground, source: string, force: boolean): Promise<number> {
  const { discovery } = app.research;
  const started = await discovery.start({ workspace: WORKSPACE, source, most: PER_RUN, force });
  const [followed] = await discovery.follow({ workspace: WORKSPACE, started, waitMs: FOREVER });
  const { status = 'ok', new: fresh = 0, error = null } = followed?.run?.value ?? {};
  if (status !== 'ok') throw new Error(error?.message ?? status);
  return fresh;
}

async function parseAll({ service }: Ground, n: number): Promise<string[]> {
  const search = { keywords: [`topic${n}`], match: 'any' as const, sort: 'newest' as const, from: '2025-12-02' };
  const texts: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await service.search(search, { limit: 100, fresh: true, ...(cursor === undefined ? {} : { cursor }) });
    texts.push(...page.items.map(({ item }) => `${item.title ?? ''}\n\n${item.abstract ?? ''}`));
    cursor = page.next;
  }
  return texts;
}

async function storeAll(ground: Ground, n: number): Promise<void> {
  const texts = await parseAll(ground, n);
  for (let i = 0; i < texts.length; i += 100) {
    const drafts = texts.slice(i, i + 100).map((text) => ({ text }));
    await ground.app.memories.add({ workspace: WORKSPACE, drafts, batch: true });
  }
}

function rss(): number {
  globalThis.gc?.();
  return round(process.memoryUsage().rss / 1_048_576, 0);
}

/** After the first source and after the last. */
async function benchMemory() {
  const ground = openGround();
  const samples: number[] = [];
  try {
    for (let n = 0; n < MEMORY_SOURCES; n++) {
      await runAll(ground, await addSource(ground, n));
      samples.push(rss());
    }
  } finally {
    await ground.close();
  }
  return { items: [ITEMS, ITEMS * MEMORY_SOURCES], mb: [samples[0], samples.at(-1)], allMb: samples };
}

async function benchIdle() {
  const measured: ({ count: number } & Awaited<ReturnType<typeof idleWith>>)[] = [];
  for (const count of [0, SCHEDULED, 0, SCHEDULED]) measured.push({ count, ...(await idleWith(count)) });
  const of = (count: number, key: 'startCpuMs' | 'idleCpuMs') =>
    measured.filter((one) => one.count === count).reduce((sum, one) => sum + one[key], 0);
  const ratio = (key: 'startCpuMs' | 'idleCpuMs') => round(of(SCHEDULED, key) / of(0, key));
  return {
    scheduled: SCHEDULED,
    idleMs: IDLE_MS,
    measured,
    startOfNone: ratio('startCpuMs'),
    idleOfNone: ratio('idleCpuMs'),
  };
}

/** A store with so many schedules, opened by a new application that then does nothing. */
async function idleWith(count: number) {
  const ground = openGround();
  // Opens the store, so that both begin alike.
  await ground.app.research.discovery.listSources(WORKSPACE);
  for (let n = 0; n < count; n++)
    await ground.app.research.discovery.createSource(WORKSPACE, {
      name: `scheduled ${n}`,
      kind: 'europepmc',
      keywords: [`topic${n}`],
      cron: '0 6 1 7 *',
    });
  const app = createApp(ground.deps);
  const startCpuMs = round(await cpuOf(() => app.resume()));
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const idleCpuMs = round(await cpuOf(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS))));
  await ground.app.close().catch(() => {});
  await app.close().catch(() => {});
  return { startCpuMs, idleCpuMs };
}
