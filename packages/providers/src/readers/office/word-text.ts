/** Goes through the body of a Word document, or a part that looks like one: its notes, its comments. */
import type { XmlAttributes, XmlHandler } from '../xml/scan-xml.ts';
import type { Flow, ParagraphStyle } from './flow.ts';
import type { Numbering } from './numbering.ts';
import type { Relationship } from './package.ts';
import { wholeNumber } from './whole-number.ts';
import type { WordStyles } from './word-styles.ts';

export interface WordParts {
  readonly flow: Flow;
  readonly styles: WordStyles;
  readonly numbering: Numbering;
  readonly relationships: ReadonlyMap<string, Relationship>;
  /** A paragraph with the style of the title. */
  onTitle?(text: string): void;
  /** What stands for itself in a part with notes or comments. */
  onNote?(id: string, author: string | undefined, text: string): void;
}

/** Text that is written twice, deleted, or meant for machines. */
const SKIPPED = new Set(['Fallback', 'del', 'moveFrom', 'instrText', 'sectPr', 'rPrChange', 'pPrChange']);

type Opened = Readonly<Record<string, (attributes: XmlAttributes, name: string) => void>>;
type Closed = Readonly<Record<string, () => void>>;

export class WordText implements XmlHandler {
  readonly #parts: WordParts;
  #skipping = 0;
  #inText = false;
  #style = '';
  #outline: number | undefined;
  #list: string | undefined;
  #depth = 0;
  #span = 1;
  #note: { id: string; author: string | undefined; texts: string[] } | undefined;
  #titleText = '';

  readonly #opened: Opened;
  readonly #closed: Closed;

  constructor(parts: WordParts) {
    this.#parts = parts;
    this.#opened = { ...this.#openedParagraph(), ...this.#openedText(parts.flow) };
    this.#closed = this.#closedParts(parts.flow);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipping > 0 || SKIPPED.has(name)) this.#skipping++;
    else this.#opened[name]?.(attributes, name);
  }

  close(name: string): void {
    if (this.#skipping > 0) this.#skipping--;
    else this.#closed[name]?.();
  }

  text(text: string): void {
    if (!this.#inText || this.#skipping > 0) return;
    this.#parts.flow.text(text);
    this.#titleText += text;
  }

  #openedParagraph(): Opened {
    const value = (attributes: XmlAttributes) => attributes.get('val') ?? '';
    return {
      p: () => this.#beginParagraph(),
      pStyle: (attributes) => (this.#style = value(attributes)),
      outlineLvl: (attributes) => (this.#outline = wholeNumber(value(attributes), [0, 8])),
      numId: (attributes) => (this.#list = value(attributes) === '0' ? undefined : value(attributes)),
      ilvl: (attributes) => (this.#depth = wholeNumber(value(attributes), [0, 8]) ?? 0),
      gridSpan: (attributes) => (this.#span = wholeNumber(value(attributes), [1, 1000]) ?? 1),
    };
  }

  #openedText(flow: Flow): Opened {
    const note = (attributes: XmlAttributes, name: string) => flow.text(`[^${noteName(name, attributes)}]`);
    const aside = (attributes: XmlAttributes, name: string) => this.#openNote(name, attributes);
    return {
      t: () => (this.#inText = true),
      tab: () => flow.text('\t'),
      ptab: () => flow.text('\t'),
      br: () => flow.text('\n'),
      cr: () => flow.text('\n'),
      noBreakHyphen: () => flow.text('-'),
      hyperlink: (attributes) => flow.openLink(this.#target(attributes)),
      footnoteReference: note,
      endnoteReference: note,
      tbl: () => flow.openTable(),
      tr: () => flow.openRow(),
      tc: () => (this.#span = 1),
      footnote: aside,
      endnote: aside,
      comment: aside,
    };
  }

  #closedParts(flow: Flow): Closed {
    return {
      t: () => (this.#inText = false),
      p: () => this.#endParagraph(),
      hyperlink: () => flow.closeLink(),
      tc: () => flow.closeCell(this.#span),
      tbl: () => flow.closeTable(),
      footnote: () => this.#closeNote(),
      endnote: () => this.#closeNote(),
      comment: () => this.#closeNote(),
    };
  }

  #beginParagraph(): void {
    this.#style = '';
    this.#outline = undefined;
    this.#list = undefined;
    this.#depth = 0;
    this.#titleText = '';
  }

  #endParagraph(): void {
    const { flow, styles, onTitle } = this.#parts;
    if (this.#note) {
      this.#note.texts.push(flow.takeText());
      return;
    }
    if (styles.isTitle(this.#style)) onTitle?.(this.#titleText.trim());
    flow.endParagraph(this.#paragraphStyle());
  }

  #paragraphStyle(): ParagraphStyle {
    const level = this.#outline === undefined ? this.#parts.styles.levelOf(this.#style) : this.#outline + 1;
    if (level !== undefined) return { level };
    if (this.#list === undefined) return {};
    return { bullet: this.#parts.numbering.bullet(this.#list, this.#depth), depth: this.#depth };
  }

  #openNote(name: string, attributes: XmlAttributes): void {
    // Those are the lines above notes, and no notes.
    if (attributes.get('type') !== undefined) this.#note = { id: '', author: undefined, texts: [] };
    else this.#note = { id: noteName(name, attributes), author: attributes.get('author'), texts: [] };
  }

  #closeNote(): void {
    const note = this.#note;
    this.#note = undefined;
    const text = note?.texts.filter((part) => part !== '').join(' ') ?? '';
    if (note && note.id !== '' && text !== '') this.#parts.onNote?.(note.id, note.author, text);
  }

  #target(attributes: XmlAttributes): string | undefined {
    const relationship = this.#parts.relationships.get(attributes.get('id') ?? '');
    return relationship?.isExternal ? relationship.target : undefined;
  }
}

/** Footnotes and endnotes are counted each on their own. */
const noteName = (name: string, attributes: XmlAttributes) =>
  `${name.startsWith('endnote') ? 'e' : ''}${attributes.get('id') ?? ''}`;
