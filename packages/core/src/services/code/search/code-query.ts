/**
 * What a question about code says. A short one is looked for as it is. A long one (an issue report, a traceback) is looked for three ways:
 * by its first line, which says what it is about, by all its words, and by the names in it.
 */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import { toQueryTerms, toTerms, toTermsByWord } from '../../../model/index.ts';
import { dottedIn, placesIn, symbolsIn, type NamedPlace, type NamedSymbols } from './named-things.ts';

export interface CodeQuery {
  readonly text: string;
  readonly isLong: boolean;
  /** What it is about: all of a short one, the first line of a long one. */
  readonly head: string;
  readonly terms: readonly string[];
  /** Words of the head that tell something, each with the terms it stands for. */
  readonly words: readonly (readonly string[])[];
  /** All terms of a long one, and those of the names in it; of a short one none. */
  readonly allTerms: readonly string[];
  readonly nameTerms: readonly string[];
  readonly symbols: NamedSymbols;
  /** Names with what they stand in: `session.send`. */
  readonly dotted: readonly string[];
  readonly places: readonly NamedPlace[];
  /** It is a name and nothing else. */
  readonly isName: boolean;
}

const LONG = 300;
const MOST_HEAD = 300;
const MOST_TEXT = 20_000;
const MOST_TERMS = 400;
const MOST_NAME_TERMS = 96;

/** They ask, and are not what is asked for; in code they are so rare that they would count for much. */
const ASKING = new Set(
  'how what where which who whom whose when why does do did can could should would i we you me my our your'.split(' '),
);
const NAME_ALONE = /^`?[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*(?:\(\))?`?$/u;

export function checkCodeQuery(given: string): string {
  const text = given.trim();
  if (text === '') throw invalidField('query', 'query cannot be empty or whitespace-only');
  if (text.length <= MOST_TEXT) return text.toWellFormed();
  const error = `exceeds max length of ${MOST_TEXT} characters`;
  throw new ZapomniError('TOO_LARGE', `query ${error}.`, {
    hint: 'Give the beginning of the report and the traceback.',
    issues: [{ field: 'query', error }],
  });
}

export function readCodeQuery(text: string): CodeQuery {
  const isLong = text.length > LONG || text.includes('\n');
  const head = withoutAsking(isLong ? firstLine(text) : text);
  const terms = toQueryTerms(head);
  const known = new Set(terms);
  const symbols = symbolsIn(text, isLong);
  const nameTerms = [...symbols.keys()].length > 0 ? namesAsTerms(text, symbols) : [];
  return {
    text,
    isLong,
    head,
    terms,
    words: toTermsByWord(head).filter((word) => word.some((term) => known.has(term))),
    allTerms: isLong ? toQueryTerms(withoutAsking(text)).slice(0, MOST_TERMS) : [],
    nameTerms: isLong ? nameTerms : [],
    symbols,
    dotted: dottedIn(text),
    places: placesIn(text),
    isName: NAME_ALONE.test(text),
  };
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return text.slice(0, Math.min(end < 0 ? text.length : end, MOST_HEAD));
}

function withoutAsking(text: string): string {
  const telling = text.split(/\s+/).filter((word) => !ASKING.has(word.toLowerCase().replaceAll(/[^\p{L}]/gu, '')));
  return telling.join(' ') || text;
}

/** As they are written: folded they could not be taken apart. */
function namesAsTerms(text: string, symbols: NamedSymbols): string[] {
  const written = (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).filter((name) => symbols.has(name.toLowerCase()));
  return [...new Set([...new Set(written)].flatMap((name) => toTerms(name)))].slice(0, MOST_NAME_TERMS);
}
