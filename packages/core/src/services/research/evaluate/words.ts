/**
 * How well the words of a paper fit a question: BM25, divided by what a paper would get that says each of them without end, so that it is
 * from 0 to 1 and means the same for short and long questions. How rare a word is, is counted over the papers judged together and over the
 * library, so that three papers alone are not their own yardstick.
 */
import { toQueryTerms, toTermsByWord } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { countOf, type CandidateText, type Vocabulary } from './candidate-text.ts';

const [K1, B] = [1.2, 0.75];

interface AskedWord {
  /** Numbers of the terms that stand for it: the same word as several languages would stem it. */
  readonly terms: readonly number[];
  readonly idf: number;
}

export interface WordScorer {
  /** 0–1. */
  scoreOf(text: CandidateText): number;
  /** How much a word tells that stands in the question. */
  idfOf(word: string): number;
}

export async function wordScorer(
  { storage }: Pick<Deps, 'storage'>,
  workspace: string,
  said: readonly string[],
  vocabulary: Vocabulary,
): Promise<WordScorer> {
  const groups = wordsIn(said);
  const terms = [...new Set(groups.flat())];
  const { passages, counts } = await storage.fullText.frequencies(terms, workspace);
  const all = vocabulary.texts + passages;
  const idf = new Map(
    terms.map((term, i) => {
      const count = vocabulary.holding(vocabulary.numberOf(term)) + (counts[i] ?? 0);
      return [term, { count, idf: Math.log(1 + (all - count + 0.5) / (count + 0.5)) }];
    }),
  );
  const asked = groups.map((group) => toAsked(group, idf, vocabulary));
  const most = asked.reduce((sum, word) => sum + word.idf, 0);
  const byTerm = new Map(groups.flatMap((group, i) => group.map((term) => [term, asked[i]?.idf ?? 0])));
  return {
    scoreOf: (text) => (most === 0 ? 0 : sumOver(asked, text, vocabulary.averageLength) / most),
    idfOf: (word) => Math.max(0, ...toQueryTerms(word).map((term) => byTerm.get(term) ?? 0)),
  };
}

/** Each word once, by the terms that are looked for; small words are dropped while others remain. */
function wordsIn(said: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const text of said) {
    const telling = new Set(toQueryTerms(text));
    for (const group of toTermsByWord(text)) {
      const terms = group.filter((term) => telling.has(term));
      const [first] = terms;
      if (first !== undefined && !groups.has(first)) groups.set(first, terms);
    }
  }
  return [...groups.values()];
}

type Rarity = ReadonlyMap<string, { readonly count: number; readonly idf: number }>;

/** As rare as the most frequent of its terms; one that nobody says is as rare as can be. */
function toAsked(group: readonly string[], rarity: Rarity, vocabulary: Vocabulary): AskedWord {
  const known = group.filter((term) => (rarity.get(term)?.count ?? 0) > 0);
  const idfs = (known.length > 0 ? known : group).map((term) => rarity.get(term)?.idf ?? 0);
  return {
    terms: known.map((term) => vocabulary.numberOf(term)).filter((number) => number >= 0),
    idf: Math.min(...idfs),
  };
}

function sumOver(asked: readonly AskedWord[], text: CandidateText, averageLength: number): number {
  const norm = K1 * (1 - B + (B * text.length) / averageLength);
  let sum = 0;
  for (const { terms, idf } of asked) {
    let count = 0;
    for (const term of terms) count = Math.max(count, countOf(text, term));
    if (count > 0) sum += (idf * count) / (count + norm);
  }
  return sum;
}
