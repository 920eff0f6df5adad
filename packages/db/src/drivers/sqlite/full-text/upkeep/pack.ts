/**
 * From the tail into a segment, in portions: some read the tail on, one sorts, and the last locks the store to write the
 * result. A crash loses what was read; nothing in the store tells of it.
 */
import type { Database } from '../../connection/database.ts';
import type { Store } from '../../store.ts';
import type { WordLimits } from '../postings/limits.ts';
import { planMerge } from './merge-plan.ts';
import { SegmentDraft } from '../postings/segment-draft.ts';
import { readTail } from '../postings/tail-part.ts';
import { logWords } from '../postings/word-log.ts';

/** A segment takes no more passages than hold terms of so many letters. */
const MOST_UNITS = 8_000_000;

export class Pack {
  readonly #limits: WordLimits;
  #draft: SegmentDraft | undefined;
  #units = 0;
  #isSorted = false;

  constructor(limits: WordLimits) {
    this.#limits = limits;
  }

  /** False when no tail is long enough. */
  portion(store: Store): boolean {
    const { db } = store;
    const draft = this.#draft ?? this.#begin(db);
    if (!draft) return false;
    if (this.#isSorted) {
      store.attempt(() => replaceTail(db, draft, this.#limits));
      this.#draft = undefined;
    } else if (!store.read(() => this.#readOn(db, draft))) {
      draft.prepare();
      this.#isSorted = true;
    }
    return true;
  }

  #begin(db: Database): SegmentDraft | undefined {
    const workspace = findLongTail(db, this.#limits.tail);
    this.#units = 0;
    this.#isSorted = false;
    this.#draft = workspace === undefined ? undefined : new SegmentDraft(workspace);
    return this.#draft;
  }

  /** False when enough has been read. */
  #readOn(db: Database, draft: SegmentDraft): boolean {
    const { tail, texts } = this.#limits;
    let read = 0;
    for (const { passage, words } of readTail(db, draft.workspace, draft.last, Math.min(texts, tail - draft.size))) {
      draft.add(passage, words);
      this.#units += words.terms.length;
      read += 1;
    }
    return read > 0 && draft.size < tail && this.#units < MOST_UNITS;
  }
}

export function findLongTail(db: Database, limit: number): number | undefined {
  const sql = 'SELECT workspace FROM word_indexes WHERE tail >= ? AND stale_to IS NULL LIMIT 1';
  return db.value<number>(sql, limit);
}

/** Another process may have packed or removed some meanwhile; then nothing is done, and the next portion begins anew. */
function replaceTail(db: Database, draft: SegmentDraft, limits: WordLimits): void {
  const range = [draft.workspace, draft.passages[0] ?? 0, draft.last];
  const counted = 'SELECT count(*) FROM word_tail WHERE workspace = ? AND passage BETWEEN ? AND ?';
  if (draft.size === 0 || isStale(db, draft.workspace) || db.value(counted, ...range) !== draft.size) return;
  draft.write(db, 'ready', limits.blockBytes);
  db.run('DELETE FROM word_tail WHERE workspace = ? AND passage BETWEEN ? AND ?', ...range);
  db.run('UPDATE word_indexes SET tail = tail - ? WHERE workspace = ?', draft.size, draft.workspace);
  logWords(db, draft.workspace, 'arranged');
  planMerge(db, draft.workspace, limits.merged);
}

function isStale(db: Database, workspace: number): boolean {
  const sql = 'SELECT 1 FROM word_indexes WHERE workspace = ? AND stale_to IS NULL';
  return db.value(sql, workspace) === undefined;
}
