/**
 * Values of indexed fields as one text, whose order of bytes is the order of the values: field by field, null before
 * booleans before numbers before texts, texts by code points. No part is the beginning of another one, so that the parts can
 * stand one after the other, and what begins with some of them has those values.
 */

export type IndexPart = string | number | boolean | null;

const KIND = { null: '1', false: '2', true: '3', number: '4', string: '5' } as const;

/** Ends a part. It comes before all that a part can hold: what is not above the escape is written behind it. */
const PART_END = '\t';
const ESCAPE = '\n';
const LAST_ESCAPED = 10;

export function encodeParts(parts: readonly IndexPart[]): string {
  let text = '';
  for (const part of parts) text += encodePart(part);
  return text;
}

function encodePart(part: IndexPart): string {
  if (typeof part === 'string') return beginText(part) + PART_END;
  if (typeof part === 'number') return KIND.number + encodeNumber(part);
  return part === null ? KIND.null : part ? KIND.true : KIND.false;
}

/** What every text that begins so begins with. */
export function beginText(text: string): string {
  return KIND.string + escapeText(text);
}

function escapeText(text: string): string {
  let [escaped, done] = ['', 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > LAST_ESCAPED) continue;
    escaped += text.slice(done, at) + ESCAPE + String.fromCharCode(unit + LAST_ESCAPED + 1);
    done = at + 1;
  }
  return escaped + text.slice(done);
}

/** The text that a value begins with; null where it begins with something else. */
export function firstText(value: string): string | null {
  if (!value.startsWith(KIND.string)) return null;
  const end = value.indexOf(PART_END);
  const escaped = value.slice(KIND.string.length, end < 0 ? undefined : end);
  return escaped.replaceAll(/\n([\s\S])/g, (_, unit: string) =>
    String.fromCharCode(unit.charCodeAt(0) - LAST_ESCAPED - 1),
  );
}

/** What every value of the same type begins with: a range of one type holds no others. */
export function beginType(part: string | number): string {
  return typeof part === 'string' ? KIND.string : KIND.number;
}

/** In the order of their bytes. */
const DIGITS = new TextEncoder().encode('-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz');
const ZERO = '-';
const LONGEST_NUMBER = 11;
const digit = (bits: number): number => DIGITS[bits & 63] as number;

const view = new DataView(new ArrayBuffer(8));

/** The bits of a double, turned so that they are ordered as the numbers are, six to a digit; zeros at the end are left out. */
function encodeNumber(value: number): string {
  view.setFloat64(0, value === 0 ? 0 : value);
  const [high, low] = [view.getInt32(0), view.getInt32(4)];
  const [first, last] = high < 0 ? [~high, ~low] : [high ^ 0x80000000, low];
  // Indexing code makes a hundred thousand of them: so no lists on the way.
  const text = String.fromCharCode(
    digit(first >>> 26),
    digit(first >>> 20),
    digit(first >>> 14),
    digit(first >>> 8),
    digit(first >>> 2),
    digit((first << 4) | (last >>> 28)),
    digit(last >>> 22),
    digit(last >>> 16),
    digit(last >>> 10),
    digit(last >>> 4),
    digit(last << 2),
  );
  let length = LONGEST_NUMBER;
  while (text[length - 1] === ZERO) length -= 1;
  return length === LONGEST_NUMBER ? text : text.slice(0, length) + PART_END;
}

/** The first text after all that begin with this one; undefined when there is none. */
export function afterAll(beginning: string): string | undefined {
  const points = Array.from(beginning);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? 0;
    if (point < 0x10ffff) return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1);
  }
  return undefined;
}
