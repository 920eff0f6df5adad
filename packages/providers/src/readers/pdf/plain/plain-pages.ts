/**
 * Reads pages that are plain (words across the page, in fonts that say what their codes mean) without an engine, which takes a
 * third of its time. A page with anything else on it is left to the engine, and so is a file that is out of order.
 */
import type { PdfPage } from '../pdf-file.ts';
import { PdfObjects } from './pdf-objects.ts';
import {
  isDictionary,
  nameOf,
  NotPlain,
  PdfReference,
  PdfStream,
  type PdfDictionary,
  type PdfValue,
} from './pdf-value.ts';
import { PlainContent } from './plain-content.ts';
import { readFont, type PlainFont } from './plain-font.ts';
import { PlainLines } from './plain-lines.ts';

const DEEPEST = 50;
/** A page with fewer lines may be a picture with a caption: the engine looks at what is on it. */
const FEWEST_LINES = 3;
/** After this many pages that were not plain, among hardly any that were, no more are tried. */
const PATIENCE = 8;

/** What people put on a page. */
const MARKS = new Set(['Text', 'FreeText', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Caret']);

export class PlainPages {
  readonly #objects: PdfObjects;
  readonly #pages: PdfDictionary[] = [];
  readonly #fonts = new Map<number, PlainFont>();
  #left = 0;
  #read = 0;

  private constructor(objects: PdfObjects) {
    this.#objects = objects;
    const root = objects.dictionary(objects.trailer.get('Root'));
    this.#collect(root?.get('Pages'), new Map(), 0);
  }

  /** Null if the file is not one whose pages can be read here; `count` is how many an engine sees. */
  static open(bytes: Uint8Array, count: number): PlainPages | null {
    try {
      const pages = new PlainPages(new PdfObjects(bytes));
      return pages.#pages.length === count ? pages : null;
    } catch {
      return null;
    }
  }

  /** Null for one that is not plain. */
  page(index: number): Pick<PdfPage, 'lines'> | null {
    const page = this.#pages[index];
    if (!page || (this.#left >= PATIENCE && this.#left > this.#read)) return null;
    try {
      const lines = this.#lines(page);
      if (lines.length < FEWEST_LINES) throw new NotPlain('hardly any words');
      this.#read++;
      return { lines };
    } catch {
      this.#left++;
      return null;
    }
  }

  #lines(page: PdfDictionary) {
    const objects = this.#objects;
    if (objects.get(page.get('Rotate')) || this.#isMarked(page)) throw new NotPlain('turned, or with links or marks');
    const resources = objects.dictionary(page.get('Resources'));
    const fonts = objects.dictionary(resources?.get('Font'));
    const drawn = objects.dictionary(resources?.get('XObject'));
    const lines = new PlainLines();
    const content = new PlainContent({
      lines,
      font: (name) => this.#font(fonts?.get(name)),
      onObject: (name) => {
        const kind = nameOf(objects.get(objects.dictionary(drawn?.get(name))?.get('Subtype')));
        if (kind !== 'Image') throw new NotPlain('a drawing that may have words in it');
      },
    });
    content.run(this.#contents(page));
    lines.end();
    return lines.lines;
  }

  /** Where a link leads, and what somebody has marked, is told with the words it lies on, which the engine knows. */
  #isMarked(page: PdfDictionary): boolean {
    const annotations = this.#objects.get(page.get('Annots'));
    if (!Array.isArray(annotations)) return false;
    return annotations.some((one: PdfValue) => {
      const annotation = this.#objects.dictionary(one);
      const kind = nameOf(this.#objects.get(annotation?.get('Subtype'))) ?? '';
      return MARKS.has(kind) || this.#objects.dictionary(annotation?.get('A'))?.has('URI');
    });
  }

  #contents(page: PdfDictionary): Uint8Array {
    const contents = this.#objects.get(page.get('Contents'));
    const parts = Array.isArray(contents) ? (contents as readonly PdfValue[]) : [contents];
    const bytes = parts.map((part) => {
      const stream = this.#objects.get(part);
      if (!(stream instanceof PdfStream)) throw new NotPlain('a page without contents');
      return this.#objects.unpack(stream);
    });
    // A part may end in the middle of anything but a word.
    return bytes.length === 1
      ? (bytes[0] as Uint8Array)
      : Buffer.concat(bytes.flatMap((part) => [part, Buffer.from('\n')]));
  }

  #font(value: PdfValue | undefined): PlainFont {
    const number = value instanceof PdfReference ? value.number : -1;
    const known = this.#fonts.get(number);
    if (known) return known;
    const dictionary = this.#objects.dictionary(value);
    if (!dictionary) throw new NotPlain('a font that is not there');
    const font = readFont(this.#objects, dictionary);
    if (number >= 0) this.#fonts.set(number, font);
    return font;
  }

  /** Pages have what the branch they hang on has, unless they say otherwise. */
  #collect(value: PdfValue | undefined, above: PdfDictionary, depth: number): void {
    const node = this.#objects.get(value);
    if (!isDictionary(node) || depth > DEEPEST) throw new NotPlain('no tree of pages');
    const inherited = new Map(above);
    for (const key of ['Resources', 'Rotate']) if (node.has(key)) inherited.set(key, node.get(key) as PdfValue);
    const kids = this.#objects.get(node.get('Kids'));
    if (!Array.isArray(kids)) return void this.#pages.push(new Map([...inherited, ...node]));
    for (const kid of kids as readonly PdfValue[]) this.#collect(kid, inherited, depth + 1);
  }
}
