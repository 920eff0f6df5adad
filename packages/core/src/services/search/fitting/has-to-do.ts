/**
 * What has to do with a query, told by what the indexes say alone, so that it is the same for whoever asks for however many: a passage whose
 * words say enough of it, or that is near enough in meaning. Everything lies at some distance and nearly everything shares some word; where
 * "enough" begins was measured (docs/decisions/2026-11-18-what-has-to-do-with-a-query.md).
 */
import { toPhrase } from '../../../model/index.ts';
import type { Embedding } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { Crossing } from '../candidates/cross-languages.ts';
import type { Candidate } from '../candidates/fuse.ts';
import { idf } from '../candidates/idf.ts';
import { likenessIn } from '../candidates/load-hits.ts';
import type { AnalysedQuery } from '../query/analyse-query.ts';
import type { WordCounts } from '../query/word-counts.ts';
import { confidenceFrom } from '../stages/confidence.ts';

/** How likely it must be. With the built-in model that is a cosine of 0.667. */
const LIKELY_ENOUGH = 0.35;
/** What a passage is likely to be that says each word once, as one of usual length would; half of that is just enough. */
const SAYS_EACH = 0.7;

type Told = Pick<Candidate, 'words' | 'meaning' | 'crossed'>;

/** How a passage is judged, and what it has to hold to need no judging. */
export interface Measure {
  /** 0–1. */
  likelihood(told: Told): number;
  /** The words that tell something; a passage that holds all of them has to do with it, however long it is. */
  readonly required: readonly string[];
}

export interface Measured {
  readonly query: AnalysedQuery;
  readonly embedding: Embedding | null;
  readonly crossing: Crossing | undefined;
  readonly counts: WordCounts;
  readonly workspace: string;
}

export async function measureFor(deps: Deps, measured: Measured): Promise<Measure> {
  const { query, counts, workspace } = measured;
  const telling = new Set(query.terms);
  const said = [...new Set(toPhrase(query.text))].filter((term) => telling.has(term));
  const written = await counts.of(said, workspace);
  const required = said.map((term, i) => ((written.counts[i] ?? 0) > 0 ? term : correctionOf(term, query)));
  const known = await counts.of(required, workspace);
  const each = known.counts.reduce((sum, count) => sum + idf(count, known.passages), 0);
  return {
    required,
    likelihood: (told) => Math.max(byMeaning(deps, measured, told), byWords(told, each)),
  };
}

/** As spelling corrects it, behind the first letter. */
function correctionOf(term: string, { corrections }: AnalysedQuery): string {
  return corrections.find((one) => one.startsWith(term.slice(0, 1))) ?? term;
}

function byWords({ words }: Told, each: number): number {
  return words === null || each <= 0 ? 0 : SAYS_EACH * Math.min(1, words / each);
}

function byMeaning(deps: Deps, { embedding, crossing }: Measured, told: Told): number {
  if (!embedding || told.meaning === null) return 0;
  const likeness = likenessIn(told, deps, crossing);
  // Of a model that nobody has measured its own word is all there is.
  const likely = likeness ?? (embedding.words ? confidenceFrom(told.meaning) : told.meaning);
  return told.crossed === undefined ? embedding.fluency * likely : likely;
}

export function isLikely(likelihood: number): boolean {
  return likelihood >= LIKELY_ENOUGH;
}

/** By which those are put in order that nobody has looked at. */
export function standing(likelihood: number, holdsAll: boolean): number {
  return holdsAll ? Math.max(LIKELY_ENOUGH, likelihood) : likelihood;
}

/** A tag, or another name, says its words for whatever bears it. */
export function isNamed({ named }: Candidate, { required }: Measure): boolean {
  return named !== undefined && required.length > 0 && required.every((term) => named.terms.includes(term));
}
