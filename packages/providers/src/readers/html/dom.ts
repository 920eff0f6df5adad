/** As much of a DOM as readers need, so that nothing else knows which library builds it. */
import { parseHTML } from 'linkedom';

export interface DomNode {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: Iterable<DomNode>;
}

export interface DomElement extends DomNode {
  readonly localName: string;
  readonly children: Iterable<DomElement>;
  readonly parentNode: DomElement | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  append(text: string): void;
  remove(): void;
}

export interface DomDocument extends DomElement {
  readonly documentElement: DomElement;
  readonly body: DomElement;
}

const ELEMENT = 1;
export const TEXT = 3;
export const CDATA = 4;

/** Nothing is fetched and no script is run: the parser knows neither network nor scripts. */
export function parseHtml(markup: string): DomDocument {
  // A fragment without an element of its own would have no body.
  const whole = /<(?:html|body)[\s>]/iu.test(markup) ? markup : `<html><body>${markup}</body></html>`;
  return parseHTML(whole).document as unknown as DomDocument;
}

export function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT;
}
