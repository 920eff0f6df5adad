/**
 * One workspace's words as this process holds them: which passage has which slot, how long it is and whether it was
 * superseded, and the tail turned over. Postings of segments stay in the store and are read as terms are asked for.
 * `follow` reads what changed since the last look, so that a query sees what any process has committed.
 *
 *   slots   0 … segment … segment … segment │ tail … →     ascending like the passages in them
 */
import type { Database } from '../../connection/database.ts';
import { findPieces, termsOfSegment } from '../postings/blocks.ts';
import { readDocuments } from '../postings/documents.ts';
import type { Piece } from '../postings/postings.ts';
import { listSegments, type SegmentRow } from '../postings/segment-rows.ts';
import { SegmentNotes } from '../postings/segment-notes.ts';
import { readTail, TailPart } from '../postings/tail-part.ts';
import { readWordLog, wordLogPosition, type WordLogEntry } from '../postings/word-log.ts';

interface Part {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

export class WorkspaceIndex {
  readonly workspace: number;
  #parts: readonly Part[] = [];
  #passages = new Float64Array(1024);
  #lengths = new Int32Array(1024);
  #superseded = new Uint8Array(1024);
  #used = 0;
  #tail = new TailPart(0);
  readonly #notes = new SegmentNotes();
  /** The last passage whose words have been read. */
  #lastPassage = 0;
  #seen: number | undefined;
  #counts = { passages: 0, length: 0 };

  constructor(workspace: number) {
    this.workspace = workspace;
  }

  /** All slots, empty ones too. */
  get slots(): number {
    return this.#used;
  }

  /** How many passages there are, and how many terms in all of them. */
  get counts(): { readonly passages: number; readonly length: number } {
    return this.#counts;
  }

  get lengths(): Int32Array {
    return this.#lengths;
  }

  /** 1 where the slot's passage has been superseded. */
  get superseded(): Uint8Array {
    return this.#superseded;
  }

  passageAt(slot: number): number {
    return this.#passages[slot] as number;
  }

  /** Less than 0 when the workspace has no such passage. */
  slotOf(passage: number): number {
    let [low, high] = [0, this.#used - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.#passages[middle] as number;
      if (at === passage) return middle;
      if (at < passage) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The term's postings, slots ascending. */
  find(db: Database, term: string): readonly Piece[] {
    const pieces = this.#notes.pieces(term, () =>
      this.#parts.flatMap(({ segment, from }) => findPieces(db, segment, term, from)),
    );
    const recent = this.#tail.find(term);
    return recent ? [...pieces, recent] : pieces;
  }

  /** Terms that begin so, each once; some of them may not occur any more. */
  termsWith(db: Database, prefix: string): Set<string> {
    const packed = this.#notes.terms(prefix, () => [
      ...new Set(this.#parts.flatMap(({ segment }) => termsOfSegment(db, segment, prefix))),
    ]);
    const terms = new Set(packed);
    for (const term of this.#tail.termsWith(prefix)) terms.add(term);
    return terms;
  }

  /** Call it inside the transaction of the query, so that both see the same state. */
  follow(db: Database): void {
    try {
      this.#catchUp(db);
    } catch (error) {
      // Half of the news is worse than none: the next look begins anew.
      this.#reset();
      throw error;
    }
  }

  #catchUp(db: Database): void {
    const { first, last } = wordLogPosition(db);
    const isBehind = this.#seen === undefined || this.#seen < first - 1;
    const news = isBehind || this.#seen === last ? [] : readWordLog(db, this.workspace, this.#seen ?? 0);
    if (isBehind || news.some(({ change }) => change === 'reset')) this.#reset();
    if (this.#seen === undefined || news.some(({ change }) => change === 'arranged')) this.#arrange(db);
    this.#applyAll(news);
    this.#readTail(db);
    this.#seen = last;
    const sql = 'SELECT passages, length FROM word_indexes WHERE workspace = ?';
    this.#counts = db.get<{ passages: number; length: number }>(sql, this.workspace) ?? { passages: 0, length: 0 };
  }

  #reset(): void {
    this.#notes.forget();
    this.#parts = [];
    this.#used = 0;
    this.#lastPassage = 0;
    this.#tail = new TailPart(0);
    this.#seen = undefined;
  }

