/**
 * A library of so many papers with ten references each (ZAPOMNI_BENCH_PAPERS says how many, in thousands), as a tool waits for it: keeping
 * papers beside keeping the same texts as memories; then looking one up, listing, searching with filters and walking citations, beside what the plain
 * store does for the same. The embedder is a fake in both, so that what is compared is what the library adds.
 */
import { DatabaseSync } from 'node:sqlite';
import { createApp, type App, type Deps } from '@zapomni/core';
import type { BibliographicItem } from '@zapomni/core/model';
import { collection } from '@zapomni/core/records';
import { PAPER_REFERENCES } from '@zapomni/core/research-records';
import { openTestDeps } from '@zapomni/testkit/deps';
import { seeded } from '@zapomni/testkit/seeded';
import { queryMaker, sentenceMaker } from './lib/corpus.ts';
import { round, spread, timed } from './lib/figures.ts';

const COUNT = Number(process.env['ZAPOMNI_BENCH_PAPERS'] ?? '100') * 1000;
const BATCH = 500;
const COMPARED = 3000;
const REFERENCES = 10;
const WORDS = 120;
const TIMES = 200;
const FEW = 40;
const WORKSPACE = 'default';
const GOAL = { importOfMemories: 0.7, lookup: 3, lastPage: 2, search: 1.3, walk: 2 };

export async function benchPapers() {
  const importing = await benchImport();
  const { deps, close } = openTestDeps();
  try {
    const app = createApp(deps);
    let ids: string[] = [];
    const fillMs = await timed(async () => {
      ids = await fill(deps, app);
    });
    const asked = await ask(app, ids);
    await app.close();
    return {
      papers: COUNT,
      citations: COUNT * REFERENCES,
      fillSeconds: round(fillMs / 1000, 0),
      goal: GOAL,
      importing,
      ...asked,
    };
  } finally {
    await close();
  }
}

/** In turns, each into its own store, so that whatever else the machine does falls on both alike. */
async function benchImport() {
  const [papers, memories] = [openTestDeps(), openTestDeps()];
  const [library, plain] = [createApp(papers.deps), createApp(memories.deps)];
  const samples = { papers: [] as number[], memories: [] as number[] };
  try {
    for (let at = 0; at < COMPARED; at += BATCH) {
      const items = Array.from({ length: BATCH }, (_, i) => makeItem(at + i));
      const drafts = items.map(({ title, abstract }) => ({ text: `${title}\n\n${abstract}` }));
      samples.papers.push(await timed(() => keep(library, items)));
      samples.memories.push(await timed(() => plain.memories.add({ workspace: WORKSPACE, drafts, batch: true })));
    }
  } finally {
    for (const app of [library, plain]) await app.close();
    for (const one of [papers, memories]) await one.close();
  }
  // The first portions warm both up.
  const [mine, theirs] = [spread(samples.papers.slice(1)), spread(samples.memories.slice(1))];
  const ofMemories = round(theirs.p50 / mine.p50);
  return { portion: BATCH, papersMs: mine, memoriesMs: theirs, ofMemories, isMet: ofMemories >= GOAL.importOfMemories };
}

const keep = (app: App, items: readonly BibliographicItem[]) =>
  app.research.library.save({
    workspace: WORKSPACE,
    arrivals: items.map((item) => ({ item, source: 'bibliography' })),
  });

function makeItem(i: number): BibliographicItem {
  const say = sentenceMaker(i + 1);
  return {
    type: i % 3 === 0 ? 'paper-conference' : 'article-journal',
    title: `${say(8)} ${i}`,
    abstract: say(WORDS),
    contributors: [{ role: 'author', family: `Family${i % 5000}`, given: 'Ada' }],
    identifiers: [{ scheme: 'doi', value: `10.1000/p${i}` }],
    container_title: `Journal ${i % 200}`,
    issued: { year: 1990 + (i % 35) },
  };
}

async function fill(deps: Deps, app: App): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < COUNT; at += BATCH) {
    const saved = await keep(
      app,
      Array.from({ length: BATCH }, (_, i) => makeItem(at + i)),
    );
    ids.push(...saved.map(({ paper }) => paper?.key ?? ''));
  }
  const random = seeded(3);
  const lists = ids.map((paper) => {
    const cited = Array.from({ length: REFERENCES }, () => ids[Math.floor(random() * COUNT)] ?? '');
    const references = cited.map((one, n) => ({ ...REFERENCE, n: n + 1, cited: one }));
    const list: [string, { paper: string; part: number; cited: string[]; references: typeof references }] = [
      `${paper}.0`,
      { paper, part: 0, cited: [...new Set(cited)], references },
    ];
    return list;
  });
  await collection(deps, PAPER_REFERENCES).putMany(WORKSPACE, lists);
  return ids;
}

