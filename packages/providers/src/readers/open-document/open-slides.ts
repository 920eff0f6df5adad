/** Goes through the slides of an OpenDocument presentation: their words are those of a text, but for titles and notes. */
import { XmlAttributes, type XmlHandler } from '../xml/scan-xml.ts';
import type { Flow } from '../office/flow.ts';
import { OpenText } from './open-text.ts';

export interface OpenSlideParts {
  readonly flow: Flow;
  onSlide(): void;
  onTitle(text: string): void;
  onComment(text: string): void;
}

/** Numbers, dates and feet are about the slide. */
const PASSED_OVER = new Set(['date-time', 'footer', 'header', 'page-number']);
const HEADING = new XmlAttributes('');

export class OpenSlides implements XmlHandler {
  readonly #parts: OpenSlideParts;
  readonly #inner: OpenText;
  #skipping = 0;
  #inTitle = false;
  #title = '';
  #notes: 'none' | 'begun' | 'said' = 'none';

  constructor(parts: OpenSlideParts) {
    this.#parts = parts;
    const { flow, onComment } = parts;
    this.#inner = new OpenText({ flow, onComment, onTitle: () => {}, onNote: () => {} });
  }

  open(name: string, attributes: XmlAttributes): void {
    const kind = name === 'frame' ? (attributes.get('class') ?? '') : '';
    if (this.#skipping > 0 || PASSED_OVER.has(kind) || name === 'page-thumbnail') this.#skipping++;
    else if (name === 'page') this.#parts.onSlide();
    else if (name === 'notes') this.#notes = 'begun';
    else if (kind === 'title') this.#inTitle = true;
    else if (this.#inTitle && name === 'p') this.#inner.open('h', HEADING);
    else this.#inner.open(name, attributes);
  }

  close(name: string): void {
    if (this.#skipping > 0) this.#skipping--;
    else if (name === 'notes') this.#notes = 'none';
    else if (name === 'frame' && this.#inTitle) this.#endTitle();
    else if (name !== 'page') this.#inner.close(this.#inTitle && name === 'p' ? 'h' : name);
  }

  text(text: string): void {
    if (this.#skipping > 0) return;
    if (this.#inTitle) this.#title += text;
    if (this.#notes === 'begun' && text.trim() !== '') {
      this.#notes = 'said';
      this.#parts.flow.text('Notes: ');
    }
    this.#inner.text(text);
  }

  #endTitle(): void {
    this.#inTitle = false;
    const title = this.#title.replace(/\s+/gu, ' ').trim();
    this.#title = '';
    if (title !== '') this.#parts.onTitle(title);
  }
}
