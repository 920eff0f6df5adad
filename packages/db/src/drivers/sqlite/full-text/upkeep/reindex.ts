/**
 * Indexes a workspace anew from its texts, while nobody waits: after the rules for terms changed, or in a store from
 * before there was this index. What was there goes on answering; the new segments wait until all are made and then take
 * its place in one transaction. The segments made are the note of how far the work has come.
 */
import type { Database } from '../../connection/database.ts';
import { readPassages } from '../../memories/read-passages.ts';
import type { Store } from '../../store.ts';
import { dropFts } from '../fts5-words.ts';
import type { WordLimits } from '../postings/limits.ts';
import { planMerge } from './merge-plan.ts';
import { packWords } from '../postings/packed-words.ts';
import { wordsOf } from '../../../../shared/passage-words.ts';
import { SegmentDraft } from '../postings/segment-draft.ts';
import { listSegments, setState } from '../postings/segment-rows.ts';
import { logWords } from '../postings/word-log.ts';

/** Marks every passage there is as indexed by other rules than today's. */
export function markStale(db: Database): void {
  const stale = db.all<{ workspace: number; last: number }>(
    'SELECT workspace, max(id) AS last FROM passages GROUP BY workspace',
  );
  for (const { workspace, last } of stale) {
    for (const { id, state } of listSegments(db, workspace)) if (state !== 'ready') setState(db, id, 'dropped');
    db.run('UPDATE word_segments SET merged_into = NULL WHERE workspace = ?', workspace);
    const sql = `INSERT INTO word_indexes (workspace, stale_to) VALUES (?, ?)
                 ON CONFLICT DO UPDATE SET stale_to = excluded.stale_to`;
    db.run(sql, workspace, last);
  }
}

interface StaleWorkspace {
  readonly workspace: number;
  readonly stale_to: number;
}

export function findStale(db: Database): StaleWorkspace | undefined {
  return db.get<StaleWorkspace>(
    'SELECT workspace, stale_to FROM word_indexes WHERE stale_to IS NOT NULL ORDER BY workspace LIMIT 1',
  );
}

export class Reindex {
  readonly #limits: WordLimits;
  #draft: SegmentDraft | undefined;
  /** The last passage that was looked at for the draft, and the one before its first. */
  #reached = 0;
  #begun = 0;

  constructor(limits: WordLimits) {
    this.#limits = limits;
  }

  /** False when no workspace is stale. */
  portion(store: Store): boolean {
    const { db } = store;
    const stale = store.read(() => findStale(db));
    if (!stale) return store.attempt(() => dropFts(db));
    const more = store.read(() => this.#readOn(db, stale));
    if (more && (this.#draft?.size ?? 0) < this.#limits.tail) return true;
    this.#draft?.prepare();
    store.attempt(() => this.#write(db, stale, !more));
    this.#draft = undefined;
    return true;
  }

  /** False when there are no more passages to read. */
  #readOn(db: Database, { workspace, stale_to }: StaleWorkspace): boolean {
    if (this.#draft?.workspace !== workspace) this.#begin(db, workspace);
    const sql = 'SELECT id FROM passages WHERE workspace = ? AND id > ? AND id <= ? ORDER BY id LIMIT ?';
    const ids = db
      .all<{ id: number }>(sql, workspace, this.#reached, stale_to, this.#limits.texts)
      .map((row) => row.id);
    for (const { id, text } of readPassages(db, ids)) this.#draft?.add(id, packWords(wordsOf(text)));
    this.#reached = ids.at(-1) ?? this.#reached;
    return ids.length === this.#limits.texts;
  }

  #begin(db: Database, workspace: number): void {
    this.#draft = new SegmentDraft(workspace);
    this.#begun = lastMade(db, workspace);
    this.#reached = this.#begun;
  }

  #write(db: Database, stale: StaleWorkspace, isLast: boolean): void {
    const draft = this.#draft;
    const { workspace } = stale;
    // Another process may have come further, or begun anew.
    if (!draft || lastMade(db, workspace) !== this.#begun || findStale(db)?.stale_to !== stale.stale_to) return;
    const left = draft.without(findGone(db, draft.passages));
    if (left.size > 0) left.write(db, 'waiting', this.#limits.blockBytes);
    if (isLast) replaceIndex(db, stale, this.#limits.merged);
  }
}

function lastMade(db: Database, workspace: number): number {
  return Math.max(0, ...listSegments(db, workspace, 'waiting').map((segment) => segment.last));
}

function findGone(db: Database, passages: readonly number[]): Set<number> {
  const rows = db.rows<[number]>(
    'SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM passages)',
    JSON.stringify(passages),
  );
  return new Set(Array.from(rows, ([passage]) => passage));
}

function replaceIndex(db: Database, { workspace, stale_to }: StaleWorkspace, fanout: number): void {
  for (const { id } of listSegments(db, workspace, 'ready')) setState(db, id, 'dropped');
  for (const { id } of listSegments(db, workspace, 'waiting')) setState(db, id, 'ready');
  db.run('DELETE FROM word_tail WHERE workspace = ? AND passage <= ?', workspace, stale_to);
  const ready = `FROM word_segments WHERE workspace = ?1 AND state = 'ready'`;
  const tail = 'FROM word_tail WHERE workspace = ?1';
  db.run(
    `UPDATE word_indexes SET stale_to = NULL, tail = (SELECT count(*) ${tail}),
       passages = (SELECT total(passages) ${ready}) + (SELECT count(*) ${tail}),
       length = (SELECT total(length) ${ready}) + (SELECT total(length) ${tail})
     WHERE workspace = ?1`,
    workspace,
  );
  logWords(db, workspace, 'reset');
  planMerge(db, workspace, fanout);
}
