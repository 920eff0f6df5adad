/**
 * The words of a text, each with its terms and with what it says about the language. A word is worked out once and then
 * remembered, which makes the usual text cost one look-up per word.
 */
import { votesOf, type Vote } from './detect-languages.ts';
import { isAscii } from './fold.ts';
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
  /** The most that it says for one language. */
  readonly loudest: number;
}

/** Words and the breaks between lines. For plain ASCII, which most texts are, without classes of Unicode: they take three times as long. */
const [TOKEN, ASCII_TOKEN] = [
  tokenOf({ letter: String.raw`\p{L}`, figure: String.raw`\p{N}`, mark: String.raw`\p{M}` }, 'gu'),
  tokenOf({ letter: 'A-Za-z', figure: '0-9', mark: '' }, 'g'),
];

/** Of characters as they stand between brackets. */
function tokenOf({ letter, figure, mark }: Record<'letter' | 'figure' | 'mark', string>, flags: string): RegExp {
  const plain = String.raw`[${letter}${figure}${mark}_]+(?:[+#]+(?![${letter}${figure}]))?`;
  const name = String.raw`${plain}(?:(?:::|[./\\:@\-\u2010\u2011])${plain})*`;
  const dot = String.raw`(?<![^\s([{"'\x60])\.(?=[${letter}])`;
  return new RegExp(String.raw`[\n\r]+|\d{1,3}(?:,\d{3})+(?!\d)|(?:${dot})?${name}`, flags);
}

/** What most words are: these need no taking apart. */
const SIMPLE = /^[A-Za-z]?[a-z]{0,30}$/;
const NONE: readonly string[] = [];
const LONGEST_REMEMBERED = 64;
const MOST_REMEMBERED = 30_000;
const remembered = new Map<string, Word>();

/** Line by line, because a text may change its language with the line. */
export function toLines(text: string): Word[][] {
  const prepared = prepare(text);
  let line: Word[] = [];
  const lines = [line];
  for (const token of prepared.match(isAscii(prepared) ? ASCII_TOKEN : TOKEN) ?? []) {
    if (isBreak(token)) lines.push((line = []));
    else line.push(recall(token));
  }
  return lines;
}

function isBreak(token: string): boolean {
  const first = token.charCodeAt(0);
  return first === 0x0a || first === 0x0d;
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
  const [only] = word.spelt;
  return { ...word, ...heard(word.spelt.length === 1 && only !== undefined ? votesOf(only) : []) };
}

function simpleWord(lower: string): Word {
  return { main: [toMainTerm(lower)], also: NONE, textOnly: NONE, spelt: [lower], ...heard(votesOf(lower)) };
}

function heard(votes: readonly Vote[]): Pick<Word, 'votes' | 'loudest'> {
  return { votes, loudest: Math.max(0, ...votes.map(({ weight }) => weight)) };
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
