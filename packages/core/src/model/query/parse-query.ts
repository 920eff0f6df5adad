/**
 * What a query says: what to look for by words, what a text must hold or must not hold, and what is left for the embedder,
 * which knows nothing of operators.
 */
import { toPhrase, toQueryTerms, toTermsOfWord } from '../terms/terms.ts';
import { toPrefix } from '../terms/prefix.ts';
import { toPieces, type QueryPiece } from './query-pieces.ts';

export interface ParsedQuery {
  /** What is asked for, in plain words. Empty when the query only excludes. */
  readonly text: string;
  /** Any of these; those of the phrases are among them. */
  readonly terms: readonly string[];
  /** A text must hold each, its terms being neighbours among those of `toPhrase`. */
  readonly phrases: readonly (readonly string[])[];
  /** A text must hold none, each a single term or a phrase. */
  readonly excluded: readonly (readonly string[])[];
  /** Beginnings of terms. */
  readonly prefixes: readonly string[];
}

/** Understands anything; what is not an operator is text. */
export function parseQuery(query: string): ParsedQuery {
  const pieces = toPieces(query);
  const asked = pieces.filter(({ excluded }) => !excluded);
  const prefixes = asked.filter(({ kind }) => kind === 'prefix').map(({ text }) => toPrefix(text));
  const spoken = joined(asked.filter(({ kind }) => kind !== 'prefix'));
  return {
    text: joined(asked),
    terms: [...new Set([...toQueryTerms(spoken), ...prefixes.flatMap(({ terms }) => terms)])],
    phrases: asked.filter(({ kind }) => kind === 'phrase').flatMap(({ text }) => whenAny(toPhrase(text))),
    excluded: pieces.filter(({ excluded }) => excluded).flatMap((piece) => toExcluded(piece, query)),
    prefixes: [...new Set(prefixes.flatMap(({ prefix }) => prefix ?? []))],
  };
}

function joined(pieces: readonly QueryPiece[]): string {
  return pieces.map(({ text }) => text).join(' ');
}

/** A word is excluded in all its forms, a phrase as it stands. */
function toExcluded({ kind, text }: QueryPiece, query: string): string[][] {
  const phrase = toPhrase(text);
  if (kind === 'phrase' || phrase.length !== 1) return whenAny(phrase);
  return toTermsOfWord(text, query).map((term) => [term]);
}

function whenAny(phrase: string[]): string[][] {
  return phrase.length > 0 ? [phrase] : [];
}
