/** A segment in the making: passages are added in order, then all is written at once. */
import type { Database } from '../../connection/database.ts';
import { BlockWriter } from './blocks.ts';
import { writeDocuments } from './documents.ts';
import type { PackedWords } from './packed-words.ts';
import { insertSegment, type SegmentState } from './segment-rows.ts';
import { InvertedWords, type SortedTerms } from './inverted-words.ts';

export class SegmentDraft {
  readonly workspace: number;
  readonly passages: number[] = [];
  readonly #words: PackedWords[] = [];
  readonly #turned = new InvertedWords();
  #sorted: SortedTerms | undefined;

  constructor(workspace: number) {
    this.workspace = workspace;
  }

  get size(): number {
    return this.passages.length;
  }

  get last(): number {
    return this.passages.at(-1) ?? 0;
  }

  add(passage: number, words: PackedWords): void {
    this.passages.push(passage);
    this.#words.push(words);
    this.#turned.add(words);
    this.#sorted = undefined;
  }

  /** The same without those that have been removed meanwhile. */
  without(gone: ReadonlySet<number>): SegmentDraft {
    if (gone.size === 0) return this;
    const left = new SegmentDraft(this.workspace);
    for (const [i, words] of this.#words.entries()) {
      if (!gone.has(this.passages[i] as number)) left.add(this.passages[i] as number, words);
    }
    return left;
  }

  /** Does what can be done before the store is locked. */
  prepare(): SortedTerms {
    this.#sorted ??= this.#turned.finish();
    return this.#sorted;
  }

  write(db: Database, state: SegmentState, blockBytes: number): void {
    const { workspace, passages, size, last } = this;
    const lengths = this.#words.map((words) => words.length);
    const length = lengths.reduce((sum, one) => sum + one, 0);
    const first = passages[0] ?? 0;
    const id = insertSegment(db, { workspace, state, slots: size, passages: size, length, first, last });
    writeDocuments(db, id, { passages, lengths });
    this.#writeBlocks(new BlockWriter(db, id, blockBytes));
  }

  #writeBlocks(writer: BlockWriter): void {
    const { terms, starts, order, postings } = this.prepare();
    for (const id of order) {
      writer.add(terms[id] as string, postings, starts[id] as number, starts[id + 1] as number);
    }
    writer.finish();
  }
}
