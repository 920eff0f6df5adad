/**
 * Thirty days of four processes on one store, with real sources in front of a server that has something new every day; only the clock is made up. What
 * is due is run once, whoever does it; nothing is lost or comes twice; nobody is asked sooner than it may be.
 */
import type { ServerResponse } from 'node:http';
import { createApp, type App } from '@zapomni/core';
import { PAPER_SOURCES, type PaperSourceName, type PaperSources } from '@zapomni/core/ports';
import { createSharedPace } from '@zapomni/core/research';
import { createPaperSources } from '@zapomni/providers/sources';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { condition } from '../condition.ts';
import { openTestDeps, type TestDeps } from '../deps.ts';
import { createFakeClock, createRecordingLogger, type FakeClock } from '../fakes/index.ts';
import { replayWeb } from '../replay/index.ts';
import { WebServer } from '../web-server/index.ts';

const PROCESSES = 4;
const DAYS = 30;
const DAY_MS = 86_400_000;
/** Of a day. A look at a few days has more than a page holds. */
const POSTS = 6;
const RESULTS = 3;
const PAGE = 10;
/** bioRxiv is asked one at a time, and then not for so long. */
const INTERVAL_MS = 1000;
const ANSWERS_IN_MS = 5;
/** Europe PMC is away from the one to the other. */
const [AWAY_FROM, AWAY_UNTIL] = [10, 17];

const clock: FakeClock = createFakeClock();
const start = clock.now();
const dayOf = (time: number): number => Math.floor((time - start) / DAY_MS);
const isoDay = (day: number): string => new Date(start + day * DAY_MS).toISOString().slice(0, 10);

let server: WebServer;
let first: TestDeps;
let processes: { readonly app: App; close(): Promise<void> }[];
const arrivals: number[] = [];
const underWay = { biorxiv: 0, europepmc: 0 };
const most = { biorxiv: 0, europepmc: 0 };

beforeEach(async () => {
  server = await WebServer.start();
  server.otherwise((response, { path, headers }) => {
    const name = headers.host?.startsWith('biorxiv') ? 'biorxiv' : 'europepmc';
    most[name] = Math.max(most[name], ++underWay[name]);
    if (name === 'biorxiv') arrivals.push(clock.now());
    const answer = name === 'biorxiv' ? posts(path) : results(new URL(path, 'http://x.test'));
    // Others have the time to come, if they do.
    setTimeout(() => {
      underWay[name]--;
      send(response, answer);
    }, ANSWERS_IN_MS);
  });
  first = openTestDeps({ clock });
  processes = Array.from({ length: PROCESSES }, () => openProcess(first.dataDir));
  await Promise.all(processes.map(({ app }) => app.resume()));
});
afterEach(async () => {
  for (const one of processes) await one.close();
  await first.close();
  await server.close();
});

/** A process of its own in all but the process: its own connection to the store, its own sources, the one clock. */
function openProcess(dataDir: string) {
  const pause = async (ms: number): Promise<void> => clock.advance(Math.ceil(ms));
  const logger = createRecordingLogger();
  const web = replayWeb({ clock, logger, pause });
  const test = openTestDeps({ dataDir, clock, web });
  const pace = createSharedPace({ storage: test.deps.storage, clock, ids: test.deps.ids, pause });
  const urls = Object.fromEntries(PAPER_SOURCES.map((name) => [name, `http://${name}.test:${server.port}`]));
  const who = { contact: undefined, isOffline: false, keys: {}, allowed: PAPER_SOURCES };
  const parts = { web, pace, clock, logger, pause, urls: urls as Record<PaperSourceName, string> };
  const all = createPaperSources({ ...parts, ...who });
  const paperSources: PaperSources = { all: async () => all, standing: (host) => pace.standing(host) };
  const app = createApp({ ...test.deps, random: () => 0.5, paperSources });
  return { app, close: () => app.close().then(test.close) };
}

