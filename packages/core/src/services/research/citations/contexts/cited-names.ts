/** Which references a sentence cites by author and year: `(Smith et al., 2020; Lee and Doe, 2019a)`, `Smith et al. (2020)`. */
import { fold } from '../../../../model/terms/fold.ts';

export interface NamedReference {
  readonly n: number;
  /** Folded family name of the first author. */
  readonly first: string;
  readonly year: number;
}

const YEAR = String.raw`((?:1[89]|20)\d\d)([a-z])?`;
const NAME = String.raw`(?:(?:van|von|de|der|den|del|di|da|la|le)\s)*\p{Lu}[\p{L}'’-]+`;
const OTHERS = String.raw`(?:\s(?:et\s?al\.?|and\s(?:colleagues|others))|(?:,?\s(?:and|&)\s${NAME})|(?:,\s${NAME})+,?\s(?:and|&)\s${NAME})?`;
const CITED = new RegExp(
  String.raw`(${NAME})${OTHERS}(?:'s|’s)?,?\s\(?${YEAR}((?:,\s?(?:1[89]|20)\d\d[a-z]?|,\s?[a-z](?![a-z]))*)`,
  'gu',
);

export class NamedReferences {
  readonly #byKey = new Map<string, NamedReference[]>();

  constructor(references: readonly NamedReference[]) {
    for (const one of references) {
      const key = `${one.first} ${one.year}`;
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), one]);
    }
  }

  cited(sentence: string): number[] {
    const found = new Set<number>();
    for (const [, name = '', year = '', letter, more = ''] of sentence.matchAll(CITED)) {
      const first = lastWord(name);
      const years: [string, string | undefined][] = [[year, letter]];
      for (const [, other = '', suffix] of more.matchAll(/((?:1[89]|20)\d\d)([a-z])?/gu)) years.push([other, suffix]);
      for (const [y, suffix] of years) for (const n of this.#find(first, Number(y), suffix)) found.add(n);
    }
    return [...found].toSorted((a, b) => a - b);
  }

  /** Of several of one year the letter says which, in the order of the list; without one all may be meant, and none is. */
  #find(first: string, year: number, letter: string | undefined): number[] {
    const same = this.#byKey.get(`${first} ${year}`) ?? [];
    if (same.length === 1) return [same[0]?.n ?? 0];
    const index = letter === undefined ? -1 : letter.charCodeAt(0) - 97;
    const one = same[index];
    return one ? [one.n] : [];
  }
}

function lastWord(name: string): string {
  return (
    fold(name.normalize('NFKC').toLowerCase())
      .replaceAll(/['’]/gu, '')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .findLast(Boolean) ?? ''
  );
}
