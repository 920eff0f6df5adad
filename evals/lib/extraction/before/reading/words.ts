/** A text as a row of words, each with its place in the text and its part of speech. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** Universal part of speech: `NOUN`, `PROPN`, `VERB`…; `X` where the language is not known. */
  readonly tag: string;
  /** Dictionary form, in lower case. */
  readonly lemma: string;
  /** A line ends between the word before and this one. */
  readonly afterBreak: boolean;
}

export interface Sentence {
  readonly words: readonly Word[];
  readonly start: number;
  readonly end: number;
}
