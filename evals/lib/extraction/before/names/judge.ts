/**
 * How likely a run of capitalised words is a name. A capital in the middle of a sentence tells most; at its beginning, in a
 * headline or in shouting it tells little, and then it matters whether the language has the word anyway.
 */
import { FIRST_NAMES, PERSON_TITLES } from '../lexicon/people.ts';
import { isEmptyAlone } from '../lexicon/chatter.ts';
import type { Tagger } from '../reading/tagger.ts';
import type { Word } from '../reading/words.ts';
import type { Language } from './language.ts';
import { knownType, withoutNumber } from './lexicon.ts';
import type { Run } from './runs.ts';
import { isHead } from './type-of.ts';
import { isAllCapitals, isCamel, type Casing } from './shape.ts';

export interface Evidence {
  readonly tagger: Tagger;
  readonly language: Language;
  /** How often the text has the word with a capital where none is needed, and without one. */
  readonly capitalised: ReadonlyMap<string, number>;
  readonly small: ReadonlyMap<string, number>;
}

export interface RunContext {
  readonly casing: Casing;
  /** It begins the sentence. */
  readonly initial: boolean;
  readonly quoted: boolean;
  /** The text says what kind of thing it is. */
  readonly isDefined: boolean;
  /** The text says what it is short for. */
  readonly isExplained: boolean;
  /** A verb or a possessive ending follows. */
  readonly isSubject: boolean;
}

export const ENOUGH = 0.4;

/** 0–1. */
export function judge(run: Run, context: RunContext, evidence: Evidence): number {
  const phrase = withoutNumber(run.words.map(({ lower }) => lower).join(' '));
  const words = run.words.filter(({ text }) => /\p{L}/u.test(text));
  if (words.every(({ lower }) => PERSON_TITLES.has(lower) || isEmptyAlone(lower))) return 0;
  if (knownType(phrase) !== undefined)
    return run.words.length > 1 || !isDoubtful(words[0] as Word, context, evidence) ? 0.9 : 0.3;
  return words.length === 1 ? judgeWord(words[0] as Word, context, evidence) : judgePhrase(words, context, evidence);
}

/** A plain word that has its capital from its place. */
function isDoubtful(word: Word, { initial, casing, isSubject }: RunContext, { tagger, small }: Evidence): boolean {
  if (casing === 'normal' && (isAllCapitals(word) || isSubject)) return false;
  const isPlain = tagger.isKnown(word.lower) && tagger.usualTag(word.lower) !== 'PROPN';
  return (initial || casing !== 'normal') && (isPlain || (small.get(word.lower) ?? 0) > 0);
}

function judgeWord(word: Word, context: RunContext, evidence: Evidence): number {
  const score = scoreOfWord(word, context, evidence);
  const seen = evidence.capitalised.get(word.lower) ?? 0;
  const plain = evidence.small.get(word.lower) ?? 0;
  return clamp(score + Math.min(seen, 3) * 0.1 - Math.min(plain, 3) * 0.2);
}

function scoreOfWord(word: Word, context: RunContext, evidence: Evidence): number {
  if (word.text.replace(/\P{L}/gu, '').length < 2) return 0;
  if (FIRST_NAMES.has(word.lower)) return context.casing === 'upper' ? 0.6 : 0.85;
  if (isCamel(word)) return 0.75;
  if (evidence.language === 'german') return context.quoted ? 0.5 : 0.2;
  if (evidence.language === 'other') return context.initial ? 0.25 : 0.7;
  return scoreOfEnglish(word, context, evidence.tagger.usualTag(word.lower));
}

/** What a capital tells of a word of this part of speech: within a sentence, and at its beginning. */
const BY_TAG: Readonly<Record<string, readonly [number, number]>> = {
  PROPN: [0.8, 0.8],
  NOUN: [0.5, 0.1],
  ADJ: [0.4, 0.02],
};
const BY_OTHER_TAG = [0.25, 0.02] as const;
const BY_NO_TAG = [0.8, 0.6] as const;

function scoreOfEnglish(word: Word, context: RunContext, tag: string | undefined): number {
  const { casing, initial, isExplained } = context;
  if (casing !== 'normal') return tag === undefined ? 0.4 : 0.05;
  if (isAllCapitals(word)) return tag === undefined || isExplained ? 0.55 : 0.1;
  const [within, first] = tag === undefined ? BY_NO_TAG : (BY_TAG[tag] ?? BY_OTHER_TAG);
  return initial ? first : within;
}

function judgePhrase(words: readonly Word[], context: RunContext, { tagger, language }: Evidence): number {
  if (language !== 'english') return language === 'german' ? 0.6 : 0.8;
  const strange = words.filter(({ lower }) => FIRST_NAMES.has(lower) || !tagger.isKnown(lower)).length / words.length;
  if (context.casing !== 'normal' && context.quoted) return 0.5;
  if (context.casing !== 'normal' || words.every(isAllCapitals)) return strange * 0.8;
  if (strange === 0 && context.initial) return isMeant(words, context) ? 0.6 : 0.3;
  return 0.55 + strange * 0.35;
}

/** Plain words at the beginning of a sentence, but something says that they are a name. `Grace Hopper works …` */
function isMeant(words: readonly Word[], { quoted, isDefined, isSubject }: RunContext): boolean {
  return quoted || isDefined || isSubject || isTelling(words);
}

/** Of plain words, but one of them says that it is a name. */
function isTelling(words: readonly Word[]): boolean {
  return isHead(words.at(-1)?.lower ?? '') || knownType(words[0]?.lower ?? '') !== undefined;
}

function clamp(score: number): number {
  return Math.max(0, Math.min(1, score));
}
