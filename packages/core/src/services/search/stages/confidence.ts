/**
 * How likely a passage fits the question, 0–1, comparable between questions. A rank says only that others fit less; this
 * says whether anything fits at all. Fitted once by logistic regression on questions over conversations, encyclopedia
 * passages and notes, each asked twice: with its answer in the store, and with the answer taken out and its neighbours left.
 */
export interface Evidence {
  /** Cosine of question and passage; null without a vector. */
  readonly meaning: number | null;
  /** What that cosine says by itself, 0–1, where it is known what cosines mean with the model. */
  readonly likeness?: number | undefined;
  /** What the close look gave. */
  readonly close: number | null;
  /** Share of the question's words that the passage holds, each counted by how rare it is. */
  readonly coverage: number;
  /** How well the model's vocabulary covers the question. */
  readonly fluency: number;
}

/** Of the built-in model: what its numbers mean, and nobody else's. */
const FIT = { bias: -11.6, meaning: 11.3, close: 7.2, coverage: 0.3 };
/** Words speak for themselves from here on: a passage that holds most of what was asked is an answer whatever the model says. */
const TELLING_COVERAGE = 0.5;

/** So much less than the cosine the close look gives, in the middle; nearly always between 0.13 and 0.23 less. */
const CLOSE_IS_LESS = 0.19;

/** The same by the cosine of the built-in model alone, of a passage that nobody has looked at. */
export function confidenceFrom(meaning: number): number {
  return 1 / (1 + Math.exp(-(FIT.bias + FIT.meaning * meaning + FIT.close * (meaning - CLOSE_IS_LESS))));
}

export function confidenceOf(evidence: Evidence): number {
  const { meaning, likeness, close, coverage, fluency } = evidence;
  if (meaning === null) return coverage;
  // Nothing to go by but the model's word: too little to say that nothing fits.
  if (close === null || likeness !== undefined)
    return Math.max(0, coverage, likeness === undefined ? meaning : fluency * likeness);
  const score = FIT.bias + FIT.meaning * meaning + FIT.close * close + FIT.coverage * coverage;
  const trusted = Math.max(1 / (1 + Math.exp(-score)), coverage - TELLING_COVERAGE);
  // A model that cannot read the question has no say in whether something fits it.
  return fluency * trusted + (1 - fluency) * coverage;
}
