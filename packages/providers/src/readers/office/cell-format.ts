/** Which cells of a workbook are dates, and what a number of days is as one. */
import { elementsOf, type XmlElement } from '../xml/xml-tree.ts';

/** Numbers of the formats that every program knows without their being written down. */
const BUILTIN_DATES = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58]);
const BUILTIN_TIMES = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47, 55, 56]);
const DAY_MS = 86_400_000;
/** The day before the first, counting a 29 February 1900 that never was; and the one of old Macintoshes. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

type Kind = 'date' | 'time' | 'number';

export class CellFormats {
  readonly #kinds: readonly Kind[];
  readonly #epoch: number;

  constructor(styles: XmlElement | null, is1904: boolean) {
    this.#epoch = is1904 ? EPOCH_1904 : EPOCH_1900;
    const own = new Map(
      elementsOf(styles, 'numFmt').map(({ attributes }) => [
        attributes.get('numFmtId'),
        attributes.get('formatCode') ?? '',
      ]),
    );
    const cells = elementsOf(styles, 'cellXfs')[0]?.children ?? [];
    this.#kinds = cells.map(({ attributes }) => {
      const id = attributes.get('numFmtId') ?? '0';
      return kindOf(Number(id), own.get(id));
    });
  }

  /** A number as people see it: a date as `2026-01-31`, with the time of day if it has one. */
  show(value: string, style: number): string {
    const kind = this.#kinds[style] ?? 'number';
    const number = Number(value);
    if (kind === 'number' || value === '' || !Number.isFinite(number)) return toNumber(value);
    const time = new Date(this.#epoch + Math.round(number * 86_400) * 1000);
    if (Number.isNaN(time.getTime()) || Math.abs(number) > 2_958_466) return value;
    const [date, clock] = [time.toISOString().slice(0, 10), time.toISOString().slice(11, 19)];
    if (kind === 'time' && number < 1) return clock;
    return time.getTime() % DAY_MS === 0 ? date : `${date} ${clock}`;
  }
}

function kindOf(id: number, code: string | undefined): Kind {
  if (code === undefined) return BUILTIN_DATES.has(id) ? 'date' : BUILTIN_TIMES.has(id) ? 'time' : 'number';
  // Neither what stands in quotes nor colours and conditions in brackets is part of the pattern.
  const pattern = code.replace(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]/giu, '');
  if (/[yd]/iu.test(pattern) && !/general/iu.test(pattern)) return 'date';
  return /[hs]/iu.test(pattern) ? 'time' : 'number';
}

/** 0.30000000000000004 is how the program keeps it, not what the cell says. */
function toNumber(value: string): string {
  if (!/^-?\d+\.\d{12,}(?:E[+-]?\d+)?$/iu.test(value)) return value;
  return String(Number(Number(value).toPrecision(14)));
}
