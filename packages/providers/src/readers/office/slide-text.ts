/** Goes through a slide, or the notes to one. */
import type { XmlAttributes, XmlHandler } from '../xml/scan-xml.ts';
import type { Flow } from './flow.ts';
import type { Relationship } from './package.ts';
import { wholeNumber } from './whole-number.ts';

export interface SlideParts {
  readonly flow: Flow;
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly isNotes?: boolean;
  onTitle?(text: string): void;
}

/** Numbers, dates and feet are about the slide, and the picture of the slide beside its notes says nothing. */
const PASSED_OVER = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

export class SlideText implements XmlHandler {
  readonly #parts: SlideParts;
  #placeholder: string | undefined;
  #inText = false;
  #skipping = 0;
  #depth = 0;
  #title = '';
  #hasNotes = false;

  readonly #opened: Readonly<Record<string, (attributes: XmlAttributes) => void>>;
  readonly #closed: Readonly<Record<string, () => void>>;

  constructor(parts: SlideParts) {
    const { flow } = parts;
    this.#parts = parts;
    this.#opened = {
      sp: () => (this.#placeholder = undefined),
      ph: (attributes) => (this.#placeholder = attributes.get('type') ?? 'body'),
      p: () => (this.#depth = 0),
      pPr: (attributes) => (this.#depth = wholeNumber(attributes.get('lvl'), [0, 8]) ?? 0),
      t: () => (this.#inText = true),
      br: () => this.text('\n', true),
      hlinkClick: (attributes) => flow.openLink(this.#target(attributes)),
      tbl: () => flow.openTable(),
      tr: () => flow.openRow(),
    };
    this.#closed = {
      t: () => (this.#inText = false),
      r: () => flow.closeLink(),
      p: () => this.#endParagraph(),
      sp: () => this.#endShape(),
      tc: () => flow.closeCell(),
      tbl: () => flow.closeTable(),
    };
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipping > 0 || name === 'Fallback') this.#skipping++;
    else this.#opened[name]?.(attributes);
  }

  close(name: string): void {
    if (this.#skipping > 0) this.#skipping--;
    else this.#closed[name]?.();
  }

  text(text: string, isBreak = false): void {
    if ((!this.#inText && !isBreak) || this.#skipping > 0 || this.#isPassedOver()) return;
    if (this.#isTitle()) this.#title += text;
    else this.#say(text);
  }

  #say(text: string): void {
    if (this.#parts.isNotes && !this.#hasNotes && text.trim() !== '') {
      this.#hasNotes = true;
      this.#parts.flow.text('Notes: ');
    }
    this.#parts.flow.text(text);
  }

  #endParagraph(): void {
    if (this.#isTitle()) this.#title += ' ';
    else this.#parts.flow.endParagraph(this.#depth > 0 ? { bullet: '-', depth: this.#depth - 1 } : {});
  }

  #endShape(): void {
    const title = this.#title.replace(/\s+/gu, ' ').trim();
    this.#title = '';
    this.#placeholder = undefined;
    if (title === '') return;
    this.#parts.onTitle?.(title);
    this.#parts.flow.text(title);
    this.#parts.flow.endParagraph({ level: 1 });
  }

  #isTitle(): boolean {
    return !this.#parts.isNotes && (this.#placeholder === 'title' || this.#placeholder === 'ctrTitle');
  }

  #isPassedOver(): boolean {
    return this.#placeholder !== undefined && PASSED_OVER.has(this.#placeholder);
  }

  #target(attributes: XmlAttributes): string | undefined {
    const relationship = this.#parts.relationships.get(attributes.get('id') ?? '');
    return relationship?.isExternal ? relationship.target : undefined;
  }
}
