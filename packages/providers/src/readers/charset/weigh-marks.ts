/** Signs that are no letters, by where they stand. */
import type { Sign } from './signs.ts';

/** Between letters, before one, behind one, and by itself. */
type MarkWeights = readonly [inside: number, before: number, behind: number, alone: number];

const MARKS: readonly (readonly [signs: string, weights: MarkWeights])[] = [
  ['“”‘„‚«»‹›–—…•', [-7, -3, -3, -3]],
  ['¿¡', [-9, -2, -9, -9]],
  ['·', [-4, -6, -6, -6]],
  ['µ', [-9, -3, -9, -3]],
];
const OTHER: MarkWeights = [-9, -9, -9, -4];

/** Quotes and dashes stand at the side of a word, an apostrophe within it; other signs rather by themselves. */
export function weighMark({ text }: Sign, before: Sign, after: Sign): number {
  if (/[\p{C}\uFFFD]/u.test(text)) return -14;
  if (text === '\u00A0') return -2;
  if (isMark(before) || isMark(after)) return -9;
  if (text === '’') return weighApostrophe(before, after);
  const [inside, ahead, behind, alone] = MARKS.find(([signs]) => signs.includes(text))?.[1] ?? OTHER;
  if (before.isLetter) return after.isLetter ? inside : behind;
  return after.isLetter ? ahead : alone;
}

/** `l’eau`, `Smith’s`. */
function weighApostrophe(before: Sign, after: Sign): number {
  if (!after.isLetter) return -3;
  if (!before.isLetter) return -6;
  return /[dlnstcjm]/.test(before.small) || /[st]/.test(after.small) ? -2.5 : -6;
}

function isMark({ text, isAscii, isLetter }: Sign): boolean {
  return text !== '' && text !== '\u00A0' && !isAscii && !isLetter;
}
