/** What a name can mean, each thing once: a small number stands for it everywhere. */
import { Pairs } from '../numbers/pairs.ts';
import { Row } from '../numbers/rows.ts';

export const KIND = {
  function: 1,
  class: 2,
  /** Any object made of a class (or by a function, with `new`). */
  instance: 3,
  /** A function taken from an object, which it will be called with. */
  bound: 4,
  module: 5,
  /** A folder of modules that has no file of its own. */
  package: 6,
  /** A list, dictionary or object that is written at one place. */
  object: 7,
  constant: 8,
  external: 9,
  builtin: 10,
  /** What a call of a generator gives. */
  generator: 11,
  prototype: 12,
  super: 13,
  /** A name for a type that is written elsewhere or has no name of its own. */
  alias: 14,
} as const;

export type Kind = (typeof KIND)[keyof typeof KIND];

/** More than there are kinds. */
const KINDS = 16;

export class Values {
  readonly #kinds: Kind[] = [KIND.constant];
  readonly #first = new Row();
  readonly #second = new Row();
  readonly #texts: (string | number)[] = [''];
  /** By kind and what it is of. */
  readonly #alone = new Pairs();
  /** By kind, what it is of and what it goes with: the two last are one number here. */
  readonly #together = new Pairs();
  readonly #couples = new Pairs();
  #coupleCount = 0;
  readonly #byText = Array.from({ length: KINDS }, () => new Map<string | number, number>());
  /** By a value that is named and the number of a word: the value whose name is the one, a dot and the other. */
  readonly #inside = new Pairs();
  readonly #called = new Row();

  kind(value: number): Kind {
    return this.#kinds[value] as Kind;
  }

  /** The symbol, file or place that it is of; of a bound function, that function's symbol. */
  of(value: number): number {
    return this.#first.at(value);
  }

  /** What a bound function or `super` goes with. */
  with(value: number): number {
    return this.#second.at(value);
  }

  text(value: number): string | number {
    return this.#texts[value] as string | number;
  }

  make(kind: Kind, first: number, second = 0): number {
    const known = second === 0 ? this.#alone : this.#together;
    const key = second === 0 ? first : this.#couple(first, second);
    let value = known.get(kind, key);
    if (value >= 0) return value;
    value = this.#push(kind, first, second, '');
    known.set(kind, key, value);
    return value;
  }

  named(kind: Kind, text: string | number): number {
    const known = this.#byText[kind] as Map<string | number, number>;
    let value = known.get(text);
    if (value !== undefined) return value;
    value = this.#push(kind, 0, 0, text);
    known.set(text, value);
    return value;
  }

  /** `x.name` of what is known by its name alone; -1 if that would be longer than `most`. */
  inside(value: number, { name, word, most }: { name: string; word: number; most: number }): number {
    const known = this.#inside.get(value, word);
    if (known >= 0) return known;
    const whole = `${this.text(value)}.${name}`;
    if (whole.length > most) return -1;
    const found = this.named(this.kind(value), whole);
    this.#inside.set(value, word, found);
    return found;
  }

  /** What calling it gives, as a name: `x()`; -1 if that would be longer than `most`. */
  called(value: number, most: number): number {
    const known = this.#called.at(value);
    if (known !== 0) return known;
    const whole = `${this.text(value)}()`;
    const found = whole.length > most ? -1 : this.named(KIND.external, whole);
    this.#called.put(value, found);
    return found;
  }

  /** Something new, like nothing else. */
  fresh(kind: Kind, first: number, second = 0): number {
    return this.#push(kind, first, second, '');
  }

  #couple(first: number, second: number): number {
    let couple = this.#couples.get(first, second);
    if (couple < 0) this.#couples.set(first, second, (couple = this.#coupleCount++));
    return couple;
  }

  #push(kind: Kind, first: number, second: number, text: string | number): number {
    const value = this.#kinds.push(kind) - 1;
    this.#first.put(value, first);
    this.#second.put(value, second);
    this.#texts.push(text);
    return value;
  }
}
