/**
 * A sentence cut to the part that says most for its length: "I joined a gym last week" of "I joined a gym last week and I'm loving it so far!". Cut is only
 * where something begins that stands alone, and never a condition, a denial or a time that stands before it: what is left is true where the whole was.
 */
import { estimateTokens } from '../../../../model/index.ts';
import type { Word } from './features.ts';

export interface Clause {
  readonly text: string;
  /** Sum over its words, and what it costs to keep. */
  readonly says: number;
  readonly tokens: number;
}

interface Piece {
  readonly start: number;
  readonly end: number;
  /** It may be what a sentence begins with. */
  readonly standsAlone: boolean;
}

const SUBJECT =
  "(?:i|we|my|our|he|she|they|it|you|his|her|their|the|this|that|there|i['’]\\w+|we['’]\\w+|it['’]s|that['’]s)";
const JOINED = '(?:and|but|so|plus|then)';
/** What else the same subject did. */
const DONE_TOO = String.raw`and\s+(?:(?:also|even|just|now|still|then)\s+)?(?:\p{Ll}{2,}(?:ed|ing)|ate|became|began|bought|built|came|did|drove|felt|found|gave|got|had|heard|kept|left|lost|made|met|ran|read|sang|saw|spent|told|took|was|went|won|wrote)\b`;
const DOES_TOO = new RegExp(`^,?\\s+${DONE_TOO}`, 'iu');
/** Something was done before, by somebody. */
const DOES = /\b(?:i|we|he|she|they|it|you|is|are|was|were|has|have|had)\b/iu;
/** What follows belongs together, and nothing is cut of it. */
const TOGETHER = /\b(?:between|both|either|balanc\p{Ll}+|blend\p{Ll}*|combin\p{Ll}+|juggl\p{Ll}+|mix\p{Ll}*)\b/iu;
/** Between two pieces; what the next begins with stays with it. */
const BETWEEN = new RegExp(
  `\\s+[-–—]+\\s+|[–—]|;\\s+|,?\\s+(?=${JOINED}\\s+${SUBJECT}\\b)|,\\s+(?=${SUBJECT}\\b)|,\\s+(?=(?:which|who)\\b)|,?\\s+(?=(?:because|['’]cause)\\b)|,?\\s+(?=${DONE_TOO})`,
  'giu',
);
const ALONE = new RegExp(`^(?:${JOINED}\\s+)?${SUBJECT}\\b`, 'i');
/** What follows is held up by these: nothing is cut from such a sentence. */
const HELD =
  /\b(?:if|unless|except|until|without|whether|neither|nor|not|never|no longer|instead|rather|only)\b|n['’]t\b/i;
/** Says only when, where or how: it goes with what follows, which is not said without it. */
const ADJUNCT =
  /^(?:(?:and|but|so|plus|then)\s+)?(?:after|as|at|before|by|during|every|for|from|in|last|lately|next|on|once|recently|since|today|tomorrow|tonight|when|whenever|while|with|yesterday|this (?:morning|evening|week|weekend|month|year|spring|summer|fall|autumn|winter))\b[^,]*$/i;
const FOLLOWED = new RegExp(`^,\\s+${SUBJECT}\\b`, 'i');
const FEWEST_WORDS = 3;
const LONGEST_JOINT = 60;
/** What has more is no sentence, and every piece is looked at with all that follow. */
const MOST_PIECES = 12;

/** Every way to cut it, the whole among them. */
export function clausesOf(sentence: string, words: readonly Word[], values: readonly number[]): Clause[] {
  const found = HELD.test(sentence) ? [] : piecesOf(sentence);
  const pieces = found.length > 0 && found.length <= MOST_PIECES ? found : [whole(sentence)];
  return pieces.flatMap(({ start, standsAlone }, i) =>
    standsAlone ? pieces.slice(i).flatMap(({ end }) => clauseOf(sentence, words, values, { start, end })) : [],
  );
}

const whole = (sentence: string): Piece => ({ start: 0, end: sentence.length, standsAlone: true });

function piecesOf(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  const [does, together] = [DOES, TOGETHER].map((words) => words.exec(sentence)?.index ?? Infinity) as [number, number];
  for (const { 0: mark, index } of [...sentence.matchAll(BETWEEN), { 0: '', index: sentence.length }]) {
    const isSame = DOES_TOO.test(sentence.slice(index, index + LONGEST_JOINT));
    if (isSame && (does >= index || together < index)) continue;
    if (FOLLOWED.test(sentence.slice(index)) && ADJUNCT.test(sentence.slice(start, index))) continue;
    const standsAlone = start === 0 || ALONE.test(sentence.slice(start, index));
    if (index > start) pieces.push({ start, end: index, standsAlone });
    start = index + mark.length;
  }
  return pieces;
}

function clauseOf(
  sentence: string,
  words: readonly Word[],
  values: readonly number[],
  { start, end }: Omit<Piece, 'standsAlone'>,
): Clause[] {
  const inside = words.flatMap((word, i) => (word.start >= start && word.end <= end ? [values[i] ?? 0] : []));
  if (inside.length < FEWEST_WORDS && !(start === 0 && end === sentence.length)) return [];
  const text = tidy(sentence.slice(start, end), start > 0);
  return [{ text, says: inside.reduce((sum, value) => sum + value, 0), tokens: estimateTokens(text) }];
}

function tidy(text: string, isRest: boolean): string {
  const said = isRest ? text.replace(new RegExp(`^${JOINED}\\s+`, 'i'), '') : text;
  const bare = said.replace(/[\s,:–—-]+$/, '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
