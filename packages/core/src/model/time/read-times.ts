/**
 * What a question says of time, in the languages whose words are known. Everything is UTC; days, weeks, months and years
 * are whole; a month or a day without a year is the last one that has begun, because memories are of the past.
 *
 * What can mean something else says nothing: "may" without "in", a number that no preposition makes a year.
 */
import type { Span } from './calendar.ts';
import { readEvent, type EventReference } from './event-reference.ts';
import { isSpoken, languagesIn } from './known-languages.ts';
import { readPhrase } from './phrases.ts';
import { Sentence } from './sentence.ts';
import { tokenize, type Token } from './tokens.ts';
import { readUnspaced } from './unspaced-times.ts';

/** A stretch of time that a query names. An end that it leaves open is absent; `before` is not part of it. */
export interface TimeSpan {
  readonly from?: number;
  readonly before?: number;
  /** The words that name it, and where they stand in the query. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Times {
  /** In the order of the query; they do not overlap. */
  readonly spans: readonly TimeSpan[];
  /** A time that is told by what happened: "before the launch". */
  readonly event?: EventReference;
}

/** Never throws; takes time in proportion to the query's length. */
export function readTimes(query: string, now: number): Times {
  const tokens = tokenize(query);
  const sentences = languagesIn(tokens).map(
    (lexicon) => new Sentence(tokens, lexicon, { now, spoken: isSpoken(tokens, lexicon.code) }),
  );
  const found = [...sentences.flatMap((sentence) => readSpans(sentence, query)), ...unspacedSpans(query, now)];
  const event = firstEvent(sentences, query);
  return { spans: withoutOverlaps(found, query.length), ...(event ? { event } : {}) };
}

/** A text that is a time and nothing else, as an argument gives it: a bare year or month will do. Null for others. */
export function readTime(text: string, now: number): Pick<TimeSpan, 'from' | 'before'> | null {
  // "in" makes a time of a bare year; what has a preposition of its own does without.
  for (const query of [text, `in ${text}`]) {
    const [span, ...others] = readTimes(query, now).spans;
    const around = span && query.slice(0, span.start) + query.slice(span.end);
    if (!span || others.length > 0 || !NOTHING_ELSE.test(around ?? '')) continue;
    const { text: _text, start: _start, end: _end, ...ends } = span;
    return ends;
  }
  return null;
}

const NOTHING_ELSE = /^\s*(?:(?:in|on|the|am|im|en|au|le|la|el|il|em|no|op|på|i|в|во|на|у)\s+){0,3}\s*\.?\s*$/iu;

function readSpans(sentence: Sentence, query: string): TimeSpan[] {
  const found: TimeSpan[] = [];
  for (let at = 0; at < sentence.tokens.length;) {
    const phrase = readPhrase(sentence, at);
    if (phrase) found.push(toTimeSpan(sentence.tokens, query, phrase));
    at = phrase?.next ?? at + 1;
  }
  return found;
}

function toTimeSpan(
  tokens: readonly Token[],
  query: string,
  phrase: NonNullable<ReturnType<typeof readPhrase>>,
): TimeSpan {
  const start = tokens[phrase.start]?.start ?? 0;
  const end = tokens[phrase.next - 1]?.end ?? start;
  return { ...phrase.span, text: query.slice(start, end), start, end };
}

function unspacedSpans(query: string, now: number): TimeSpan[] {
  return readUnspaced(query, now).map(({ span, start, end }: { span: Span; start: number; end: number }) => ({
    ...span,
    text: query.slice(start, end),
    start,
    end,
  }));
}

function firstEvent(sentences: readonly Sentence[], query: string): EventReference | undefined {
  for (const sentence of sentences) {
    const event = readEvent(sentence, query);
    if (event) return event;
  }
  return undefined;
}

/** Of those that overlap the longest stays, and of equals the first. */
function withoutOverlaps(found: readonly TimeSpan[], length: number): TimeSpan[] {
  const taken = new Uint8Array(length);
  const longestFirst = found.toSorted((a, b) => b.end - b.start - (a.end - a.start));
  const kept = longestFirst.filter(({ start, end }) => {
    if (taken.subarray(start, end).includes(1)) return false;
    taken.fill(1, start, end);
    return true;
  });
  return kept.sort((a, b) => a.start - b.start);
}
