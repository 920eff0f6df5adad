/** Times told by what happened: "before the launch", "after we moved to Berlin", "since the migration". */
import type { Relation } from './lexicon.ts';
import { readPhrase } from './phrases.ts';
import type { Read, Sentence } from './sentence.ts';
import type { Token } from './tokens.ts';

export interface EventReference {
  readonly relation: Relation;
  /** What happened, as the query says it. */
  readonly text: string;
}

const RELATIONS: readonly Relation[] = ['before', 'after', 'since', 'until', 'during'];
const MOST_WORDS = 12;
const ENDS = ',.;:?!()[]…"“”';
/** Words that begin another part of the question. */
const QUESTIONS = new Set('what who whom when where why how which did does do'.split(' '));
/** Verbs that take "after" with them. */
const VERBS = new Set('look looks looked looking name named names naming take takes took ask asked run ran'.split(' '));
/** Words that say no event when nothing follows them, and those that never begin one. */
const EMPTY = new Set('that this it them me us him her you'.split(' '));
const NO_EVENT = new Set('and or then now all long another when which'.split(' '));
const JOINING = new Set(['and', 'or', 'but', 'the', 'a']);

/** The first one of the query. Other languages than English are listened to only where they are spoken. */
export function readEvent(sentence: Sentence, query: string): EventReference | undefined {
  if (!sentence.english && !sentence.spoken) return undefined;
  for (let at = 0; at < sentence.tokens.length; at++) {
    const word = readRelation(sentence, at);
    const text = word && readText(sentence, word.next, query);
    if (word && text) return { relation: word.role as Relation, text };
  }
  return undefined;
}

function readRelation(sentence: Sentence, at: number): Read | undefined {
  const { tokens } = sentence;
  const word = RELATIONS.map((role) => sentence.read(at, role)).find((read) => read && !read.weak);
  if (!word || readPhrase(sentence, at)) return undefined;
  const [before, after] = [tokens[at - 1]?.text ?? '', tokens[word.next]?.text ?? ''];
  return before === after || (word.role === 'after' && VERBS.has(before)) ? undefined : word;
}

function readText({ tokens }: Sentence, from: number, query: string): string | undefined {
  let next = from;
  while (next - from < MOST_WORDS && isPartOf(tokens[next])) next++;
  while (next > from && JOINING.has(tokens[next - 1]?.text ?? '')) next--;
  const said = tokens.slice(from, next);
  return isEvent(said) ? query.slice(said[0]?.start, said.at(-1)?.end) : undefined;
}

function isEvent([first, ...rest]: readonly Token[]): boolean {
  if (first?.kind !== 'word' || NO_EVENT.has(first.text)) return false;
  return rest.length > 0 || !EMPTY.has(first.text);
}

function isPartOf(token: Token | undefined): boolean {
  if (!token || QUESTIONS.has(token.text)) return false;
  return token.kind !== 'mark' || !ENDS.includes(token.text);
}
