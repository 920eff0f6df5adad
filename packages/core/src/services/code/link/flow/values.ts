/** What a name can mean, each thing once: a small number stands for it everywhere. */
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
} as const;

export type Kind = (typeof KIND)[keyof typeof KIND];

const WIDE = 2 ** 26;

export class Values {
  readonly #kinds: Kind[] = [KIND.constant];
  readonly #first: number[] = [0];
  readonly #second: number[] = [0];
  readonly #texts: (string | number)[] = [''];
  readonly #byNumber = Array.from({ length: 14 }, () => new Map<number, number>());
  readonly #byText = Array.from({ length: 14 }, () => new Map<string | number, number>());

  kind(value: number): Kind {
    return this.#kinds[value] as Kind;
  }

  /** The symbol, file or place that it is of; of a bound function, that function's symbol. */
  of(value: number): number {
    return this.#first[value] as number;
  }

  /** What a bound function or `super` goes with. */
  with(value: number): number {
    return this.#second[value] as number;
  }

  text(value: number): string | number {
    return this.#texts[value] as string | number;
  }

  make(kind: Kind, first: number, second = 0): number {
    const known = this.#byNumber[kind] as Map<number, number>;
    const key = first * WIDE + second;
    let value = known.get(key);
    if (value !== undefined) return value;
    value = this.#push(kind, first, second, '');
    known.set(key, value);
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

  /** Something new, like nothing else. */
  fresh(kind: Kind, first: number): number {
    return this.#push(kind, first, 0, '');
  }

  #push(kind: Kind, first: number, second: number, text: string | number): number {
    this.#kinds.push(kind);
    this.#first.push(first);
    this.#second.push(second);
    this.#texts.push(text);
    return this.#kinds.length - 1;
  }
}
