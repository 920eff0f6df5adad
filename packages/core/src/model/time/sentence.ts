/** A query as one language reads it. */
import { LONGEST_FORM, type Lexicon, type Role, type Sense } from './lexicon.ts';
import type { Token } from './tokens.ts';

export interface Read extends Sense {
  /** The place after it. */
  readonly next: number;
}

export interface Context {
  readonly now: number;
  /** More words of the query are this language's than any other's. */
  readonly spoken: boolean;
}

const MOST_SKIPPED = 3;

export class Sentence {
  readonly tokens: readonly Token[];
  readonly lexicon: Lexicon;
  readonly now: number;
  readonly spoken: boolean;
  readonly #reads: (readonly Read[])[] = [];

  constructor(tokens: readonly Token[], lexicon: Lexicon, { now, spoken }: Context) {
    this.tokens = tokens;
    this.lexicon = lexicon;
    this.now = now;
    this.spoken = spoken;
  }

  get english(): boolean {
    return this.lexicon.code === 'en';
  }

  /** The longest form at this place that may play the role. */
  read(at: number, role: Role): Read | undefined {
    const known = (this.#reads[at] ??= this.#readAll(at));
    return known.find((one) => one.role === role);
  }

  /** The place after any articles and the like. */
  skip(at: number): number {
    let next = at;
    for (let words = 0; words < MOST_SKIPPED; words++) next = this.read(next, 'of')?.next ?? next;
    return next;
  }

  isMark(at: number, marks: string): boolean {
    const token = this.tokens[at];
    return token?.kind === 'mark' && marks.includes(token.text);
  }

  #readAll(at: number): Read[] {
    const reads: Read[] = [];
    let key = '';
    for (let next = at, words = 0; words < LONGEST_FORM && this.tokens[next]?.kind === 'word'; words++) {
      key += `${words > 0 ? ' ' : ''}${this.tokens[next]?.text}`;
      next++;
      for (const sense of this.lexicon.senses.get(key) ?? []) reads.unshift({ ...sense, next });
      // Avant-hier is the same as avant hier.
      if (this.isMark(next, '-') && this.tokens[next + 1]?.joined) next++;
    }
    return reads;
  }
}
