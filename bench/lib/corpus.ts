/** Made-up texts and vectors of any number, the same in every run. */

import { seeded } from '@zapomni/testkit/seeded';

const VOCABULARY = 20_000;

/** Ranks below are the words that every text holds; queries are made of the words above, as real ones are. */
const FIRST_TELLING_RANK = 200;

/** The word of that rank, pronounceable enough to look like one. */
function word(rank: number): string {
  const syllables = ['ba', 'ko', 'ri', 'mu', 'te', 'sa', 'lo', 'ni', 'fe', 'du'];
  return [...String(Math.floor(rank))].map((digit) => syllables[Number(digit)]).join('');
}

/** Texts whose words are distributed as in a language: few are very common, most are rare. */
export function sentenceMaker(seed: number): (words: number) => string {
  const random = seeded(seed);
  return (words) => Array.from({ length: words }, () => word(VOCABULARY ** random())).join(' ');
}

export function queryMaker(seed: number): (words: number) => string {
  const random = seeded(seed);
  const rank = () => FIRST_TELLING_RANK * (VOCABULARY / FIRST_TELLING_RANK) ** random();
  return (words) => Array.from({ length: words }, () => word(rank())).join(' ');
}

export function unitVectorMaker(seed: number, dimensions: number): () => Float32Array {
  const random = seeded(seed);
  return () => {
    const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
}
