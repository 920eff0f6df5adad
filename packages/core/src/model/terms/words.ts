/**
 * The words of a text, each with its terms and with what it says about the language. A word is worked out once and then
 * remembered, which makes the usual text cost one look-up per word.
 */
import { votesOf, type Vote } from './detect-languages.ts';
import { takeApart } from './identifier.ts';
import { prepare } from './prepare.ts';
import { toLowerWord, toMainTerm } from './script-stem.ts';
import { cutUnspaced, hasUnspaced } from './unspaced.ts';

export interface Word {
  /** In the order of the text; neighbours here are neighbours in a phrase. */
  readonly main: readonly string[];
  /** Other forms under which the same is found. */
  readonly also: readonly string[];
  /** Forms that texts hold and questions do not ask for: they would count the same thing twice. */
  readonly textOnly: readonly string[];
  /** The main terms as they are spelt, in lower case: what the stemmers of other languages take. */
  readonly spelt: readonly string[];
  readonly votes: readonly Vote[];
}

const PLAIN = String.raw`[\p{L}\p{N}\p{M}_]+(?:[+#]+(?![\p{L}\p{N}]))?`;
const TOKEN = new RegExp(
  String.raw`\d{1,3}(?:,\d{3})+(?!\d)|(?:(?<![^\s([{"'\x60])\.(?=\p{L}))?${PLAIN}(?:(?:::|[./\\:@\-\u2010\u2011])${PLAIN})*`,
  'gu',
);
/** What most words are: these need no taking apart. */
const SIMPLE = /^[A-Za-z]?[a-z]{0,30}$/;
const NONE: readonly string[] = [];
const LONGEST_REMEMBERED = 64;
const MOST_REMEMBERED = 30_000;
const remembered = new Map<string, Word>();

/** Line by line, because a text may change its language with the line. */
export function toLines(text: string): Word[][] {
  return prepare(text)
    .split(/[\n\r]+/)
    .map((line) => toWords(line));
}

function toWords(line: string): Word[] {
  const words: Word[] = [];
  for (const [token] of line.matchAll(TOKEN)) words.push(recall(token));
  return words;
}

function recall(token: string): Word {
  const known = remembered.get(token);
  if (known) return known;
  if (token.length > LONGEST_REMEMBERED) return analyse(token);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  // A copy: a slice of a text would keep the whole text in memory.
  const own = ` ${token}`.slice(1);
  const word = analyse(own);
  remembered.set(own, word);
  return word;
}

function analyse(token: string): Word {
  if (SIMPLE.test(token)) return simpleWord(token.toLowerCase());
  const word = { main: [], also: [], textOnly: [], spelt: [] as string[] };
  if (hasUnspaced(token)) {
    cutUnspaced(token, word, (between) => {
      for (const [name] of between.matchAll(TOKEN)) addName(name, word);
    });
  } else addName(token, word);
  // The parts of a name say nothing: IL-21 is not Italian.
  return { ...word, votes: word.spelt.length === 1 ? word.spelt.flatMap(votesOf) : [] };
}

function simpleWord(lower: string): Word {
  return { main: [toMainTerm(lower)], also: NONE, textOnly: NONE, spelt: [lower], votes: votesOf(lower) };
}

function addName(token: string, word: { main: string[]; also: string[]; textOnly: string[]; spelt: string[] }): void {
  const name = takeApart(token);
  for (const part of name.words) {
    const lower = toLowerWord(part);
    word.spelt.push(lower);
    word.main.push(toMainTerm(lower));
  }
  for (const whole of name.joined) word.also.push(toMainTerm(toLowerWord(whole)));
  for (const whole of name.hyphened) word.textOnly.push(toMainTerm(toLowerWord(whole)));
  for (const whole of name.wholes) word.also.push(whole);
}