function send(response: ServerResponse, answer: object | null): void {
  if (answer === null) return void response.writeHead(503, { 'content-type': 'text/plain' }).end('away');
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

/** What there is of the days between both, the newest first. */
function published(
  name: string,
  each: number,
  from: string,
  until: string,
): { title: string; doi: string; day: string }[] {
  const days = Array.from({ length: dayOf(clock.now()) + 1 }, (_, day) => isoDay(day));
  const wanted = days.filter((day) => day >= from && day <= until).toReversed();
  return wanted.flatMap((day) =>
    Array.from({ length: each }, (_, i) => ({
      title: `Tides seen by ${name}, number ${i} of ${day}`,
      doi: `10.5555/${name}.${day}.${i}`,
      day,
    })),
  );
}

/** `/details/biorxiv/<from>/<until>/<how many come before>/json`. */
function posts(path: string): object {
  const [, , , from = '', until = '', at = '0'] = path.split('/');
  const all = published('biorxiv', POSTS, from, until);
  const said = { version: '1', type: 'new results', category: 'ecology', server: 'bioRxiv', authors: 'Berg, E.' };
  const shown = all.slice(Number(at), Number(at) + PAGE);
  const collection = shown.map(({ day, ...post }) => ({ ...post, ...said, date: day, abstract: 'Tides come and go.' }));
  return { messages: [{ status: all.length === 0 ? 'no posts found' : 'ok', total: String(all.length) }], collection };
}

/** Null while it is away. */
function results({ searchParams }: URL): object | null {
  const day = dayOf(clock.now());
  if (day >= AWAY_FROM && day < AWAY_UNTIL) return null;
  const [, from = '0', until = '9'] = /\[(\S+) TO (\S+)\]/.exec(searchParams.get('query') ?? '') ?? [];
  const all = published('europepmc', RESULTS, from, until);
  const result = all.map(({ title, doi, day: date }) => ({
    id: doi,
    source: 'PPR',
    doi,
    title,
    firstPublicationDate: date,
  }));
  return { hitCount: all.length, resultList: { result } };
}

const app = (): App => processes[0]?.app as App;

/** Whatever is due now is run to its end, by whoever of them comes first. */
async function untilIdle(): Promise<void> {
  await Promise.all(processes.map((one) => one.app.research.discovery.wake()));
  const { work } = first.deps.storage;
  await condition(async () => {
    const { items } = await work.list({ states: ['queued', 'running'] }, { limit: 100 });
    return items.every(({ state, dueAt }) => state === 'queued' && dueAt > clock.now());
  });
}

async function nextRun(): Promise<number> {
  const sources = await app().research.discovery.listSources('default');
  return Math.min(...sources.map(({ schedule }) => schedule?.value.next_run ?? Infinity));
}

interface Run {
  readonly source_name: string;
  readonly status: string;
  readonly started_at: number;
}

const recordsOf = async <T>(collection: string): Promise<T[]> => {
  const found: T[] = [];
  for (let cursor: string | undefined; ;) {
    const place = cursor === undefined ? {} : { cursor };
    const { items, next } = await first.deps.storage.records.scan('default', { collection, limit: 500, ...place });
    found.push(...items.map(({ value }) => JSON.parse(value) as T));
    if (next === null) return found;
    cursor = next;
  }
};

it('four processes look thirty days long, each thing once and never too soon', { timeout: 300_000 }, async () => {
  const source = { keywords: ['tides'], scheduleHours: 24, maxArticles: 500 };
  for (const kind of ['biorxiv', 'europepmc'])
    await app().research.discovery.createSource('default', { name: kind, kind, ...source });
  for (let next = await nextRun(); next < start + DAYS * DAY_MS; next = await nextRun()) {
    clock.set(Math.max(next, clock.now() + 1));
    await untilIdle();
  }
  const runs = await recordsOf<Run>('discovery_runs');
  const daysOf = (name: string, status: string) =>
    runs
      .filter((run) => run.source_name === name && run.status === status)
      .map((run) => dayOf(run.started_at))
      .toSorted((one, other) => one - other);
  expect(daysOf('biorxiv', 'ok')).toEqual(Array.from({ length: DAYS }, (_, day) => day));
  expect(runs.filter(({ source_name: name }) => name === 'biorxiv')).toHaveLength(DAYS);
  // It came back by itself, and was looked at once a day before and after.
  const answered = daysOf('europepmc', 'ok');
  expect(new Set(answered).size).toBe(answered.length);
  const due = Array.from({ length: DAYS }, (_, day) => day).filter((day) => day < AWAY_FROM || day > AWAY_UNTIL + 1);
  expect(answered).toEqual(expect.arrayContaining(due.slice(0, -1)));
  expect(runs.length - DAYS - answered.length).toBeLessThan(2 * (AWAY_UNTIL - AWAY_FROM));
  const found = await recordsOf<{ paper: string }>('discovery_findings');
  expect(new Set(found.map(({ paper }) => paper)).size).toBe(found.length);
  const lastAnswer = answered.at(-1) ?? 0;
  expect(found).toHaveLength(POSTS * DAYS + RESULTS * (lastAnswer + 1));
  const gaps = arrivals.slice(1).map((at, i) => at - (arrivals[i] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS);
  // More than one page a day, each once.
  expect(arrivals.length).toBeGreaterThan(DAYS * 1.5);
  expect(most.biorxiv).toBe(1);
  expect(most.europepmc).toBeLessThanOrEqual(2);
});
