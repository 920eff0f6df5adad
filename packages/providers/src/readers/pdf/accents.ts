/**
 * Accents that a file draws as signs of their own. Where such a sign stands in the text is chance (`Laszl ´ o Szekeres ´`); where it stands on the
 * page says which letter it belongs to.
 */

const MARKS: ReadonlyMap<string, string> = new Map([
  ['´', '\u0301'],
  ['`', '\u0300'],
  ['¨', '\u0308'],
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['¯', '\u0304'],
  ['˘', '\u0306'],
  ['˙', '\u0307'],
  ['˚', '\u030A'],
  ['˝', '\u030B'],
  ['ˇ', '\u030C'],
  ['¸', '\u0327'],
  ['˛', '\u0328'],
]);
const SIGNS = /[´`¨ˆ˜¯˘˙˚˝ˇ¸˛]/u;
const LETTER = /\p{L}/u;

/** A piece of text, and where its letters are in the text that it was taken from: from there on, or one by one. */
export interface Placed {
  readonly text: string;
  readonly letters: number | readonly number[];
}

export interface Box {
  readonly left: number;
  readonly right: number;
}

export function hasAccents(text: string): boolean {
  return SIGNS.test(text);
}

/** The signs that stand above or below a letter of the line become part of it. Others mean something else and stay. */
export function withAccents(line: string, first: number, boxOf: (letter: number) => Box): Placed {
  const signs = line.split('');
  const boxes = signs.map((sign, i) => (LETTER.test(sign) ? boxOf(first + i) : null));
  const gone = new Set<number>();
  for (const [i, sign] of signs.entries()) {
    const mark = MARKS.get(sign);
    if (mark === undefined) continue;
    const at = letterBelow(boxOf(first + i), boxes);
    const made = `${signs[at]?.replace('ı', 'i').replace('ȷ', 'j') ?? ''}${mark}`.normalize('NFC');
    if (at < 0 || made.length !== 1) continue;
    signs[at] = made;
    for (const one of goesWith(i, signs, boxes)) gone.add(one);
  }
  if (gone.size === 0) return { text: line, letters: first };
  const kept = signs.map((_, i) => i).filter((i) => !gone.has(i));
  return { text: kept.map((i) => signs[i]).join(''), letters: kept.map((i) => first + i) };
}

/** Spaces were made for the sign where the letters on its two sides have none between them; else one is enough. */
function goesWith(at: number, signs: readonly string[], boxes: readonly (Box | null)[]): number[] {
  const [before, behind] = [isSpace(signs[at - 1]), isSpace(signs[at + 1])];
  const [left, right] = [boxes[before ? at - 2 : at - 1], boxes[behind ? at + 2 : at + 1]];
  const isOneWord = left && right && Math.abs(right.left - left.right) < TOUCHING * (right.right - right.left);
  if (isOneWord) return [...(before ? [at - 1] : []), at, ...(behind ? [at + 1] : [])];
  return before && behind ? [at, at + 1] : [at];
}

/** Of the width of a letter. */
const TOUCHING = 0.3;

const isSpace = (sign: string | undefined) => sign !== undefined && sign.charCodeAt(0) <= 32;

/** The one whose middle is nearest to the middle of the sign, and below it; -1 for none. */
function letterBelow(sign: Box, boxes: readonly (Box | null)[]): number {
  const middle = (sign.left + sign.right) / 2;
  let [best, nearest] = [-1, Infinity];
  for (const [i, box] of boxes.entries()) {
    if (!box || middle < box.left || middle > box.right) continue;
    const off = Math.abs(middle - (box.left + box.right) / 2);
    if (off < nearest) [best, nearest] = [i, off];
  }
  return best;
}
