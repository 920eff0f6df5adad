/** The words of the small language in which citekeys are described; `[auth:lower][year][title1:lower]` gives `vaswani2017attention`. */
export const KEY_WORDS = [
  'auth',
  'authors',
  'firstpage',
  'journal',
  'keyword',
  'shortyear',
  'title',
  'type',
  'year',
] as const;
export const KEY_MODIFIERS = ['abbr', 'ascii', 'lower', 'upper'] as const;

export const DEFAULT_PATTERN = '[auth:lower][year][title1:lower]';

const WORD = `\\[(?:${KEY_WORDS.join('|')})\\d*(?::(?:${KEY_MODIFIERS.join('|')}))*\\]`;
const PATTERN = new RegExp(`^(?:${WORD}|[\\p{L}\\p{N}_:.+/-])+$`, 'u');

export function isKeyPattern(text: string): boolean {
  return text.length <= 200 && PATTERN.test(text);
}
