/** What the codes of a font stand for, and how wide they are. */
import { isBoldFont } from '../bold-font.ts';
import { encodingOf, letterOf } from './glyph-names.ts';
import { PdfLexer } from './pdf-lexer.ts';
import type { PdfObjects } from './pdf-objects.ts';
import {
  isDictionary,
  nameOf,
  NotPlain,
  numberOf,
  PdfKeyword,
  PdfName,
  PdfStream,
  type PdfDictionary,
  type PdfValue,
} from './pdf-value.ts';

export interface PlainFont {
  /** By code; undefined where it is not known, an empty string for nothing. */
  readonly letters: readonly (string | undefined)[];
  /** By code, in thousandths of the size. */
  readonly widths: readonly number[];
  /** Codes of two bytes. */
  readonly isWide: boolean;
  readonly isBold: boolean;
}

const MOST_CODES = 65_536;

export function readFont(objects: PdfObjects, font: PdfDictionary): PlainFont {
  const kind = nameOf(objects.get(font.get('Subtype')));
  const letters = new Array<string | undefined>();
  const isBold = isBoldFont(nameOf(objects.get(font.get('BaseFont'))));
  const isWide = kind === 'Type0';
  if (!isWide && kind !== 'Type1' && kind !== 'TrueType') throw new NotPlain('another kind of font');
  if (!isWide) addEncoding(objects, font, letters);
  const map = objects.get(font.get('ToUnicode'));
  if (map instanceof PdfStream) addMap(objects.unpack(map), letters);
  else if (isWide) throw new NotPlain('a font that does not say its letters');
  return { letters, widths: isWide ? wideWidths(objects, font) : simpleWidths(objects, font), isWide, isBold };
}

function simpleWidths(objects: PdfObjects, font: PdfDictionary): number[] {
  const widths = objects.get(font.get('Widths'));
  if (!Array.isArray(widths)) throw new NotPlain('a font without widths');
  const first = numberOf(objects.get(font.get('FirstChar')), 0);
  const descriptor = objects.dictionary(font.get('FontDescriptor'));
  const missing = numberOf(objects.get(descriptor?.get('MissingWidth')), 0);
  const all = Array.from({ length: 256 }, () => missing);
  widths.forEach((width: PdfValue, n) => (all[first + n] = numberOf(objects.get(width), missing)));
  return all;
}

function wideWidths(objects: PdfObjects, font: PdfDictionary): number[] {
  if (nameOf(objects.get(font.get('Encoding'))) !== 'Identity-H') throw new NotPlain('another encoding');
  const [inner] = (objects.get(font.get('DescendantFonts')) as readonly PdfValue[] | undefined) ?? [];
  const descendant = objects.dictionary(inner);
  if (!descendant) throw new NotPlain('a font without a font');
  const usual = numberOf(objects.get(descendant.get('DW')), 1000);
  const all = Array.from({ length: 256 }, () => usual);
  const runs = objects.get(descendant.get('W'));
  const set = (code: number, width: number) => {
    if (code >= MOST_CODES) throw new NotPlain('codes beyond all');
    while (all.length <= code) all.push(usual);
    all[code] = width;
  };
  for (let i = 0; Array.isArray(runs) && i < runs.length;) {
    const first = numberOf(objects.get(runs[i] as PdfValue), 0);
    const second = objects.get(runs[i + 1] as PdfValue);
    if (Array.isArray(second)) {
      second.forEach((width: PdfValue, n) => set(first + n, numberOf(objects.get(width), usual)));
      i += 2;
    } else {
      const last = Math.min(numberOf(second, first), MOST_CODES);
      for (let code = first; code <= last; code++) set(code, numberOf(objects.get(runs[i + 2] as PdfValue), usual));
      i += 3;
    }
  }
  return all;
}

function addEncoding(objects: PdfObjects, font: PdfDictionary, letters: (string | undefined)[]): void {
  const encoding = objects.get(font.get('Encoding'));
  const own = isDictionary(encoding) ? encoding : undefined;
  const named = nameOf(own ? objects.get(own.get('BaseEncoding')) : encoding);
  // Without a name the font file itself says what its codes are, but for what is written down.
  encodingOf(named)?.forEach((letter, code) => (letters[code] = letter === '' ? undefined : letter));
  const differences = objects.get(own?.get('Differences'));
  let code = 0;
  for (const item of Array.isArray(differences) ? (differences as readonly PdfValue[]) : []) {
    if (typeof item === 'number') code = item;
    else if (item instanceof PdfName) letters[code++] = letterOf(item.name);
  }
}

/** What the file itself says that its codes mean; the best there is. */
function addMap(bytes: Uint8Array, letters: (string | undefined)[]): void {
  const lexer = new PdfLexer(bytes);
  let values: PdfValue[] = [];
  for (let value = lexer.next(); value !== undefined; value = lexer.next()) {
    if (!(value instanceof PdfKeyword)) {
      values.push(value);
      continue;
    }
    if (value.word === 'usecmap') throw new NotPlain('a map that needs another');
    if (value.word === 'endbfchar') addSingles(values, letters);
    else if (value.word === 'endbfrange') addRanges(values, letters);
    values = [];
  }
}

function addSingles(values: readonly PdfValue[], letters: (string | undefined)[]): void {
  for (let i = 0; i + 1 < values.length; i += 2) letters[codeOf(values[i])] = textOf(values[i + 1]);
}

function addRanges(values: readonly PdfValue[], letters: (string | undefined)[]): void {
  for (let i = 0; i + 2 < values.length; i += 3) {
    const [first, last, target] = [codeOf(values[i]), codeOf(values[i + 1]), values[i + 2]];
    if (last - first > MOST_CODES) throw new NotPlain('a range beyond all');
    for (let code = first; code <= last; code++) {
      letters[code] = Array.isArray(target) ? textOf(target[code - first] as PdfValue) : textOf(target, code - first);
    }
  }
}

function codeOf(value: PdfValue | undefined): number {
  if (!(value instanceof Uint8Array) || value.length > 2) throw new NotPlain('a code of another length');
  return value.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** UTF-16, the other way round than machines have it; the last unit may be counted on. */
function textOf(value: PdfValue | undefined, further = 0): string {
  if (!(value instanceof Uint8Array)) throw new NotPlain('a letter that is none');
  if (value.length === 1) return String.fromCharCode((value[0] as number) + further);
  let text = '';
  for (let i = 0; i + 1 < value.length; i += 2) {
    const unit = ((value[i] as number) << 8) | (value[i + 1] as number);
    text += String.fromCharCode(unit + (i + 3 >= value.length ? further : 0));
  }
  return text === '\0' ? '' : text;
}
