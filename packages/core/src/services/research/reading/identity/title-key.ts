/** What is left of a title when everything goes in which two spellings of it differ: case, accents, markup, TeX, punctuation. */
import { fold } from '../../../../model/terms/fold.ts';

const MARKUP = /<\/?[a-z][^<>]{0,200}>/giu;
const ENTITY = /&\s?(?:amp|lt|gt|quot|apos|nbsp|hellip|#\d{1,6}|#x[\da-f]{1,6})\s?;/giu;
const TEX = /\\[a-z]+\s?|[{}$~]/giu;
const APOSTROPHE = /(?<=\p{L})['’ʼ`](?=\p{L})/gu;
const NO_WORD = /[^\p{L}\p{M}\p{N}]+/u;
const MOST_WORDS = 80;
const MOST_TITLE = 2000;

/** Folded words in their order; those of a title that is longer than any title are cut. */
export function titleWords(title: string): string[] {
  const plain = title
    .slice(0, MOST_TITLE)
    .replace(MARKUP, '')
    .replace(ENTITY, ' ')
    .replace(TEX, ' ')
    .replace(APOSTROPHE, '');
  return fold(plain.normalize('NFKC').toLowerCase()).split(NO_WORD).filter(Boolean).slice(0, MOST_WORDS);
}

/** Words that say what a title is about; the rest is in every title. */
export function isTelling(word: string): boolean {
  return word.length > 2 && !COMMON.has(word);
}

const COMMON = new Set(
  'and the for from with into over under using via towards toward its are not can how why what when der die das und les des des una por para'.split(
    ' ',
  ),
);
