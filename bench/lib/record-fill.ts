/** Records of ten fields, their key among them, the same in every run, and a plain table with the same fields and indexes beside the store. */
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { collection, defineCollection } from '@zapomni/core/records';
import type { RecordPut, Storage } from '@zapomni/core/ports';
import { seeded } from '@zapomni/testkit/seeded';
import { sentenceMaker } from './corpus.ts';

export const STATUSES = ['unread', 'reading', 'read', 'kept', 'lost'] as const;
const HOSTS = 2000;
export const YEAR_MS = 365 * 86_400_000;
export const FIRST = 1_700_000_000_000;

export const BOOKMARKS = defineCollection({
  name: 'bookmarks',
  schema: z.object({
    url: z.string(),
    title: z.string(),
    host: z.string(),
    status: z.enum(STATUSES),
    addedAt: z.number(),
    rating: z.number().nullable(),
    note: z.string(),
    author: z.string(),
    folder: z.string().nullable(),
  }),
  indexes: {
    by_url: { fields: ['url'], unique: true },
    by_status: ['status', 'addedAt'],
    by_host: ['host', 'addedAt'],
  },
});

/** The id is the record's key. */
export type Bookmark = { readonly id: string } & z.output<typeof BOOKMARKS.schema>;

export function bookmarkMaker(): () => Bookmark {
  const random = seeded(11);
  const sentence = sentenceMaker(12);
  const hex = (digits: number) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return () => {
    const host = `site-${Math.floor(random() * HOSTS)}.example`;
    return {
      id: `${hex(8)}-${hex(4)}-7${hex(3)}-${hex(4)}-${hex(12)}`,
      url: `https://${host}/${hex(8)}/${hex(8)}`,
      title: sentence(6),
      host,
      status: STATUSES[Math.floor(random() * STATUSES.length)] ?? 'unread',
      addedAt: FIRST + Math.floor(random() * YEAR_MS),
      rating: random() < 0.5 ? null : Math.floor(random() * 50) / 10,
      note: sentence(20),
      author: sentence(2),
      folder: random() < 0.3 ? null : `folder ${Math.floor(random() * 300)}`,
    };
  };
}

/** What is written for a bookmark; made before the clock runs, as the values of the plain table are. */
export function putMaker(): (bookmark: Bookmark) => RecordPut {
  // Only its index keys and JSON are asked for: nothing is read or written.
  const { writeFor } = collection({ storage: {} as Storage, clock: { now: () => 0 } }, BOOKMARKS);
  return ({ id, ...bookmark }) => writeFor(id, bookmark);
}

/** With the settings of the store where they decide speed: page, cache, journal, durability. */
export class PlainTable {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #one: StatementSync;
  readonly #page: StatementSync;

  constructor(folder: string) {
    this.#db = new DatabaseSync(join(folder, 'plain.db'));
    this.#db
      .exec(`PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;
      CREATE TABLE bookmarks (id TEXT PRIMARY KEY, url TEXT NOT NULL, title TEXT NOT NULL, host TEXT NOT NULL,
        status TEXT NOT NULL, added_at INTEGER NOT NULL, rating REAL, note TEXT NOT NULL, author TEXT NOT NULL, folder TEXT);
      CREATE UNIQUE INDEX by_url ON bookmarks (url);
      CREATE INDEX by_status ON bookmarks (status, added_at);
      CREATE INDEX by_host ON bookmarks (host, added_at)`);
    this.#insert = this.#db.prepare('INSERT INTO bookmarks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#one = this.#db.prepare('SELECT * FROM bookmarks WHERE id = ?');
    this.#page = this.#db.prepare(
      'SELECT * FROM bookmarks WHERE status = ? AND added_at >= ? ORDER BY added_at LIMIT ?',
    );
  }

  insert(bookmarks: readonly Bookmark[]): void {
    this.#db.exec('BEGIN IMMEDIATE');
    for (const one of bookmarks) this.#insert.run(...Object.values(one));
    this.#db.exec('COMMIT');
  }

  one(id: string): unknown {
    return this.#one.get(id);
  }

  page(status: string, from: number, limit: number): unknown[] {
    return this.#page.all(status, from, limit);
  }

  close(): void {
    this.#db.close();
  }
}
