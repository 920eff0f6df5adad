/** A text whose words the model has read, and what it names and says. */
import type { Thing } from '../patterns/pattern.ts';
import { languageOf } from './language.ts';
import { placeMentions, type PlacedMention } from './mentions.ts';
import { createNameHead } from './name-head.ts';
import { withOneSubject } from './one-subject.ts';
import { withinClauses } from './own-clause.ts';
import { pairsOf } from './pairs.ts';
import { canBeSaidOf, standInsOf } from './pronouns.ts';
import { createRelationHead, type RelationHead } from './relation-head.ts';
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
    const isRead = language === 'english';
    return { names, statements: isRead ? readStatements(relations, text, words, { mentions, products }) : [] };
  };
}

interface Named {
  readonly mentions: readonly PlacedMention[];
  readonly products: WordProducts;
}

/** What is said of the names, and of the pronouns that stand for them. */
function readStatements(
  relations: RelationHead,
  text: string,
  words: readonly PiecedWord[],
  { mentions, products }: Named,
): ReadStatement[] {
  const sentences = sentencesOf(text, words);
  const meant = standInsOf(text, words, sentences, mentions);
  const spokenOf = [...mentions, ...meant];
  const nameOf = (place: number) => meant[place - mentions.length]?.name ?? place;
  const areTwo = (head: number, tail: number) => nameOf(head) !== nameOf(tail) && canBeSaidOf(spokenOf, head, tail);
  const pairs = pairsOf(text, words, sentences, { mentions: spokenOf, canSay: relations.canSay, areTwo });
  const read = { text, words, mentions: spokenOf };
  const said = withOneSubject(withinClauses(relations.read(products.relations, spokenOf, pairs), read), read);
  const place = ({ from, to }: WordRange) => ({ start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0 });
  const statements = said.map(({ head, tail, words: range, type, confidence }) => ({
    source: nameOf(head),
    target: nameOf(tail),
    type,
    confidence,
    ...place(range),
    sentence: place(sentences.find(({ to }) => range.from < to) ?? range),
  }));
  return statements.sort((a, b) => a.start - b.start);
}
