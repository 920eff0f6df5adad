/** Words that nobody has said before: what is told with them is in the store once, never, or twice, and nothing else is like it. */
const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
const SYLLABLES = 4;

export class Words {
  #next = 1;

  next(): string {
    let [rest, word] = [this.#next++ * 7919, ''];
    for (let i = 0; i < SYLLABLES; i++) {
      word += `${CONSONANTS[rest % CONSONANTS.length]}${VOWELS[Math.floor(rest / CONSONANTS.length) % VOWELS.length]}`;
      rest = Math.floor(rest / (CONSONANTS.length * VOWELS.length)) + i;
    }
    return word;
  }
}
