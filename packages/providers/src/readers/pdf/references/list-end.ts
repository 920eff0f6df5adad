/** What is of a list by its letters, and where something else begins below it. */
import type { Row } from './rows.ts';

const SAME_SIZE = 0.18;
const MANY = 40;
const CONSISTENT = 0.75;
const LONGEST_HEADING = 90;
const LARGER = 1.2;
const FEW_BOLD = 0.15;
/** In usual steps from row to row. */
const APART = 1.3;
const AFTER =
  /^(?:\d{0,2}\.?\s?(?:appendix|appendices|annex|supplement(?:ary|al)?(?: (?:material|information|data|figures?|tables?))?|acknowledge?ments?|author contributions?|about the authors?|author biograph(?:y|ies)|biograph(?:y|ies)|figure legends|funding|competing interests|additional information|data availability|index|vita|curriculum vitae|contents)\b.{0,60}|[A-Z](?:\.\d+)?\.?\s+\p{Lu}[\p{L}\s-]{3,60})$/iu;

export class ListLook {
  readonly #size: number;
  /** Letters are of one size, as they are not on recognised pages. */
  readonly #isEven: boolean;
  readonly #hasBold: boolean;
  readonly #pitch: number;

  /** `rows`: all below the heading. */
  constructor(rows: readonly Row[], pitch: number) {
    const first = rows.slice(0, MANY);
    this.#size = usualSize(first);
    this.#isEven = first.filter((row) => this.isUsual(row)).length >= first.length * CONSISTENT;
    this.#hasBold = first.filter(({ bold }) => bold).length > first.length * FEW_BOLD;
    this.#pitch = pitch;
  }

  isUsual({ size, text }: Row): boolean {
    return text.length <= 3 || Math.abs(size - this.#size) <= SAME_SIZE * this.#size;
  }

  /** The first row from `from` on that is above something else. */
  endFrom(rows: readonly Row[], from: number): number {
    const at = rows.findIndex((row, i) => i >= from && this.#isHeading(row, rows[i - 1]));
    return at < 0 ? rows.length : at;
  }

  /** It says that the list is over, and not that a part of it begins. */
  static isOver({ text }: Row): boolean {
    return AFTER.test(text) && !/\b(?:19|20)\d\d\b/u.test(text);
  }

  #isHeading(row: Row, before: Row | undefined): boolean {
    const { text, size, bold } = row;
    if (text.length > LONGEST_HEADING || !/\p{L}{3}/u.test(text)) return false;
    if (ListLook.isOver(row)) return true;
    if (!before || !this.#isApart(row, before)) return false;
    if (this.#isEven && size > this.#size * LARGER) return true;
    return bold && !this.#hasBold && /^[\d\p{Lu}]/u.test(text) && !/[,;-]$|\b(?:19|20)\d\d\b/u.test(text);
  }

  #isApart(row: Row, before: Row): boolean {
    return row.column !== before.column || before.baseline - row.baseline > APART * this.#pitch;
  }
}

function usualSize(rows: readonly Row[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of rows) letters.set(round(size), (letters.get(round(size)) ?? 0) + text.length);
  return [...letters].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [10, 0])[0];
}

const round = (size: number) => Math.round(size * 4) / 4;
