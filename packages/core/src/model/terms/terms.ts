/**
 * What a word is. Every engine indexes and looks up the terms made here, so that none of them can differ in what it finds.
 *
 *   "Émigrés use getUserById() in C++ 日本語"
 *     → emigr use get user by id in c++ 日本 本語, and also getuserbyid 日 本 語
 *
 * Each word gives a main term, which depends on the word alone, and in a language that is not its script's first the stem
 * of that language beside it, marked: "casas" → casa, _cas. Questions are too short to be sure of their language; they ask
 * for the stems of every likely one, and because stems are marked no English text is ever found by another tongue's rules.
 *
 * Raise TERMS_VERSION with every change that gives other terms for the same text: stores rebuild their word index when
 * theirs differs.
 */
import { languagesOfQuestion, languagesOfText } from './spoken.ts';
import { isSmallWord, toStems } from './language-stems.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { toLines, type Word } from './words.ts';

export const TERMS_VERSION = 2;

/** What nearly every English text holds. */
const STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with s t d m ll re ve'.split(
    ' ',
  ),
);

const ENGLISH = LANGUAGES.find(({ code }) => code === 'en') as Language;

/**
 * All terms of a text, repeats kept (they are what BM25 counts). First the main terms in the order of the text, so that a
 * phrase is a run of neighbours (see `toPhrase`), then all others.
 */
export function toTerms(text: string): string[] {
  const main: string[] = [];
  const others: string[] = [];
  const lines = toLines(text);
  const languages = languagesOfText(lines);
  lines.forEach((line, i) => {
    for (const word of line) pushTerms(word, languages[i] ?? [], main, others);
  });
  for (const term of others) main.push(term);
  return main;
}

function pushTerms(word: Word, languages: readonly Language[], main: string[], others: string[]): void {
  for (const term of word.main) main.push(term);
  for (const term of word.also) others.push(term);
  for (const term of word.textOnly) others.push(term);
  if (languages.length > 0) for (const term of toStems(word, languages)) others.push(term);
}

/** The main terms of a text, in order: a text holds a phrase when the phrase's are a run of the text's. */
export function toPhrase(text: string): string[] {
  return toLines(text).flatMap((line) => line.flatMap(({ main }) => main));
}

/** The distinct terms a query looks for. Words that nearly every text holds are dropped while others remain. */
export function toQueryTerms(query: string): string[] {
  const words = toLines(query).flat();
  return lookingFor(words, languagesOfQuestion(words));
}

/**
 * For each word of a query, as white space parts them, those of the query's terms that it stands for by itself. What is
 * written together but means several counts as several.
 */
export function toTermsByWord(query: string): string[][] {
  const { languages } = languagesOfQuestion(toLines(query).flat());
  return query.split(/\s+/).flatMap((word) => {
    const forms = toLines(word).flat();
    const parts = forms.flatMap(({ main }) => main);
    if (parts.length > 1) return parts.map((part) => [part]);
    const alone = languagesOfQuestion(forms);
    return [lookingFor(forms, { ...alone, languages: languages.filter((one) => alone.languages.includes(one)) })];
  });
}

function lookingFor(words: readonly Word[], { languages, certain }: ReturnType<typeof languagesOfQuestion>): string[] {
  const telling = words.filter(({ main, spelt }) => main.length !== 1 || !isSmallWord(spelt[0] ?? '', certain));
  const terms = (telling.length > 0 ? telling : words).flatMap((word) => [
    ...word.main,
    ...word.also,
    ...toStems(word, languages),
  ]);
  const distinct = [...new Set(terms)];
  const rare = distinct.filter((term) => !STOP_WORDS.has(term));
  return rare.length > 0 ? rare : distinct;
}

/** Those words of a query, in lower case, that only hold others together: in English or the language it is certainly in. */
export function smallWordsIn(query: string): Set<string> {
  const words = toLines(query).flat();
  const { certain } = languagesOfQuestion(words);
  const spelt = words.flatMap((word) => word.spelt);
  return new Set(spelt.filter((word) => STOP_WORDS.has(word) || isSmallWord(word, [ENGLISH, ...certain])));
}

/** The distinct forms of one word, in the languages the query that it stands in is surely in. */
export function toTermsOfWord(word: string, query: string): string[] {
  const { certain } = languagesOfQuestion(toLines(query).flat());
  const forms = toLines(word).flat();
  return [...new Set(forms.flatMap((form) => [...form.main, ...toStems(form, certain)]))];
}
