/**
 * The words of many passages, laid out flat: one number, a hash, for each distinct term of each passage, chained to the one
 * before that is equal. That is as good as turning the passages over, and far quicker to make: no string is ever looked at
 * but those that are asked for.
 */
import { readNumbers } from './bytes.ts';
import { LastPlaces } from './last-places.ts';
import { BETWEEN, type PackedWords } from './packed-words.ts';
import type { Postings } from './postings.ts';
import { hashOf, scanTerms } from './scan-terms.ts';

/** The number of a term that was taken out; no term's own. */
const NONE = 0;

type Columns = [Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>];

export class WordRows {
  readonly #texts: string[] = [];
  /** Where each row's terms begin, and after the last where they end. */
  readonly #starts: number[] = [0];
  #hashes = new Int32Array(1024);
  /** Where in the row's text the term begins. */
  #offsets = new Int32Array(1024);
  #counts = new Int32Array(1024);
  /** Where the same number stands before; less than 0 for the first. */
  #before = new Int32Array(1024);
  readonly #last = new LastPlaces();
  #used = 0;
  /** Distinct terms by their first letter, of so many rows; made when somebody asks. */
  readonly #byLetter = new Map<string, Set<string>>();
  #listed = 0;

  get size(): number {
    return this.#texts.length;
  }

  add({ terms, counts }: PackedWords): void {
    const from = this.#used;
    this.#reserve(counts.length);
    scanTerms(terms, (term) => {
      this.#offsets[this.#used] = term.from;
      this.#before[this.#used] = this.#last.set(term.hash, this.#used);
      this.#hashes[this.#used++] = term.hash;
    });
    readNumbers(counts, this.#counts, from, this.#used);
    this.#texts.push(terms);
    this.#starts.push(this.#used);
  }

  /** Nothing is found in the row any more. */
  clear(row: number): void {
    this.#hashes.fill(NONE, this.#starts[row], this.#starts[row + 1]);
    this.#texts[row] = '';
  }

  /** Fills `postings` with the rows that hold the term, as slots. */
  find(term: string, postings: Postings): Postings {
    postings.clear();
    const wanted = hashOf(term);
    let row = this.#texts.length - 1;
    for (let at = this.#last.get(wanted); at >= 0; at = this.#before[at] as number) {
      while ((this.#starts[row] as number) > at) row--;
      if (this.#hashes[at] === wanted && this.#isTerm(row, at, term)) postings.push(row, this.#counts[at] as number);
    }
    return postings.turned();
  }

  /** Terms of all rows that begin with the letter, each once; those of cleared rows may be among them. */
  termsWith(letter: string): string[] {
    for (; this.#listed < this.#texts.length; this.#listed++) this.#list(this.#texts[this.#listed] as string);
    return [...(this.#byLetter.get(letter) ?? [])];
  }

  #list(text: string): void {
    for (const term of text === '' ? [] : text.split(BETWEEN)) {
      const letter = String.fromCodePoint(term.codePointAt(0) ?? 0);
      const known = this.#byLetter.get(letter);
      if (known) known.add(term);
      else this.#byLetter.set(letter, new Set([term]));
    }
  }

  #isTerm(row: number, at: number, term: string): boolean {
    const text = this.#texts[row] as string;
    const from = this.#offsets[at] as number;
    const end = from + term.length;
    return text.startsWith(term, from) && (end === text.length || text[end] === BETWEEN);
  }

  /** Every count takes a byte or more, so that there are no more terms than bytes. */
  #reserve(more: number): void {
    const size = this.#used + more;
    if (size <= this.#hashes.length) return;
    const larger = (values: Int32Array): Int32Array<ArrayBuffer> => {
      const made = new Int32Array(Math.max(this.#hashes.length * 2, size));
      made.set(values);
      return made;
    };
    [this.#offsets, this.#counts, this.#before] = [this.#offsets, this.#counts, this.#before].map(larger) as Columns;
    this.#hashes = larger(this.#hashes);
  }
}
