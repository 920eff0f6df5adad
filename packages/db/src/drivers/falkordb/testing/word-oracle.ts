/** BM25 as the port describes it, over texts in memory: slow, and with nothing kept from one question to the next. */
import { toPhrase } from '@zapomni/core/model';
import type { PassageHit, WordQuery } from '@zapomni/core/ports';
import { perTermOf, SHORTEST, weightOf } from '../../../shared/bm25.ts';
import { wordsOf } from '../../../shared/passage-words.ts';

export interface KnownPassage {
  readonly passageId: number;
  readonly memoryId: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly superseded: boolean;
}

interface ReadPassage extends KnownPassage {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  readonly phrase: string;
}

/** Without prefixes. */
export class WordOracle {
  readonly #passages = new Map<number, ReadPassage>();

  put(passage: KnownPassage): void {
    const { terms, counts, length } = wordsOf(passage.text);
    const held = new Map(terms.map((term, i) => [term, counts[i] as number]));
    this.#passages.set(passage.passageId, { ...passage, counts: held, length, phrase: spaced(toPhrase(passage.text)) });
  }

  supersede(memoryId: string): void {
    for (const one of this.#of(memoryId)) this.#passages.set(one.passageId, { ...one, superseded: true });
  }

  remove(memoryId: string): void {
    for (const { passageId } of this.#of(memoryId)) this.#passages.delete(passageId);
  }

  /** Memories that are not superseded. */
  get live(): KnownPassage[] {
    return [...this.#passages.values()].filter(({ superseded }) => !superseded);
  }

  frequency(term: string): number {
    return [...this.#passages.values()].filter(({ counts }) => counts.has(term)).length;
  }

  search(query: WordQuery, k: number, lets: (passage: KnownPassage) => boolean): PassageHit[] {
    const phrases = query.phrases ?? [];
    const score = this.#scoring([...query.terms, ...phrases.flat()]);
    const fits = (one: ReadPassage): boolean =>
      phrases.every((phrase) => one.phrase.includes(spaced(phrase))) &&
      !(query.excluded ?? []).some((phrase) => holds(one, phrase));
    const hits = [...this.#passages.values()]
      .filter((one) => lets(one) && fits(one))
      .map((one) => ({ passageId: one.passageId, memoryId: one.memoryId, score: score(one) }))
      .filter((hit) => hit.score > 0);
    return hits.sort((a, b) => b.score - a.score || a.passageId - b.passageId).slice(0, k);
  }

  #scoring(terms: readonly string[]): (passage: ReadPassage) => number {
    const corpus = this.#corpus;
    const perTerm = perTermOf(corpus);
    const weights = [...new Set(terms)]
      .map((term) => ({ term, weight: weightOf(corpus, this.frequency(term)) }))
      .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
    return ({ counts, length }) =>
      weights.reduce((sum, { term, weight }) => {
        const count = counts.get(term);
        return count === undefined ? sum : sum + (weight * count) / (count + SHORTEST + perTerm * length);
      }, 0);
  }

  get #corpus(): { passages: number; length: number } {
    let length = 0;
    for (const one of this.#passages.values()) length += one.length;
    return { passages: this.#passages.size, length };
  }

  #of(memoryId: string): ReadPassage[] {
    return [...this.#passages.values()].filter((one) => one.memoryId === memoryId);
  }
}

function holds({ counts, phrase }: ReadPassage, run: readonly string[]): boolean {
  return run.length === 1 ? counts.has(run[0] as string) : phrase.includes(spaced(run));
}

function spaced(terms: readonly string[]): string {
  return ` ${terms.join(' ')} `;
}
