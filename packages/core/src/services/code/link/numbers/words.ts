/** Each word once, by a number. */
export class Words {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];

  /** The word's number; it gets one if it had none. */
  of(word: string): number {
    let number = this.#numbers.get(word);
    if (number !== undefined) return number;
    number = this.#words.push(word) - 1;
    this.#numbers.set(word, number);
    return number;
  }

  /** -1 for one that was never seen. */
  known(word: string): number {
    return this.#numbers.get(word) ?? -1;
  }

  text(number: number): string {
    return this.#words[number] as string;
  }
}
