/**
 * The word index at 10 k, 100 k and 1 M passages, and FTS5 with the same terms at 100 k in the same run. Passages are made
 * of a 50,000-word vocabulary with Zipf's distribution, 60 to 300 words each, and go into the index as terms: cutting texts
 * into terms costs either the same and is left out. Queries are three to five terms that 1.5 to 8 % of the passages hold.
 * Times are CPU, of one thread, best 10 asked for.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packWords } from '../packages/db/src/drivers/sqlite/full-text/postings/packed-words.ts';
import { openTrial, type Trial } from '../packages/db/src/drivers/sqlite/testing/open-trial.ts';
import { seeded } from '@zapomni/testkit/seeded';
import { round, spread } from './lib/figures.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const FTS_SIZE = 100_000;
const VOCABULARY = 50_000;
const BATCH = 1000;
const QUERIES = 200;
const K = 10;
const SCOPE = { workspace: 'default' };

export async function benchWords() {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const trial = openTrial(dataDir);
  const corpus = new Corpus(trial);
  const rows = [];
  try {
    for (const size of SIZES) {
      const written = corpus.grow(size);
      const row = { passages: size, ...written, ...measure(trial, size) };
      console.log(JSON.stringify(row));
      rows.push(row);
    }
  } finally {
    trial.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { rows, fts5: benchFts5() };
}

/** Terms of one passage, with how often each occurs. */
function passageMaker(seed: number): () => Map<string, number> {
  const random = seeded(seed);
  return () => {
    const counts = new Map<string, number>();
    for (let left = 60 + Math.floor(random() * 241); left > 0; left--) {
      const term = wordOf(Math.floor(VOCABULARY ** random()));
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return counts;
  };
}

/** Different, of one to four syllables. */
function makeWords(): string[] {
  const random = seeded(5);
  const letter = (letters: string): string => letters[Math.floor(random() * letters.length)] ?? '';
  const syllable = (): string => letter('bcdfghjklmnprstvwzxq') + letter('aeiou');
  const made = new Set<string>();
  while (made.size <= VOCABULARY) {
    const length = 1 + Math.floor(random() * 4);
    made.add(Array.from({ length }, syllable).join('') + (random() < 0.4 ? letter('nrstlk') : ''));
  }
  return [...made];
}

const words = makeWords();

function wordOf(rank: number): string {
  return words[rank] ?? '';
}

/** Ranks whose words 1.5 to 8 % of the passages hold. */
function queryMaker(seed: number): () => string[] {
  const random = seeded(seed);
  return () => Array.from({ length: 3 + Math.floor(random() * 3) }, () => wordOf(190 + Math.floor(random() * 950)));
}

class Corpus {
  readonly #trial: Trial;
  readonly #next = passageMaker(1);
  #size = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
    const { db } = trial.store;
    db.run(
      'INSERT INTO workspaces (id, name, title, description, created_at) VALUES (1, ?, ?, ?, 0)',
      'default',
      '',
      '',
    );
    db.run(
      `INSERT INTO memories (id, uuid, workspace, kind, tags, source, metadata, hash, happened_at, created_at, updated_at,
         version, recorded_at, valid_from, length, bytes, preview, passage_count)
       VALUES (1, 'uuid', 1, '', '[]', '', '{}', '', 0, 0, 0, 1, 0, 0, 0, 0, '', 0)`,
    );
  }

  /** What a passage cost: its row in the tail, and its share of packing and merging. */
  grow(size: number) {
    const { store } = this.#trial;
    const before = { size: this.#size, bytes: fileBytes(this.#trial) };
    let [tail, upkeep, longest] = [0, 0, 0];
    while (this.#size < size) {
      const passages = Array.from({ length: BATCH }, () => packed(this.#next()));
      this.#addPassages();
      tail += cpu(() => store.write(() => this.#addWords(passages)));
      for (const portion of this.#tend()) {
        upkeep += portion;
        longest = Math.max(longest, portion);
      }
    }
    const added = this.#size - before.size;
    return {
      write: {
        tailUsPerPassage: round((tail / added) * 1000, 1),
        upkeepUsPerPassage: round((upkeep / added) * 1000, 1),
        longestPortionMs: round(longest, 1),
      },
      bytesPerPassage: Math.round((fileBytes(this.#trial) - before.bytes) / added),
    };
  }

  /** What each portion of upkeep took, until nothing is left to do. */
  *#tend(): Generator<number> {
    for (;;) {
      let more = false;
      const took = cpu(() => (more = this.#trial.portion()));
      if (!more) return;
      yield took;
    }
  }

  #addPassages(): void {
    const { db } = this.#trial.store;
    this.#trial.store.write(() => {
      for (let i = 1; i <= BATCH; i++) {
        db.run(
          `INSERT INTO passages (id, memory, workspace, live, ordinal, start, end, byte_start, byte_end)
           VALUES (?, 1, 1, 1, 0, 0, 0, 0, 0)`,
          this.#size + i,
        );
      }
    });
  }

  #addWords(passages: readonly ReturnType<typeof packed>[]): void {
    const { db } = this.#trial.store;
    let length = 0;
    for (const one of passages) {
      this.#size += 1;
      length += one.length;
      const sql = 'INSERT INTO word_tail (workspace, passage, length, terms, counts) VALUES (1, ?, ?, ?, ?)';
      db.run(sql, this.#size, one.length, one.terms, one.counts);
    }
    db.run(
      `INSERT INTO word_indexes (workspace, passages, length, tail) VALUES (1, ?1, ?2, ?1)
       ON CONFLICT DO UPDATE SET passages = passages + ?1, length = length + ?2, tail = tail + ?1`,
      passages.length,
      length,
    );
  }
}

function packed(counts: ReadonlyMap<string, number>) {
  const length = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return packWords({ terms: [...counts.keys()], counts: [...counts.values()], length });
}

function measure(trial: Trial, passages: number) {
  const query = queryMaker(7);
  const first = cpu(() => trial.fullText.search({ terms: query() }, K, SCOPE));
  const queries = Array.from({ length: QUERIES }, () => query());
  for (const terms of queries.slice(0, 30)) trial.fullText.search({ terms }, K, SCOPE);
  let postings = 0;
  const times = queries.map((terms) => {
    postings += trial.fullText.frequencies(terms, 'default').counts.reduce((sum, count) => sum + count, 0);
    return cpu(() => trial.fullText.search({ terms }, K, SCOPE));
  });
  const total = times.reduce((sum, time) => sum + time, 0);
  const common = queries.map((terms) =>
    cpu(() => trial.fullText.search({ terms: [...terms, wordOf(2), wordOf(9)] }, K, SCOPE)),
  );
  return {
    segments: trial.store.db.value<number>(`SELECT count(*) FROM word_segments WHERE state = 'ready'`),
    queryMs: spread(times),
    withTwoCommonTermsMs: spread(common),
    postingsPerQuery: Math.round(postings / QUERIES),
    usPerPosting: round((total / postings) * 1000, 4),
    firstQueryMs: round(first, 1),
    firstQueryOfProcessMs: round(freshProcess(trial, query()), 1),
    rssMb: Math.round(process.memoryUsage().rss / 1e6),
    shareOfMatches: round(postings / QUERIES / passages, 3),
  };
}

/** A process that has not read anything yet. */
function freshProcess(trial: Trial, terms: readonly string[]): number {
  const other = openTrial(trial.store.dataDir);
  try {
    return cpu(() => other.fullText.search({ terms }, K, SCOPE));
  } finally {
    other.close();
  }
}

function benchFts5() {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const trial = openTrial(dataDir);
  const { db } = trial.store;
  try {
    db.exec(`CREATE VIRTUAL TABLE words USING fts5(terms, detail = full, tokenize = "ascii tokenchars '+#_'")`);
    db.exec(`INSERT INTO words(words, rank) VALUES ('secure-delete', 1)`);
    const next = passageMaker(1);
    const before = fileBytes(trial);
    let write = 0;
    for (let id = 1; id <= FTS_SIZE; id += BATCH) {
      const texts = Array.from({ length: BATCH }, () =>
        [...next()].flatMap(([t, n]) => Array<string>(n).fill(t)).join(' '),
      );
      write += cpu(() =>
        trial.store.write(() => {
          for (const [i, text] of texts.entries())
            db.run('INSERT INTO words (rowid, terms) VALUES (?, ?)', id + i, text);
        }),
      );
    }
    const query = queryMaker(7);
    const sql = 'SELECT rowid, bm25(words) AS badness FROM words WHERE words MATCH ? ORDER BY badness LIMIT ?';
    const times = Array.from({ length: 60 }, () => {
      const match = query()
        .map((term) => `"${term}"`)
        .join(' OR ');
      return cpu(() => db.all(sql, match, K));
    });
    return {
      passages: FTS_SIZE,
      writeUsPerPassage: round((write / FTS_SIZE) * 1000, 1),
      queryMs: spread(times),
      bytesPerPassage: Math.round((fileBytes(trial) - before) / FTS_SIZE),
    };
  } finally {
    trial.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** In use, in the store's file. */
function fileBytes({ store: { db } }: Trial): number {
  const pages = (db.value<number>('PRAGMA page_count') ?? 0) - (db.value<number>('PRAGMA freelist_count') ?? 0);
  return pages * (db.value<number>('PRAGMA page_size') ?? 0);
}

/** Milliseconds of CPU. */
function cpu(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
