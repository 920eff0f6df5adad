/**
 * A library of so many papers with ten references each (ZAPOMNI_BENCH_PAPERS says how many, in thousands), as a tool waits for it: a
 * bibliography taken in beside the same texts as memories; then looking one up, listing, searching with filters, walking citations and checking
 * a new paper for duplicates, each beside what the plain store does for the same; exports, and how long anything else had to wait. The
 * embedder costs nothing on every side, so that what is compared is what the library adds.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createApp, type App, type Deps } from '@zapomni/core';
import { openTestDeps } from '@zapomni/testkit/deps';
import { seeded } from '@zapomni/testkit/seeded';
import { keepYoungGenerationSmall } from '../packages/cli/src/young-generation.ts';
import { resolveArrivals } from '../packages/core/src/services/research/library/keep/resolve-arrivals.ts';
import { queryMaker } from './lib/corpus.ts';
import { round, spread, timed, type Spread } from './lib/figures.ts';
import { watchLoop, type Held } from './lib/loop.ts';
import { importAsShipped } from './lib/import-as-shipped.ts';
import type { HeldBack } from './lib/paper-import-process.ts';
import { makeItem, REFERENCES, TAGS, WORKSPACE } from './lib/paper-fill.ts';
import { createQuickEmbedder } from './lib/quick-embedder.ts';
import { openPlain, type PlainPapers } from './lib/plain-papers.ts';

const COUNT = Number(process.env['ZAPOMNI_BENCH_PAPERS'] ?? '100') * 1000;
/** Fewer in a trial with a small library; the result says how many. */
const IMPORTED = Math.min(10_000, COUNT);
const PORTION = 1000;
const ROUNDS = 5;
const SHIPPED_ROUNDS = 3;
const TIMES = 200;
const FEW = 60;
/** A server that has run for a minute has looked up some, in both ways: what is measured comes after them. */
const LOOKED_UP_BEFORE = 300;
/** Agents ask now and then: both threads have gone to sleep by the time of the next question. */
const NOW_AND_THEN_MS = 50;
const EXPORTED = 1000;
/** Flat: what is held does not grow with the library. The store's cache of 16 MB, which few papers do not fill, counts as growth. */
const GOAL = {
  importOfMemories: 0.7,
  lookup: 3,
  lastPage: 2,
  search: 1.3,
  walk: 2,
  duplicates: 0.2,
  blockedMs: 20,
  exportGrowth: 1.15,
};

/** Nothing but the store: neither a model nor a reader of texts is measured with it. */
const PLAINLY = () => ({ embedder: createQuickEmbedder(), settings: { graph: 'off' } });

