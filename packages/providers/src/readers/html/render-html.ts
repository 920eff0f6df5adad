/** Writes what a person would read of a piece of HTML: white space as a browser shows it, tables and code kept. */
import type { TextBuilder } from '../text-builder.ts';
import { CDATA, isElement, TEXT, type DomElement, type DomNode } from './dom.ts';
import { tableRows } from './table-rows.ts';

const BLOCKS = new Set(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup hr html legend li main menu nav ol p section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const UNSEEN = new Set(
  'annotation annotation-xml applet area audio base button canvas col colgroup datalist embed frame frameset head iframe img input link map meta noscript object option param picture rp rt script select source style svg template textarea title track video'.split(
    ' ',
  ),
);

/** Deeper than this, elements are read as flat text: nobody nests so deep on purpose, and the stack has an end. */
const DEEPEST = 500;

export interface RenderedCitation {
  readonly start: number;
  readonly end: number;
  readonly references: readonly number[];
}

/** `anchors`: references by what links to them; where the text does is told. */
export function renderHtml(
  builder: TextBuilder,
  root: DomElement,
  anchors: ReadonlyMap<string, number> = new Map(),
): readonly RenderedCitation[] {
  const renderer = new HtmlRenderer(builder, anchors);
  renderer.children(root, 0);
  return renderer.citations;
}

class HtmlRenderer {
  readonly #builder: TextBuilder;
  /** A space that is written if more follows in the same block. */
  #space = false;
  /** Nothing stands in the block yet. */
  #fresh = true;

  readonly #anchors: ReadonlyMap<string, number>;
  readonly citations: RenderedCitation[] = [];

  constructor(builder: TextBuilder, anchors: ReadonlyMap<string, number>) {
    this.#builder = builder;
    this.#anchors = anchors;
  }

  children(node: DomElement, depth: number): void {
    if (depth > DEEPEST) return this.#text(node.textContent ?? '');
    for (const child of node.childNodes) this.#node(child, depth + 1);
  }

  #node(node: DomNode, depth: number): void {
    if (node.nodeType === TEXT || node.nodeType === CDATA) this.#text(node.textContent ?? '');
    else if (isElement(node) && !UNSEEN.has(node.localName) && !isHidden(node)) this.#element(node, depth);
  }

  #element(element: DomElement, depth: number): void {
    const name = element.localName;
    if (/^h[1-6]$/u.test(name)) this.#heading(element, Number(name[1]));
    else if (name === 'a') this.#link(element, depth);
    else if (name === 'br') this.#break(() => this.#builder.line());
    else if (name === 'pre') this.#code(element);
    else if (name === 'li') this.#item(element, depth);
    else if (name === 'table') this.#table(element, depth);
    else if (name === 'blockquote') this.#block('quote', element, depth);
    else if (name === 'figure') this.#block('figure', element, depth);
    else if (name === 'figcaption') this.#block('caption', element, depth);
    else if (isBibliography(element)) this.#block('reference', element, depth);
    else if (BLOCKS.has(name)) this.#paragraph(element, depth);
    else this.children(element, depth);
  }

  #text(text: string): void {
    // Hyphens and spaces of no width are for the typesetter.
    const words = text.replace(/[\u00AD\u200B]/gu, '').replace(/\s+/gu, ' ');
    if (words.startsWith(' ')) this.#space = true;
    const inner = words.trim();
    if (inner === '') return;
    this.#builder.add(`${this.#space && !this.#fresh ? ' ' : ''}${inner}`);
    this.#fresh = false;
    this.#space = words.endsWith(' ');
  }

  #break(how: () => void): void {
    how();
    this.#fresh = true;
    this.#space = false;
  }

  #paragraph(element: DomElement, depth: number): void {
    this.#break(() => this.#builder.paragraph());
    this.children(element, depth);
    this.#break(() => this.#builder.paragraph());
  }

  #heading(element: DomElement, level: number): void {
    const title = flat(element);
    if (title !== '') this.#break(() => this.#builder.section(title, level));
  }

  #link(element: DomElement, depth: number): void {
    const target = element.getAttribute('href')?.trim() ?? '';
    const reference = this.#anchors.get(/#([^#]+)$/u.exec(target)?.[1] ?? '');
    if (reference !== undefined) return this.#citation(element, reference, depth);
    if (!/^(?!#|javascript:|data:)./iu.test(target)) return this.children(element, depth);
    // The space before it is not part of the link.
    if (/^\s/u.test(element.textContent ?? '')) this.#space = true;
    if (this.#space && !this.#fresh && flat(element) !== '') {
      this.#builder.add(' ');
      this.#space = false;
    }
    this.#builder.link(target, () => this.children(element, depth));
  }

  #citation(element: DomElement, reference: number, depth: number): void {
    this.children(element, depth);
    const end = this.#builder.here;
    const start = Math.max(end - flat(element).length, 0);
    if (end > start) this.citations.push({ start, end, references: [reference] });
  }

  #code(element: DomElement): void {
    const code = (element.textContent ?? '').replace(/^\n/u, '').trimEnd();
    this.#break(() => this.#builder.block('code', () => this.#builder.add(code)));
  }

  #item(element: DomElement, depth: number): void {
    this.#break(() => this.#builder.line());
    const list = element.parentNode;
    const mark = list?.localName === 'ol' ? `${numberOf(element, list)}. ` : '- ';
    if (flat(element) !== '') this.#builder.add(mark);
    this.children(element, depth);
    this.#break(() => this.#builder.line());
  }

  #table(element: DomElement, depth: number): void {
    const rows = tableRows(element);
    if (!rows) return this.#paragraph(element, depth);
    const caption = element.querySelector('caption');
    if (caption) this.#break(() => this.#builder.block('caption', () => this.#builder.add(flat(caption))));
    this.#break(() => this.#builder.table(rows));
  }

  #block(kind: 'quote' | 'figure' | 'reference' | 'caption', element: DomElement, depth: number): void {
    this.#break(() => undefined);
    this.#builder.block(kind, () => this.children(element, depth));
    this.#break(() => undefined);
  }
}

/** The text of an element on one line. */
export function flat(element: DomElement): string {
  return (element.textContent ?? '')
    .replace(/[\u00AD\u200B]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function isHidden(element: DomElement): boolean {
  if (element.getAttribute('hidden') !== null) return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden/iu.test(element.getAttribute('style') ?? '');
}

function numberOf(item: DomElement, list: DomElement): number {
  const first = Number.parseInt(list.getAttribute('start') ?? '', 10) || 1;
  const items = [...list.children].filter(({ localName }) => localName === 'li');
  return first + items.indexOf(item);
}

/** The list of a paper, as archives of papers mark it. */
function isBibliography(element: DomElement): boolean {
  if (element.getAttribute('role') === 'doc-bibliography') return true;
  return /(?:^|\s)ltx_bibliography(?:\s|$)/u.test(element.getAttribute('class') ?? '');
}
