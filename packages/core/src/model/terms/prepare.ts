/**
 * Brings a text to the one spelling that words are cut from: NFKC (full width, ligatures, composed accents), without the
 * characters that are there for the eye alone.
 */
import { isAscii } from './fold.ts';

/** Soft hyphens, joiners, marks of direction, byte order marks, and the stroke that stretches Arabic words. */
const INVISIBLE = /[\u00ad\u0640\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/**
 * Unicode's Stream-Safe limit. Normalising sorts the marks on a letter in quadratic time, so that a text of nothing else
 * would keep a core busy for minutes.
 */
const MARKS_BEYOND_SENSE = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

export function prepare(text: string): string {
  if (isAscii(text)) return text;
  return text.replace(INVISIBLE, '').replace(MARKS_BEYOND_SENSE, '$1').normalize('NFKC');
}
