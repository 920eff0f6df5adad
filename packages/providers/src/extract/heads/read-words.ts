/** A text whose words the model has read, and what it names and says. */
import type { Thing } from '../patterns/pattern.ts';
import { languageOf } from './language.ts';
import { placeMentions } from './mentions.ts';
import { createNameHead } from './name-head.ts';
import { withOneSubject } from './one-subject.ts';
import { withinClauses } from './own-clause.ts';
import { pairsOf } from './pairs.ts';
import { createRelationHead } from './relation-head.ts';
import { sentencesOf, type WordRange } from './sentences.ts';
import { spellingOf, type PiecedWord } from './spelling.ts';
import type { HeadWeights } from './weights.ts';
import { withinLines } from './within-lines.ts';

export interface ReadName {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

export interface ReadStatement {
  /** Places in the list of names. */
  readonly source: number;
  readonly target: number;
  readonly type: string;
  readonly confidence: number;
  /** The words that say it. */
  readonly start: number;
  readonly end: number;
  /** The sentence they stand in. */
  readonly sentence: { readonly start: number; readonly end: number };
}

/** What the worker that has the model found in a text, in the order of the text. */
export interface HeadReading {
  readonly names: readonly ReadName[];
  readonly statements: readonly ReadStatement[];
}

export interface WordProducts {
  /** A row for each word. */
  readonly names: Float32Array;
  /** A row for each word, added to those of all before it, behind an empty one: what the head for relations needs, which many texts do not. */
  readonly relations: () => Float64Array;
}

export type WordsReader = (
  text: string,
  words: readonly PiecedWord[],
  products: WordProducts,
  things: readonly Thing[],
) => HeadReading;

export function createWordsReader(weights: HeadWeights): WordsReader {
  const [findNames, relations] = [createNameHead(weights), createRelationHead(weights)];
  return (text, words, products, things) => {
    const language = languageOf(text);
    const tagged = language === 'other' ? [] : findNames(products.names, spellingOf(text, words));
    const mentions = placeMentions(text, words, withinLines(text, words, tagged), things);
    const names = mentions.map(({ type, start, end, confidence }) => ({ type, start, end, confidence }));
    if (language !== 'english') return { names, statements: [] };
    const sentences = sentencesOf(text, words);
    const place = ({ from, to }: WordRange) => ({ start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0 });
    const pairs = pairsOf(text, words, sentences, { mentions, canSay: relations.canSay });
    const all = relations.read(products.relations, mentions, pairs);
    const read = { text, words, mentions };
    const said = withOneSubject(withinClauses(all, read), read);
    const statements = said.map(({ head, tail, words: range, type, confidence }) => ({
      source: head,
      target: tail,
      type,
      confidence,
      ...place(range),
      sentence: place(sentences.find(({ to }) => range.from < to) ?? range),
    }));
    return { names, statements: statements.sort((a, b) => a.start - b.start) };
  };
}
