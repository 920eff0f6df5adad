/**
 * The ids and citations of a library in tables of their own, asked by statements that do nothing else: in a file, in a thread, as the store
 * is, so that what differs is what the library does. `alone` is the statement without the way to the thread and back.
 */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { citations, makeItem } from './paper-fill.ts';

const TWO_STEPS = `WITH RECURSIVE walk (id, depth) AS (
    SELECT ?, 0 UNION SELECT cited, depth + 1 FROM walk JOIN cites ON citing = id WHERE depth < 2)
  SELECT papers.id, min(depth) AS depth, value FROM walk JOIN papers ON papers.id = walk.id GROUP BY papers.id`;

type Ask = 'lookup' | 'walk';

class Statements {
  readonly #db: DatabaseSync;
  readonly #ways;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#ways = {
      lookup: this.#db.prepare('SELECT value FROM papers WHERE doi = ?'),
      walk: this.#db.prepare(TWO_STEPS),
    };
  }

  ask(way: Ask, argument: string): string[] {
    return this.#ways[way].all(argument).map((row) => String(row['value']));
  }

  close(): void {
    this.#db.close();
  }
}

export function fillPlain(file: string, ids: readonly string[]): void {
  if (existsSync(file)) throw new Error(`${file} exists`);
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE papers (id TEXT PRIMARY KEY, doi TEXT UNIQUE, value TEXT)');
  db.exec('CREATE TABLE cites (citing TEXT, cited TEXT); BEGIN');
  const paper = db.prepare('INSERT INTO papers VALUES (?, ?, ?)');
  const cite = db.prepare('INSERT INTO cites VALUES (?, ?)');
  let i = 0;
  for (const places of citations(ids.length)) {
    const id = ids[i] ?? '';
    paper.run(id, `10.1000/p${i}`, JSON.stringify({ id, ...makeItem(i++) }));
    for (const place of places) cite.run(id, ids[place] ?? '');
  }
  db.exec('COMMIT; CREATE INDEX by_citing ON cites (citing)');
  db.close();
}

export interface PlainPapers {
  /** What was found, parsed. */
  ask(way: Ask, argument: string): Promise<unknown[]>;
  alone(way: Ask, argument: string): unknown[];
  close(): Promise<void>;
}

export function openPlain(file: string): PlainPapers {
  const thread = new Worker(new URL(import.meta.url), { workerData: file });
  const here = new Statements(file);
  const parsed = (values: readonly string[]): unknown[] => values.map((value) => JSON.parse(value) as unknown);
  return {
    ask: (way, argument) =>
      new Promise((resolve, reject) => {
        thread.once('error', reject);
        thread.once('message', (values: string[]) => {
          thread.off('error', reject);
          resolve(parsed(values));
        });
        thread.postMessage([way, argument]);
      }),
    alone: (way, argument) => parsed(here.ask(way, argument)),
    async close() {
      here.close();
      await thread.terminate();
    },
  };
}

if (!isMainThread && typeof workerData === 'string') {
  const statements = new Statements(workerData);
  parentPort?.on('message', ([way, argument]: [Ask, string]) => parentPort?.postMessage(statements.ask(way, argument)));
}