const REFERENCE = { marker: null, raw: null, item: null, confidence: 1, method: 'id' as const, source: 'bench' };

async function ask(app: App, ids: readonly string[]) {
  const plain = openPlain(ids);
  const random = seeded(5);
  const query = queryMaker(7);
  const anywhere = (): number => Math.floor(random() * COUNT);
  const { library, citing } = app.research;
  const page = (offset: number) => library.list({ workspace: WORKSPACE, limit: 50, offset });
  const filter = { dateFrom: '2000', type: 'article-journal', minCitations: 0, tags: [] };
  const asked = Array.from({ length: FEW }, () => query(4));
  const lookup = await each(TIMES, () => library.find(WORKSPACE, `10.1000/p${anywhere()}`));
  const plainLookup = await each(TIMES, () => plain.lookup(`10.1000/p${anywhere()}`));
  const [first, last] = [await each(FEW, () => page(0)), await each(FEW, () => page(COUNT - 50))];
  const search = await each(FEW, (i) =>
    library.search({ workspace: WORKSPACE, query: asked[i] ?? '', filter, limit: 10, sort: 'relevance' }),
  );
  const inMemories = await each(FEW, (i) =>
    app.search.run({ workspaces: [WORKSPACE], query: asked[i] ?? '', limit: 10, filter: { kinds: ['paper'] } }),
  );
  const walking = { outbound: true, inbound: false, depth: 2, limit: 200 };
  const walk = await each(FEW, () => citing.walk({ workspace: WORKSPACE, article: ids[anywhere()] ?? '', ...walking }));
  const plainWalk = await each(FEW, () => plain.walk(ids[anywhere()] ?? ''));
  plain.close();
  return {
    lookup: compared(lookup, plainLookup, GOAL.lookup),
    lastPage: compared(last, first, GOAL.lastPage),
    search: compared(search, inMemories, GOAL.search),
    walk: compared(walk, plainWalk, GOAL.walk),
  };
}

type Samples = ReturnType<typeof spread>;

function compared(ms: Samples, besideMs: Samples, goal: number) {
  const ratio = round(ms.p50 / besideMs.p50);
  return { ms, besideMs, ratio, goal, isMet: ratio <= goal };
}

async function each(times: number, work: (i: number) => unknown): Promise<Samples> {
  const samples: number[] = [];
  for (let i = 0; i < times; i++) samples.push(await timed(async () => work(i)));
  return spread(samples);
}

/** The same ids and citations in tables of their own, asked by statements that do nothing else. */
function openPlain(ids: readonly string[]) {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE papers (doi TEXT PRIMARY KEY, value TEXT); CREATE TABLE cites (citing TEXT, cited TEXT)');
  const [paper, cite] = [db.prepare('INSERT INTO papers VALUES (?, ?)'), db.prepare('INSERT INTO cites VALUES (?, ?)')];
  const random = seeded(3);
  db.exec('BEGIN');
  for (const [i, id] of ids.entries()) {
    paper.run(`10.1000/p${i}`, JSON.stringify({ id, ...makeItem(i) }));
    for (let n = 0; n < REFERENCES; n++) cite.run(id, ids[Math.floor(random() * COUNT)] ?? '');
  }
  db.exec('COMMIT; CREATE INDEX by_citing ON cites (citing)');
  const byDoi = db.prepare('SELECT value FROM papers WHERE doi = ?');
  const twoSteps = db.prepare(
    `WITH RECURSIVE walk (id, depth) AS (SELECT ?, 0 UNION SELECT cited, depth + 1 FROM walk JOIN cites ON citing = id WHERE depth < 2)
     SELECT id, min(depth) FROM walk GROUP BY id`,
  );
  return {
    lookup: (doi: string) => JSON.parse(String(byDoi.get(doi)?.['value'])) as unknown,
    walk: (id: string) => twoSteps.all(id),
    close: () => db.close(),
  };
}