  /** Takes over what is known of segments that are still there. The tail is kept unless it has been packed. */
  #arrange(db: Database): void {
    const rows = listSegments(db, this.workspace, 'ready');
    const known = new Map(this.#parts.map((part) => [part.segment, part]));
    const before = this.#snapshot();
    const lastPacked = rows.at(-1)?.last ?? 0;
    const tail = this.#tail;
    this.#used = 0;
    this.#parts = rows.map((row) => this.#place(db, row, known.get(row.id), before));
    if (tail.size > 0 && before.passageAt(tail.base) > lastPacked) {
      this.#copy(before, tail.base, tail.base + tail.size);
      tail.base = this.#used - tail.size;
    } else {
      this.#tail = new TailPart(this.#used);
      this.#lastPassage = lastPacked;
    }
  }

  #place(db: Database, row: SegmentRow, known: Part | undefined, before: Snapshot): Part {
    const from = this.#used;
    if (known) this.#copy(before, known.from, known.to);
    else this.#load(db, row);
    return { segment: row.id, from, to: this.#used };
  }

  #load(db: Database, row: SegmentRow): void {
    const { passages, lengths } = readDocuments(db, row.id);
    const from = this.#used;
    this.#reserve(passages.length);
    this.#passages.set(passages, from);
    this.#lengths.set(lengths, from);
    this.#superseded.fill(0, from, from + passages.length);
    this.#used += passages.length;
    this.#markSuperseded(db, row.first, row.last);
  }

  #markSuperseded(db: Database, first: number, last: number): void {
    const sql = 'SELECT id FROM passages WHERE workspace = ? AND live = 0 AND id BETWEEN ? AND ?';
    for (const [passage] of db.rows<[number]>(sql, this.workspace, first, last)) this.#supersede(passage);
  }

  #applyAll(news: readonly WordLogEntry[]): void {
    if (news.length > 0) this.#notes.forget();
    for (const entry of news) this.#apply(entry);
  }

  #apply({ change, passage }: WordLogEntry): void {
    if (passage === null) return;
    if (change === 'superseded') this.#supersede(passage);
    if (change !== 'removed') return;
    const slot = this.slotOf(passage);
    if (slot >= this.#tail.base) this.#tail.remove(slot);
  }

  #supersede(passage: number): void {
    const slot = this.slotOf(passage);
    if (slot >= 0) this.#superseded[slot] = 1;
  }

  #readTail(db: Database): void {
    const before = this.#lastPassage;
    for (const { passage, words } of readTail(db, this.workspace, before)) {
      this.#reserve(1);
      this.#passages[this.#used] = passage;
      this.#lengths[this.#used] = words.length;
      this.#superseded[this.#used] = 0;
      this.#tail.add(words);
      this.#used += 1;
      this.#lastPassage = passage;
    }
    if (this.#lastPassage > before) this.#markSuperseded(db, before + 1, this.#lastPassage);
  }

  #snapshot(): Snapshot {
    const [passages, lengths, superseded] = [this.#passages, this.#lengths, this.#superseded];
    this.#passages = new Float64Array(passages.length);
    this.#lengths = new Int32Array(passages.length);
    this.#superseded = new Uint8Array(passages.length);
    return { passages, lengths, superseded, passageAt: (slot) => passages[slot] as number };
  }

  #copy({ passages, lengths, superseded }: Snapshot, from: number, to: number): void {
    this.#reserve(to - from);
    this.#passages.set(passages.subarray(from, to), this.#used);
    this.#lengths.set(lengths.subarray(from, to), this.#used);
    this.#superseded.set(superseded.subarray(from, to), this.#used);
    this.#used += to - from;
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#passages.length) return;
    const size = Math.max(this.#passages.length * 2, this.#used + more);
    const { passages, lengths, superseded } = {
      passages: this.#passages,
      lengths: this.#lengths,
      superseded: this.#superseded,
    };
    this.#passages = new Float64Array(size);
    this.#lengths = new Int32Array(size);
    this.#superseded = new Uint8Array(size);
    this.#passages.set(passages);
    this.#lengths.set(lengths);
    this.#superseded.set(superseded);
  }
}

interface Snapshot {
  readonly passages: Float64Array;
  readonly lengths: Int32Array;
  readonly superseded: Uint8Array;
  passageAt(slot: number): number;
}
