/**
 * What is read of papers that are judged together: title, abstract and keywords. Each is kept packed, as numbers of terms in order with how
 * often they are there, because ten thousand are judged at once; the numbers are those of one vocabulary.
 */
import { toPhrase, toTerms } from '../../../model/index.ts';
import type { BibliographicItem } from '../../../model/papers/index.ts';

export interface CandidateText {
  /** Numbers of its terms, ascending. */
  readonly terms: Int32Array;
  /** How often each is there; those of the title once more, because a title says what a paper is about. */
  readonly counts: Uint16Array;
  /** Of all terms, repeats counted. */
  readonly length: number;
  /** Main terms in their order with a space around each, so that a phrase is a part of it. */
  readonly run: string;
}

const MOST_TEXT = 20_000;
const MOST_COUNT = 65_535;
const MARKUP = /<[^<>]{1,200}>/g;

/** As it is embedded, and as the memory of a paper has it. */
export function plainText({ title, abstract }: BibliographicItem): string {
  const parts = [title, abstract].flatMap((part) => part?.replaceAll(MARKUP, ' ').trim().toWellFormed() || []);
  return parts.join('\n\n').slice(0, MOST_TEXT).toWellFormed();
}

/** Gives terms their numbers and knows in how many texts each is. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #holding: number[] = [];
  #texts = 0;
  #length = 0;

  add(item: BibliographicItem): CandidateText {
    const said = [plainText(item), ...(item.keywords ?? [])].join('\n');
    const terms = toTerms(said);
    const text = this.pack([...terms, ...toTerms(item.title ?? '')], terms.length, toPhrase(said));
    this.#texts++;
    this.#length += terms.length;
    for (const term of text.terms) this.#holding[term] = (this.#holding[term] ?? 0) + 1;
    return text;
  }

  /** A text that counts for nothing: a question among papers. */
  pack(terms: readonly string[], length: number, phrase: readonly string[]): CandidateText {
    const counts = new Map<number, number>();
    for (const term of terms) {
      const number = this.#numberOf(term);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    const numbers = Int32Array.from(counts.keys()).sort();
    const packed = Uint16Array.from(numbers, (number) => Math.min(MOST_COUNT, counts.get(number) ?? 0));
    return { terms: numbers, counts: packed, length, run: ` ${phrase.join(' ')} ` };
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(term, number);
    return number;
  }

  /** −1 for what no text says. */
  numberOf(term: string): number {
    return this.#numbers.get(term) ?? -1;
  }

  /** In how many texts. */
  holding(number: number): number {
    return this.#holding[number] ?? 0;
  }

  /** How many have a number. */
  get terms(): number {
    return this.#numbers.size;
  }

  get texts(): number {
    return this.#texts;
  }

  get averageLength(): number {
    return this.#texts === 0 ? 1 : Math.max(1, this.#length / this.#texts);
  }
}

/** How often a term is there. */
export function countOf({ terms, counts }: CandidateText, term: number): number {
  let [low, high] = [0, terms.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = terms[middle] as number;
    if (found === term) return counts[middle] as number;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

/** A topic as it is looked for: its main terms as neighbours. */
export function toRun(topic: string): string {
  return ` ${toPhrase(topic).join(' ')} `;
}

export function saysTopic({ run }: CandidateText, topic: string): boolean {
  return run.includes(topic);
}
