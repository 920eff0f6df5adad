/** Goes through the content of an OpenDocument text. */
import type { XmlAttributes, XmlHandler } from '../xml/scan-xml.ts';
import type { Flow } from '../office/flow.ts';
import { wholeNumber } from '../office/whole-number.ts';

export interface OpenTextParts {
  readonly flow: Flow;
  /** A paragraph with the style of the title. */
  onTitle(text: string): void;
  onNote(name: string, text: string): void;
  onComment(text: string): void;
}

/** What was deleted, what is drawn, and what says how things look. */
const SKIPPED = new Set([
  'tracked-changes',
  'automatic-styles',
  'font-face-decls',
  'scripts',
  'forms',
  'note-citation',
]);
const SIGNATURE = new Set(['creator', 'date', 'date-string', 'creator-initials']);
const MOST_SPACES = 1000;
const MOST_COLUMNS = 1_000_000;

export class OpenText implements XmlHandler {
  readonly #parts: OpenTextParts;
  #skipping = 0;
  /** Paragraphs may stand in notes within paragraphs. */
  #paragraphs = 0;
  #level: number | undefined;
  #style = '';
  #paragraphText = '';
  #listDepth = 0;
  #isItemStart = false;
  #columns = 1;
  #aside: { readonly kind: 'note' | 'annotation'; text: string } | undefined;
  #notes = 0;

  constructor(parts: OpenTextParts) {
    this.#parts = parts;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipping > 0 || SKIPPED.has(name) || this.#isSignature(name)) this.#skipping++;
    else if (name === 'p' || name === 'h') this.#openParagraph(name, attributes);
    else if (!this.#openInline(name, attributes)) this.#openBlock(name, attributes);
  }

  close(name: string): void {
    if (this.#skipping > 0) this.#skipping--;
    else this.#close(name);
  }

  text(text: string): void {
    if (this.#paragraphs === 0 || this.#skipping > 0) return;
    // White space is one space, as in HTML.
    this.#say(text.replace(/\s+/gu, ' '));
  }

  /** Who made a comment, and when. */
  #isSignature(name: string): boolean {
    return this.#aside?.kind === 'annotation' && SIGNATURE.has(name);
  }

  #say(text: string): void {
    if (this.#aside) {
      this.#aside.text += text;
      return;
    }
    this.#paragraphText += text;
    this.#parts.flow.text(text);
  }

  #openParagraph(name: string, attributes: XmlAttributes): void {
    this.#paragraphs++;
    if (this.#aside) return;
    this.#level = name === 'h' ? (wholeNumber(attributes.get('outline-level'), [1, 10]) ?? 1) : undefined;
    this.#style = attributes.get('style-name') ?? '';
    this.#paragraphText = '';
  }

  #openInline(name: string, attributes: XmlAttributes): boolean {
    if (name === 's') this.#say(' '.repeat(wholeNumber(attributes.get('c'), [1, MOST_SPACES]) ?? 1));
    else if (name === 'tab') this.#say('\t');
    else if (name === 'line-break') this.#say('\n');
    else if (name === 'a') this.#parts.flow.openLink(attributes.get('href'));
    else if (name === 'note') this.#openNote();
    else if (name === 'annotation') this.#aside = { kind: 'annotation', text: '' };
    else return false;
    return true;
  }

  #openBlock(name: string, attributes: XmlAttributes): void {
    const { flow } = this.#parts;
    if (name === 'list') this.#listDepth++;
    else if (name === 'list-item') this.#isItemStart = true;
    else if (name === 'table') flow.openTable();
    else if (name === 'table-row') flow.openRow();
    else if (name === 'table-cell')
      this.#columns = wholeNumber(attributes.get('number-columns-repeated'), [1, MOST_COLUMNS]) ?? 1;
  }

  #close(name: string): void {
    const { flow } = this.#parts;
    if (name === 'p' || name === 'h') this.#closeParagraph();
    else if (name === 'a') flow.closeLink();
    else if (name === 'note' || name === 'annotation') this.#closeAside();
    else if (name === 'list') this.#listDepth--;
    else if (name === 'table-cell' || name === 'covered-table-cell') flow.closeCell(this.#columns);
    else if (name === 'table') flow.closeTable();
  }

  #closeParagraph(): void {
    this.#paragraphs--;
    if (this.#aside) {
      this.#aside.text += ' ';
      return;
    }
    if (/^title$/iu.test(this.#style)) this.#parts.onTitle(this.#paragraphText.trim());
    const depth = this.#listDepth - 1;
    if (this.#level !== undefined) this.#parts.flow.endParagraph({ level: this.#level });
    else if (depth < 0) this.#parts.flow.endParagraph();
    else this.#parts.flow.endParagraph({ bullet: this.#isItemStart ? '-' : ' ', depth });
    this.#isItemStart = false;
    this.#level = undefined;
  }

  #openNote(): void {
    this.#notes++;
    this.#say(`[^${this.#notes}]`);
    this.#aside = { kind: 'note', text: '' };
  }

  #closeAside(): void {
    const aside = this.#aside;
    this.#aside = undefined;
    const text = aside?.text.replace(/\s+/gu, ' ').trim() ?? '';
    if (!aside || text === '') return;
    if (aside.kind === 'note') this.#parts.onNote(String(this.#notes), text);
    else this.#parts.onComment(text);
  }
}
