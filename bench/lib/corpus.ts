/** Made-up texts and vectors of any number, the same in every run. */

/** A small, fast, seeded generator (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const VOCABULARY = 20_000;

/** A word by its rank in a Zipf-like distribution, pronounceable enough to look like one. */
function word(random: () => number): string {
  const rank = Math.floor(VOCABULARY ** random());
  const syllables = ['ba', 'ko', 'ri', 'mu', 'te', 'sa', 'lo', 'ni', 'fe', 'du'];
  return [...String(rank)].map((digit) => syllables[Number(digit)]).join('');
}

export function sentenceMaker(seed: number): (words: number) => string {
  const random = seeded(seed);
  return (words) => Array.from({ length: words }, () => word(random)).join(' ');
}

export function unitVectorMaker(seed: number, dimensions: number): () => Float32Array {
  const random = seeded(seed);
  return () => {
    const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
}
