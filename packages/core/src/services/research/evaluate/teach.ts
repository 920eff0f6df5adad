/** Verdicts, put to the learner, and what it says of every paper, on the scale of the score. */
import { toPhrase, toTerms } from '../../../model/index.ts';
import type { CandidateText, Vocabulary } from './candidate-text.ts';
import type { Candidate } from './evaluation.ts';
import type { KeptVerdict } from './judgement-record.ts';
import { inBreaths } from '../in-breaths.ts';
import { learn, toFeatures, type Example, type Features } from './learner.ts';

export interface Learning {
  readonly all: readonly Candidate[];
  readonly read: { readonly vocabulary: Vocabulary; readonly texts: readonly CandidateText[] };
  readonly question: { readonly text: string; readonly vector: Float32Array | null };
  /** In the order of the papers; empty where there is no model. */
  readonly vectors: readonly (Float32Array | null)[];
  /** What the question says of each, in logits. */
  readonly scores: readonly number[];
  readonly verdicts: readonly KeptVerdict[];
}

export interface Taught {
  /** In logits, in the order of the papers. */
  readonly scores: readonly number[];
  /** How many verdicts it was made from. */
  readonly verdicts: number;
}

/** Papers that nobody judged, by which the others are measured. */
const BACKGROUND = 200;
/** What they count together, beside what was judged. */
const BACKGROUND_SHARE = 0.25;
const LEAST_SPREAD = 1e-3;
/** A question that says the same of all papers is no reason to say the same after verdicts. In logits. */
const LEAST_SCALE = 0.5;

export async function teach(learning: Learning): Promise<Taught> {
  const { all, read, vectors, verdicts } = learning;
  const said = new Map(verdicts.map(({ value }) => [value.paper, value.verdict]));
  const place = { vocabulary: read.vocabulary, middle: middleOf(vectors) };
  const features = await inBreaths(read.texts, (text, i) => toFeatures(text, vectors[i] ?? null, place));
  const others = spread(all.flatMap(({ id }, i) => (said.has(id) ? [] : [i])));
  const examples = examplesOf({ ...learning, features, others, place }, said);
  const margin = await learn(examples, read.vocabulary.terms, place.middle.length);
  const margins = await inBreaths(features, margin);
  const judged = all.filter(({ id }) => isTelling(said.get(id))).length;
  return {
    scores: onScale(margins, learning.scores, others.length > 0 ? others : all.map((_, i) => i)),
    verdicts: judged,
  };
}

/** What was skipped says nothing. */
function isTelling(verdict: string | undefined): boolean {
  return verdict === 'like' || verdict === 'dislike';
}

/** As many of them as are wanted, from everywhere in the list: always the same ones. */
function spread(places: readonly number[]): number[] {
  const step = Math.max(1, places.length / BACKGROUND);
  return Array.from({ length: Math.min(BACKGROUND, places.length) }, (_, i) => places[Math.floor(i * step)] as number);
}

interface Prepared extends Learning {
  readonly features: readonly Features[];
  readonly others: readonly number[];
  readonly place: { readonly vocabulary: Vocabulary; readonly middle: Float32Array };
}

/** Both kinds count the same, however few there are of one. Where nothing is liked yet, the question is what is wanted. */
function examplesOf(prepared: Prepared, said: ReadonlyMap<string, string>): Example[] {
  const { all, features, others, read, question, place } = prepared;
  const judged = all.flatMap(({ id }, i) => {
    const verdict = said.get(id);
    return isTelling(verdict) ? [{ features: features[i] as Features, wanted: verdict === 'like' }] : [];
  });
  const likes = judged.filter(({ wanted }) => wanted).length;
  const asked = read.vocabulary.pack(toTerms(question.text), 0, toPhrase(question.text));
  const wish = { features: toFeatures(asked, question.vector, place), wanted: true };
  const examples = likes === 0 ? [...judged, wish] : judged;
  const weightOf = (wanted: boolean) =>
    examples.length / (2 * Math.max(1, examples.filter((one) => one.wanted === wanted).length));
  const weights = { liked: weightOf(true), disliked: weightOf(false) };
  const rest = (BACKGROUND_SHARE * examples.length) / Math.max(1, others.length);
  return [
    ...examples.map((one) => ({ ...one, weight: one.wanted ? weights.liked : weights.disliked })),
    ...others.map((i) => ({ features: features[i] as Features, wanted: false, weight: rest })),
  ];
}

function middleOf(vectors: readonly (Float32Array | null)[]): Float32Array {
  const known = vectors.filter((vector) => vector !== null);
  const sum = new Float32Array(known[0]?.length ?? 0);
  for (const vector of known) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (vector[i] as number);
  return sum.map((part) => part / Math.max(1, known.length));
}

/** Margins mean nothing by themselves: they get the middle and the spread that the question's scores have over the same papers. */
function onScale(margins: readonly number[], scores: readonly number[], over: readonly number[]): number[] {
  const [from, to] = [spreadOf(over.map((i) => margins[i] as number)), spreadOf(over.map((i) => scores[i] as number))];
  const scale = Math.max(LEAST_SCALE, to.spread) / Math.max(LEAST_SPREAD, from.spread);
  return margins.map((margin) => to.mean + (margin - from.mean) * scale);
}

function spreadOf(values: readonly number[]): { readonly mean: number; readonly spread: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  return { mean, spread: Math.sqrt(variance) };
}
