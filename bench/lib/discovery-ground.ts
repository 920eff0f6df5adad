/** Sources over answers that were prepared, read by the real source of Europe PMC; and runs over them. The embedder is a fake. */
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
import { sentenceMaker } from './corpus.ts';

/** Of each source. */
export const ITEMS = Number(process.env['ZAPOMNI_BENCH_DISCOVERY'] ?? '1000');
export const WORKSPACE = 'default';
const ABSTRACT_WORDS = 150;
const PER_RUN = 500;
const FOREVER = 3_600_000;
/** Of answers: as many as two sources have, which is what is kept when the measuring begins. More would be memory of the bench. */
const MOST_KEPT = Math.ceil(ITEMS / 50);

export interface Ground {
  readonly app: App;
  readonly deps: Deps;
  readonly service: PaperSource;
  close(): Promise<void>;
}

export function openGround(): Ground {
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

/** Answers of the service, made once; the last ones are kept, those of sources before are not. What is asked for is told by the keyword. */
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
    for (const [old] of bodies) if (bodies.size > MOST_KEPT) bodies.delete(old);
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

export async function addSource({ app }: Ground, n: number): Promise<string> {
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
export async function runAll(ground: Ground, source: string): Promise<void> {
  for (let left = ITEMS; left > 0;) {
    const fresh = await runAgain(ground, source, false);
    if (fresh === 0) throw new Error('a run brought nothing');
    left -= fresh;
  }
}

export async function runAgain({ app }: Ground, source: string, force: boolean): Promise<number> {
  const { discovery } = app.research;
  const started = await discovery.start({ workspace: WORKSPACE, source, most: PER_RUN, force });
  const [followed] = await discovery.follow({ workspace: WORKSPACE, started, waitMs: FOREVER });
  const { status = 'ok', new: fresh = 0, error = null } = followed?.run?.value ?? {};
  if (status !== 'ok') throw new Error(error?.message ?? status);
  return fresh;
}
