/**
 * What a cosine means with a model. One model gives two unrelated texts 0.7, another 0.1; a score that is to be read as "how
 * likely it fits" has to know which. Measured once per model, on questions with their answers: what an answer gets, and
 * what the answer to another question gets.
 */
import type { Embedder, Embedding } from '../../ports/index.ts';

export interface MeaningScale {
  /** Mean cosine of a question and the answer to another one, and to its own. */
  readonly unrelated: number;
  readonly related: number;
}

/** How likely a passage fits at these two. Between and beyond a logistic curve through both. */
const AT_UNRELATED = 0.05;
const AT_RELATED = 0.9;
/** A model that tells them apart by less tells nothing. */
const LEAST_SPAN = 0.02;

const PAIRS: readonly (readonly [question: string, answer: string])[] = [
  ['When does the pharmacy close on Saturdays?', 'On Saturdays the pharmacy is open until two in the afternoon.'],
  ['Who repaired the organ of the church?', 'The church had its organ repaired by a workshop from Leipzig.'],
  ['How do I reset the router?', 'Hold the small button on the back of the router for ten seconds.'],
  ['What does the dog eat?', 'We feed the dog rice with chicken twice a day.'],
  ['Where is the spare key?', 'The spare key hangs behind the kitchen door.'],
  ['Why was the flight delayed?', 'Because of fog the plane left three hours late.'],
  ['Which database do we use in production?', 'Production runs on PostgreSQL 16 with one replica.'],
  ['Which composer does she like best?', 'She loves the music of Bach above all.'],
  ['How tall is the lighthouse?', 'The lighthouse stands thirty-one metres high.'],
  ['What did the doctor prescribe?', 'The physician gave me antibiotics for a week.'],
  ['When is the rent due?', 'Rent has to be paid by the third of each month.'],
  ['How is the soup made?', 'Boil beetroot, cabbage and potatoes in beef stock, then add cream.'],
];

/** Null for a model that does not tell answers from other texts. Fails as the embedder does. */
export async function measureScale(embedder: Embedder, signal?: AbortSignal): Promise<MeaningScale | null> {
  const options = signal ? { signal } : {};
  const [questions, answers] = await Promise.all([
    embedder.embed(
      PAIRS.map(([question]) => question),
      { role: 'query', ...options },
    ),
    embedder.embed(
      PAIRS.map(([, answer]) => answer),
      { role: 'passage', ...options },
    ),
  ]);
  const sums = { related: 0, unrelated: 0 };
  for (const [i, question] of questions.entries()) {
    for (const [j, answer] of answers.entries()) sums[i === j ? 'related' : 'unrelated'] += cosine(question, answer);
  }
  const count = PAIRS.length;
  const scale = { unrelated: sums.unrelated / (count * (count - 1)), related: sums.related / count };
  return scale.related - scale.unrelated < LEAST_SPAN ? null : scale;
}

/** How likely a passage with this cosine fits, 0–1. */
export function likenessOf({ unrelated, related }: MeaningScale, meaning: number): number {
  const [low, high] = [logit(AT_UNRELATED), logit(AT_RELATED)];
  const score = low + ((meaning - unrelated) / (related - unrelated)) * (high - low);
  return 1 / (1 + Math.exp(-score));
}

export function readScale(stored: string | null): MeaningScale | null {
  const [unrelated, related] = (stored ?? '').split(' ').map(Number);
  if (unrelated === undefined || related === undefined || !(related - unrelated >= LEAST_SPAN)) return null;
  return { unrelated, related };
}

export function writeScale({ unrelated, related }: MeaningScale): string {
  return `${unrelated.toFixed(4)} ${related.toFixed(4)}`;
}

function cosine({ vector: a }: Embedding, { vector: b }: Embedding): number {
  return a.reduce((sum, part, i) => sum + part * (b[i] as number), 0);
}

function logit(share: number): number {
  return Math.log(share / (1 - share));
}
