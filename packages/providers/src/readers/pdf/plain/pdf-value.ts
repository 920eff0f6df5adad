/** What PDF files are made of. */

export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class PdfReference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/** An operator of a content stream, or a keyword of the file. */
export class PdfKeyword {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

export class PdfStream {
  readonly dictionary: PdfDictionary;
  readonly start: number;
  constructor(dictionary: PdfDictionary, start: number) {
    this.dictionary = dictionary;
    this.start = start;
  }
}

export type PdfValue =
  | number
  | boolean
  | null
  | Uint8Array
  | PdfName
  | PdfReference
  | PdfKeyword
  | PdfStream
  | PdfDictionary
  | readonly PdfValue[];

/** Not an error of the file: something that is left to the other engine. */
export class NotPlain extends Error {}

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;
export const nameOf = (value: PdfValue | undefined): string => (value instanceof PdfName ? value.name : '');
export const numberOf = (value: PdfValue | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;
