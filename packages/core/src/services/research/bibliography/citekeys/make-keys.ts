/** Keys that are unique: one that was given stays, others are made by the pattern; what is taken already gets a letter more. */
import { DEFAULT_PATTERN, type BibliographicItem } from '../../../../model/papers/index.ts';
import { withSuffix } from './citekey.ts';
import { readPattern, type KeyPattern } from './pattern.ts';
import { TakenKeys } from './taken-keys.ts';

/** BibTeX ends a key at these, or stumbles over them. */
const NOT_IN_KEYS = /[\s,{}()"#%~\\='@]+/g;

export class KeyMaker {
  readonly #pattern: KeyPattern;
  /** In lower case: BibTeX does not tell `Smith` from `smith`. */
  readonly #taken = new TakenKeys();

  constructor(pattern: string = DEFAULT_PATTERN, taken: Iterable<string> = []) {
    this.#pattern = readPattern(pattern);
    for (const key of taken) this.#taken.add(key.toLowerCase());
  }

  /** The same item gets the same key wherever nothing else has it. */
  keyFor(item: BibliographicItem): string {
    const wanted = (item.citekey ?? '').replaceAll(NOT_IN_KEYS, '') || this.#pattern(item) || 'item';
    for (let i = 0; ; i++) {
      const key = withSuffix(wanted, i);
      if (this.#taken.add(key.toLowerCase())) return key;
    }
  }
}
