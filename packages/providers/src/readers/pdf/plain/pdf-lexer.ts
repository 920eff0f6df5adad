/** Takes the bytes of a file or of a content stream apart into values. */
import { NotPlain, PdfKeyword, PdfName, PdfReference, type PdfDictionary, type PdfValue } from './pdf-value.ts';

const DEEPEST = 50;
/** 1: white space, 2: delimiter, 0: anything else. */
const KIND = new Uint8Array(256);
for (const space of [0, 9, 10, 12, 13, 32]) KIND[space] = 1;
for (const delimiter of '()<>[]{}/%') KIND[delimiter.charCodeAt(0)] = 2;

const names = new Map<string, PdfName>();
const keywords = new Map<string, PdfKeyword>();
const END_ARRAY = new PdfKeyword(']');
const END_DICTIONARY = new PdfKeyword('>>');

export class PdfLexer {
  readonly bytes: Uint8Array;
  at: number;
  #depth = 0;
  /** Strings are put together here. */
  #room = new Uint8Array(1024);

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Undefined at the end. Without references, as in content streams. */
  next(): PdfValue | undefined {
    const code = this.#skip();
    if (code < 0) return undefined;
    if (KIND[code] === 2) return this.#delimited(code);
    // Digits, and what may stand before them.
    return code <= 57 && code >= 43 && code !== 44 ? this.#number() : this.#keyword();
  }

  #delimited(code: number): PdfValue {
    const isDouble = this.bytes[this.at + 1] === code;
    if (code === 47) return this.#name();
    if (code === 40) return this.#string();
    if (code === 91) return this.#array();
    if (code === 93) return this.#advance(1, END_ARRAY);
    if (code === 60) return isDouble ? this.#dictionary() : this.#hexString();
    if (code === 62 && isDouble) return this.#advance(2, END_DICTIONARY);
    throw new NotPlain('a delimiter out of place');
  }

  #advance(length: number, value: PdfKeyword): PdfKeyword {
    this.at += length;
    return value;
  }

  /** To the next byte that says something; -1 at the end. */
  #skip(): number {
    const { bytes } = this;
    for (; this.at < bytes.length; this.at++) {
      const code = bytes[this.at] as number;
      if (code === 37) while (this.at < bytes.length && bytes[this.at] !== 10 && bytes[this.at] !== 13) this.at++;
      else if (KIND[code] !== 1) return code;
    }
    return -1;
  }

  #number(): number {
    const { bytes } = this;
    let { at } = this;
    let sign = 1;
    let [value, scale] = [0, 0];
    if (bytes[at] === 45) [sign, at] = [-1, at + 1];
    else if (bytes[at] === 43) at++;
    for (; at < bytes.length; at++) {
      const code = bytes[at] as number;
      if (code >= 48 && code <= 57) {
        value = value * 10 + code - 48;
        scale *= 10;
      } else if (code === 46 && scale === 0) scale = 1;
      else if (KIND[code] === 0) throw new NotPlain('a number that is none');
      else break;
    }
    this.at = at;
    return scale > 1 ? (sign * value) / scale : sign * value;
  }

  #word(): string {
    const start = this.at;
    while (this.at < this.bytes.length && KIND[this.bytes[this.at] as number] === 0) this.at++;
    return latin(this.bytes, start, this.at);
  }

  #name(): PdfName {
    this.at++;
    const word = this.#word();
    let name = names.get(word);
    if (!name) {
      name = new PdfName(
        word.replace(/#([\da-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      );
      if (names.size < 5000) names.set(word, name);
    }
    return name;
  }

  #keyword(): PdfValue {
    const word = this.#word();
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    let keyword = keywords.get(word);
    if (!keyword) {
      keyword = new PdfKeyword(word);
      if (keywords.size < 500) keywords.set(word, keyword);
    }
    return keyword;
  }

  #string(): Uint8Array {
    const { bytes } = this;
    let [length, level] = [0, 1];
    for (this.at++; ; this.at++) {
      if (this.at >= bytes.length) throw new NotPlain('a string without end');
      let code = bytes[this.at] as number;
      if (code === 41 && --level === 0) break;
      if (code === 40) level++;
      if (code === 92) code = this.#escaped();
      if (code < 0) continue;
      if (length === this.#room.length) this.#grow();
      this.#room[length++] = code;
    }
    this.at++;
    return this.#room.slice(0, length);
  }

  /** Stays at the last byte of what was escaped; -1 for a line that only goes on. */
  #escaped(): number {
    const code = this.bytes[++this.at] ?? 0;
    if (isOctal(code)) return this.#octal(code);
    if (code === 13 && this.bytes[this.at + 1] === 10) this.at++;
    return code === 13 || code === 10 ? -1 : (ESCAPES[code] ?? code);
  }

  #octal(first: number): number {
    let value = first - 48;
    for (let n = 0; n < 2 && isOctal(this.bytes[this.at + 1] ?? 0); n++) {
      value = value * 8 + (this.bytes[++this.at] as number) - 48;
    }
    return value & 255;
  }

  #hexString(): Uint8Array {
    const end = this.bytes.indexOf(62, this.at);
    if (end < 0) throw new NotPlain('a string without end');
    const digits = latin(this.bytes, this.at + 1, end).replace(/\s+/gu, '');
    this.at = end + 1;
    return Uint8Array.from(Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex'));
  }

  #array(): PdfValue[] {
    if (++this.#depth > DEEPEST) throw new NotPlain('nested too deeply');
    this.at++;
    const values: PdfValue[] = [];
    for (let value = this.next(); value !== END_ARRAY; value = this.next()) {
      if (value === undefined) throw new NotPlain('an array without end');
      pushOrRefer(values, value);
    }
    this.#depth--;
    return values;
  }

  #dictionary(): PdfDictionary {
    if (++this.#depth > DEEPEST) throw new NotPlain('nested too deeply');
    this.at += 2;
    const values: PdfValue[] = [];
    for (let value = this.next(); value !== END_DICTIONARY; value = this.next()) {
      if (value === undefined) throw new NotPlain('a dictionary without end');
      pushOrRefer(values, value);
    }
    this.#depth--;
    const entries = new Map<string, PdfValue>();
    for (let i = 0; i + 1 < values.length; i += 2) {
      const key = values[i];
      if (!(key instanceof PdfName)) throw new NotPlain('a key that is no name');
      entries.set(key.name, values[i + 1] as PdfValue);
    }
    return entries;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#room.length * 2);
    larger.set(this.#room);
    this.#room = larger;
  }
}

const isOctal = (code: number) => code >= 48 && code <= 55;
const ESCAPES: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

/** `12 0 R` is two numbers until the letter comes. */
function pushOrRefer(values: PdfValue[], value: PdfValue): void {
  if (!(value instanceof PdfKeyword) || value.word !== 'R') return void values.push(value);
  values.pop();
  const number = values.pop();
  if (typeof number !== 'number') throw new NotPlain('a reference to nothing');
  values.push(new PdfReference(number));
}

export function latin(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 64) return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}
