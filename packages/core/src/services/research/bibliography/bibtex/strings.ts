/** `@string` and `#`: names for texts, and texts put together. Each is resolved where it is defined, so that none can mean itself. */
import { MOST_ENTRY } from '../format.ts';
import { MONTH_ABBREVIATIONS } from '../build/months.ts';
import type { RawField, ValuePiece } from './fields.ts';

/** All texts of strings together may not be longer: a few lines can double each other to gigabytes. */
const MOST_TEXT = 10 * MOST_ENTRY;

export class Strings {
  readonly #texts = new Map<string, string>(MONTH_ABBREVIATIONS.map((month) => [month, month]));
  #length = 0;

  /** What is wrong with it, or null. */
  define({ name, pieces }: RawField): string | null {
    const { text, unknown } = this.join(pieces);
    if (text.length > MOST_ENTRY || this.#length + text.length > MOST_TEXT)
      return `The string ${name} is too long when it is put together; it was left out.`;
    this.#length += text.length;
    this.#texts.set(name, text);
    return unknown === null ? null : notDefined(unknown);
  }

  /** `unknown`: a bare word that no string has as its name; the word itself is kept. */
  join(pieces: readonly ValuePiece[]): { readonly text: string; readonly unknown: string | null } {
    if (pieces.length === 1 && !pieces[0]?.bare) return { text: pieces[0]?.text ?? '', unknown: null };
    let [text, unknown]: [string, string | null] = ['', null];
    for (const piece of pieces) {
      const known = piece.bare ? this.#texts.get(piece.text.toLowerCase()) : piece.text;
      if (known === undefined && !/^[\d.-]+$/.test(piece.text)) unknown = piece.text;
      text += known ?? piece.text;
      if (text.length > MOST_ENTRY) break;
    }
    return { text, unknown };
  }
}

export function notDefined(name: string): string {
  return `There is no @string ${name.slice(0, 60)}; the word itself was kept.`;
}
