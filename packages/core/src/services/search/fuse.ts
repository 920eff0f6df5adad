/**
 * One score out of two signals. Word scores (BM25, unbounded) and meaning scores (cosine, bunched at the top of its range)
 * are first spread over 0–1 among the candidates, then added by weight. Measured on conversations and papers this finds
 * more than reciprocal ranks, which throw the distances away.
 */
export type Signal = 'words' | 'meaning';

export interface Candidate {
  readonly passageId: number;
  readonly memoryId: string;
  readonly words: number | null;
  readonly meaning: number | null;
}

export interface Ranked extends Candidate {
  /** 0–1, best first. */
  readonly score: number;
  readonly signals: readonly Signal[];
}

export interface SignalScales {
  readonly words: (score: number) => number;
  readonly meaning: (score: number) => number;
}

/**
 * `meaningWeight` is the share of the meaning signal, 0–1. A candidate without words in common gets nothing from the words.
 * One without a meaning score has no vector yet: it is judged by its words alone, not held to be meaningless.
 */
export function fuse(candidates: readonly Candidate[], meaningWeight: number): Ranked[] {
  const scales = scalesOf(candidates);
  return candidates
    .map((candidate) => rank(candidate, scales, meaningWeight))
    .sort((a, b) => b.score - a.score || a.passageId - b.passageId);
}

function rank(candidate: Candidate, scales: SignalScales, meaningWeight: number): Ranked {
  const words = candidate.words === null ? 0 : scales.words(candidate.words);
  const meaning = candidate.meaning === null ? words : scales.meaning(candidate.meaning);
  const signals: Signal[] = [];
  if (candidate.words !== null) signals.push('words');
  if (candidate.meaning !== null) signals.push('meaning');
  return { ...candidate, score: (1 - meaningWeight) * words + meaningWeight * meaning, signals };
}

function scalesOf(candidates: readonly Candidate[]): SignalScales {
  return {
    words: spread(
      candidates.map(({ words }) => words),
      0,
    ),
    meaning: spread(candidates.map(({ meaning }) => meaning)),
  };
}

/** Maps the scores seen onto 0–1. `floor` fixes the lower end where zero means "nothing in common". */
function spread(scores: readonly (number | null)[], floor = Infinity): (score: number) => number {
  let low = floor;
  let high = -Infinity;
  for (const score of scores) {
    if (score === null) continue;
    if (score < low) low = score;
    if (score > high) high = score;
  }
  const range = high - low;
  return range > 0 ? (score) => (score - low) / range : () => 1;
}