export async function benchPapers() {
  // As a server does.
  keepYoungGenerationSmall();
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-bench-'));
  const dataDir = path.join(folder, 'store');
  const file = path.join(folder, 'plain.db');
  try {
    const { ids, fillSeconds } = await fill(dataDir, file, path.join(folder, 'ids.json'));
    // First, while this process is as new as a server that opens a library which is there.
    const asked = await askLibrary(dataDir, { ids, file });
    return {
      papers: COUNT,
      citations: COUNT * REFERENCES,
      fillSeconds,
      goal: GOAL,
      importing: importing(),
      importingAsShipped: asGoal(await importAsShipped({ entries: IMPORTED, batch: PORTION, rounds: SHIPPED_ROUNDS })),
      ...asked,
      exporting: exporting(dataDir),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In a process of its own: what V8 collects of filling is no pause of whoever asks. */
async function fill(dataDir: string, plain: string, file: string) {
  const program = path.join(import.meta.dirname, 'lib', 'paper-fill-process.ts');
  const ms = await timed(async () => execFileSync(process.execPath, [program, dataDir, plain, String(COUNT), file]));
  return { ids: JSON.parse(readFileSync(file, 'utf8')) as string[], fillSeconds: round(ms / 1000, 0) };
}

async function askLibrary(dataDir: string, filled: Pick<Filled, 'ids' | 'file'>) {
  const { deps, close } = openTestDeps({ dataDir, ...PLAINLY() });
  const app = createApp(deps);
  try {
    return await ask({ deps, app, ...filled });
  } finally {
    await app.close();
    await close();
  }
}

/** In a process of its own, for the same reason. */
function importing() {
  const program = path.join(import.meta.dirname, 'lib', 'paper-import-process.ts');
  const words = [program, String(IMPORTED), String(PORTION), String(ROUNDS)];
  const measured = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as HeldBack;
  const isMet = measured.ofMemories >= GOAL.importOfMemories && measured.blocked.longestRunCpuMs <= GOAL.blockedMs;
  return { ...measured, isMet };
}

function asGoal<Measured extends { readonly ofMemories: number }>(measured: Measured) {
  return { ...measured, isMet: measured.ofMemories >= GOAL.importOfMemories };
}

interface Filled {
  readonly deps: Deps;
  readonly app: App;
  readonly ids: readonly string[];
  readonly file: string;
}

async function ask(filled: Filled) {
  const plain = openPlain(filled.file);
  try {
    // What is loaded on first use is there in a server that runs.
    await warmUp(filled);
    const [names, lists, duplicates] = [
      await watched(() => askPlainly(filled, plain)),
      await watched(() => askLists(filled)),
      await watched(async () => ({ duplicates: await askDuplicates(filled) })),
    ];
    const blocked = { names: names.held, lists: lists.held, duplicates: duplicates.held };
    const longest = Math.max(...Object.values(blocked).map(({ longestRunCpuMs }) => longestRunCpuMs));
    const answers = { ...names.answer, ...lists.answer, ...duplicates.answer };
    return { ...answers, blocked: { ...blocked, isMet: longest <= GOAL.blockedMs } };
  } finally {
    await plain.close();
  }
}

/** What was answered, and how long anything else had to wait meanwhile. */
async function watched<Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer; held: Held }> {
  let answer: Answer | undefined;
  const held = await watchLoop(async () => void (answer = await work()));
  return { answer: answer as Answer, held };
}

async function warmUp({ deps, app, ids }: Filled): Promise<void> {
  const { library, citing } = app.research;
  const article = ids[0] ?? '';
  await citing.walk({ workspace: WORKSPACE, article, outbound: true, inbound: false, depth: 1, limit: 1 });
  await library.list({ workspace: WORKSPACE, limit: 1, offset: 0 });
  const asked = { workspace: WORKSPACE, limit: 1, sort: 'relevance' as const };
  await library.search({ ...asked, query: 'anything', filter: { tags: [TAGS[1] ?? ''] } });
  await resolveArrivals(deps, WORKSPACE, [{ item: makeItem(0), source: 'bibliography' }]);
}

async function askPlainly({ app, ids }: Filled, plain: PlainPapers) {
  const random = seeded(5);
  const anywhere = (): number => Math.floor(random() * COUNT);
  const { library, citing } = app.research;
  const lookups = {
    ours: () => library.find(WORKSPACE, `10.1000/p${anywhere()}`),
    beside: () => plain.ask('lookup', `10.1000/p${anywhere()}`),
    alone: () => plain.alone('lookup', `10.1000/p${anywhere()}`),
  };
  const lookup = await inTurns(TIMES, lookups, { unmeasured: LOOKED_UP_BEFORE });
  const lookupNowAndThen = await inTurns(FEW, lookups, { pauseMs: NOW_AND_THEN_MS });
  const walking = { workspace: WORKSPACE, outbound: true, inbound: false, depth: 2, limit: 200 };
  const walk = await inTurns(FEW, {
    ours: () => citing.walk({ ...walking, article: ids[anywhere()] ?? '' }),
    beside: () => plain.ask('walk', ids[anywhere()] ?? ''),
    alone: () => plain.alone('walk', ids[anywhere()] ?? ''),
  });
  return {
    lookup: compared(lookup, GOAL.lookup),
    lookupNowAndThen: compared(lookupNowAndThen, GOAL.lookup),
    walk: compared(walk, GOAL.walk),
  };
}

async function askLists({ app }: Filled) {
  const query = queryMaker(7);
  const { library } = app.research;
  const page = (offset: number) => library.list({ workspace: WORKSPACE, limit: 50, offset });
  const lastPage = await inTurns(FEW, { ours: () => page(COUNT - 50), beside: () => page(0) });
  const filter = { dateFrom: '2000', type: 'article-journal', tags: [TAGS[1] ?? ''] };
  const asked = { workspace: WORKSPACE, limit: 10, sort: 'relevance' as const, filter };
  const memories = { workspaces: [WORKSPACE], limit: 10, filter: { kinds: ['paper'] } };
  // As `search_memory` does it: what is found is cited by the document and page that it is of.
  const recall = async (text: string) => app.documents.cite(await app.search.run({ ...memories, query: text }), text);
  const search = await inTurns(FEW, {
    ours: () => library.search({ ...asked, query: query(4) }),
    beside: () => recall(query(4)),
    foundOnly: () => app.search.run({ ...memories, query: query(4) }),
  });
  return { lastPage: compared(lastPage, GOAL.lastPage), search: compared(search, GOAL.search) };
}

/** A paper that is not there yet, looked for by its ids, title and citekey, as adding it begins; and added. */
async function askDuplicates({ deps, app }: Filled) {
  let next = COUNT;
  const arrival = () => ({ item: makeItem(next++), source: 'bibliography' as const });
  const checked = await inTurns(FEW, {
    ours: () => resolveArrivals(deps, WORKSPACE, [arrival()]),
    beside: () => app.research.library.save({ workspace: WORKSPACE, arrivals: [arrival()] }),
  });
  return compared(checked, GOAL.duplicates);
}

/**
 * Few, the same few until as much has been written as there is in all, and all, in processes of their own. The engine gives itself more room
 * the longer it works, whatever it works on: what the size of a library takes is what the last has more than the second.
 */
function exporting(dataDir: string) {
  const program = path.join(import.meta.dirname, 'lib', 'paper-export-process.ts');
  const run = (count: number, times: number) => {
    const told = execFileSync(process.execPath, [program, dataDir, String(count), String(times)], { encoding: 'utf8' });
    return JSON.parse(told) as { maxRssMb: number };
  };
  const [few, fewOften, all] = [run(EXPORTED, 1), run(EXPORTED, Math.ceil(COUNT / EXPORTED)), run(COUNT, 1)];
  const [growthMb, sinceFew] = [all.maxRssMb - fewOften.maxRssMb, round(all.maxRssMb / few.maxRssMb)];
  return { few, fewOften, all, growthMb, sinceFew, isMet: sinceFew <= GOAL.exportGrowth };
}

type Ways = Readonly<Record<string, () => unknown>> & { readonly ours: () => unknown; readonly beside: () => unknown };

interface Turns {
  /** So many come first. */
  readonly unmeasured?: number;
  /** Before each. */
  readonly pauseMs?: number;
}

/** Each way in turn, so that what else the machine does meets all of them. */
async function inTurns(times: number, ways: Ways, turns: Turns = {}): Promise<Record<string, Spread>> {
  const { unmeasured = Math.floor(times / 10), pauseMs = 0 } = turns;
  const samples = new Map<string, number[]>(Object.keys(ways).map((way) => [way, []]));
  for (let turn = 0; turn < unmeasured + times; turn++)
    for (const [way, work] of Object.entries(ways)) {
      if (pauseMs > 0) await setTimeout(pauseMs);
      samples.get(way)?.push(await timed(async () => work()));
    }
  return Object.fromEntries([...samples].map(([way, taken]) => [way, spread(taken.slice(unmeasured))]));
}

function compared(ms: Record<string, Spread>, goal: number) {
  const ratio = round((ms['ours']?.p50 ?? Number.NaN) / (ms['beside']?.p50 ?? Number.NaN));
  return { ms, ratio, goal, isMet: ratio <= goal };
}
