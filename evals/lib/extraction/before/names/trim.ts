/** Takes off a run of capitalised words what is not part of the name. */
import { isChatter } from '../lexicon/chatter.ts';
import { isNationality } from '../lexicon/countries.ts';
import { FIRST_NAMES, PARTICLES, PERSON_TITLES, REQUESTS } from '../lexicon/people.ts';
import type { Word } from '../reading/words.ts';
import type { Evidence } from './judge.ts';
import { knownType } from './lexicon.ts';
import type { Run } from './runs.ts';
import type { Casing } from './shape.ts';
import { isHead } from './type-of.ts';

const FUNCTION_TAGS = new Set(['DET', 'PRON', 'ADP', 'AUX', 'CCONJ', 'SCONJ', 'PART', 'INTJ', 'ADV', 'NUM']);
/** Capitalised only for standing first, when a name follows. */
const OPENING_TAGS = new Set([...FUNCTION_TAGS, 'VERB', 'ADJ']);

export interface TrimContext {
  readonly casing: Casing;
  readonly isInitial: (at: number) => boolean;
}

/** What is left; nationalities before a name become a run of their own. */
export function trim(run: Run, context: TrimContext, evidence: Evidence): Run[] {
  if (knownType(phraseOf(run.words)) !== undefined) return [run];
  const start = Math.max(leading(run, context, evidence), givenName(run.words, evidence));
  const end = trailing(run.words, start, evidence);
  return splitNationality({ ...run, words: run.words.slice(start, end), at: run.at + start });
}

function leading({ words, at }: Run, context: TrimContext, evidence: Evidence): number {
  let skip = 0;
  while (
    skip < words.length &&
    isOpening(words, skip, { ...context, initial: context.isInitial(at + skip) || skip > 0 }, evidence)
  )
    skip++;
  return skip;
}

const SAINTS = new Set([
  'san',
  'santa',
  'saint',
  'st',
  'st.',
  'fort',
  'port',
  'mount',
  'lake',
  'new',
  'el',
  'los',
  'la',
  'le',
]);

/** `Legendary Bruce Lee`, `Rear Admiral John Wilkes`: plain words before a given name are not part of it. */
function givenName(words: readonly Word[], { tagger, language }: Evidence): number {
  const at = words.findIndex(({ lower }) => FIRST_NAMES.has(lower));
  const before = words.slice(0, Math.max(at, 0));
  if (language !== 'english' || at === words.length - 1 || isHead(words.at(-1)?.lower ?? '')) return 0;
  return before.every(
    ({ lower }) => tagger.isKnown(lower) && !SAINTS.has(lower) && !PARTICLES.has(lower) && lower !== 'of',
  )
    ? before.length
    : 0;
}

function isOpening(
  words: readonly Word[],
  at: number,
  { casing, initial }: TrimContext & { readonly initial: boolean },
  { tagger, language }: Evidence,
): boolean {
  const word = words[at] as Word;
  const rest = words.slice(at + 1);
  if (isNoPart(word, rest.length > 0, initial)) return true;
  if (language !== 'english' || rest.length === 0) return false;
  const tag = tagger.usualTag(word.lower) ?? '';
  if (FUNCTION_TAGS.has(tag)) return true;
  const mayOpen = OPENING_TAGS.has(tag) || REQUESTS.has(word.lower);
  return (initial || casing !== 'normal') && mayOpen && rest.some((next) => isStrange(next, tagger));
}

/** Marks, titles before a name, and chatter. */
function isNoPart({ lower, text }: Word, hasMore: boolean, initial: boolean): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  return (hasMore && PERSON_TITLES.has(lower.replace('.', ''))) || ((hasMore || initial) && isChatter(lower));
}

function isStrange({ lower }: Word, tagger: Evidence['tagger']): boolean {
  return FIRST_NAMES.has(lower) || (/\p{L}/u.test(lower) && !tagger.isKnown(lower));
}

function trailing(words: readonly Word[], from: number, { tagger, language }: Evidence): number {
  let end = words.length;
  while (end > from + 1 && isClosing(words[end - 1] as Word, { tagger, language })) end--;
  return end;
}

function isClosing({ lower, text }: Word, { tagger, language }: Pick<Evidence, 'tagger' | 'language'>): boolean {
  if (!/[\p{L}\p{N}]/u.test(text) || text === 'xD' || text === 'XD') return true;
  return (
    language === 'english' && FUNCTION_TAGS.has(tagger.usualTag(lower) ?? '') && !/^[IVX]+$|^\p{Lu}\.?$/u.test(text)
  );
}

/** `Canadian Pokemon` is two names, `British Airways` and the `French Open` are one. */
function splitNationality(run: Run): Run[] {
  const [first, ...rest] = run.words;
  if (!first || rest.length === 0 || !isNationality(first.lower) || isHead(rest.at(-1)?.lower ?? '')) return [run];
  return [
    { ...run, words: [first] },
    { ...run, words: rest, at: run.at + 1 },
  ];
}

function phraseOf(words: readonly Word[]): string {
  return words.map(({ lower }) => lower).join(' ');
}
